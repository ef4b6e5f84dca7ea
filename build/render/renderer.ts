import type { Root } from "hast";
import rehypeStringify from "rehype-stringify";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { VFile } from "vfile";
import type { MarkdownConfig } from "../../contract/config.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { findCode } from "./code.ts";
import { excerptOf } from "./excerpt.ts";
import { assignHeadingIds, checkHeadingLevels, tableOfContents } from "./headings.ts";
import { markMore, removeMore } from "./more.ts";
import { createParser, type ParserOptions, type RemarkProcessor } from "./parser.ts";
import { createPlaces, type Places } from "./places.ts";
import { reportFailure, reportMessages } from "./plugin-messages.ts";
import { escapeRawHtml, parseRawHtml, removeComments, sanitizeRawHtml } from "./raw-html.ts";
import { checkAlternativeTexts, resolveReferences } from "./references.ts";
import { collectTags } from "./tags.ts";
import { plainText } from "./text.ts";
import type { MarkdownSource, References, Rendered, Renderer } from "./types.ts";
import { countWords } from "./words.ts";

export type RendererOptions = ParserOptions;

/**
 * A renderer of Markdown: parser → the author's remark plugins → remark-rehype → our steps → the author's rehype plugins →
 * rehype-stringify. It keeps nothing between documents, so that any number may be rendered at once.
 *
 * @throws Error where the configuration asks for a parser that cannot be used.
 */
export async function createRenderer(config: MarkdownConfig, options: RendererOptions = {}): Promise<Renderer> {
  const { rawHtml = "allow" } = config;
  const toHast = createToHast(await createParser(config, options));
  const toHtml = createToHtml(config);
  return {
    async render(source, references, diagnostics) {
      const markdown = normalize(source.markdown);
      const places = createPlaces(source, markdown);
      const file = new VFile({ path: source.file.path, value: markdown });
      const guarded = async <T>(work: Promise<T>): Promise<T | null> =>
        work.catch((error: unknown) => {
          reportFailure(error, file, source, diagnostics);
          return null;
        });
      const tree = await guarded(toHast(file));
      if (tree === null) return EMPTY;
      const { root, facts } = await applySteps(tree, { source, rawHtml, places, references, diagnostics });
      const html = await guarded(toHtml(root, file));
      if (html === null) return EMPTY;
      reportMessages(file, source, diagnostics);
      return { html, ...facts };
    },
  };
}

/** What stands for a document whose rendering failed; the build has an error then and writes nothing. */
const EMPTY: Rendered = {
  html: "",
  text: "",
  excerpt: "",
  toc: [],
  wordCount: 0,
  readingTimeMinutes: 1,
  hasCode: false,
  codeLanguages: [],
};

/** Markdown to hast, with raw nodes for the author's HTML. A shorter road (Sätteri's markdownToHast) has the same shape. */
type ToHast = (file: VFile) => Promise<Root>;

function createToHast(parser: RemarkProcessor): ToHast {
  const processor = parser.use(remarkRehype, { allowDangerousHtml: true }).freeze();
  return async (file) => processor.run(processor.parse(file), file);
}

function createToHtml({ rehypePlugins = [] }: MarkdownConfig): (root: Root, file: VFile) => Promise<string> {
  const processor = unified().use(rehypePlugins).use(rehypeStringify, { allowDangerousHtml: true }).freeze();
  if (rehypePlugins.length === 0) return async (root, file) => processor.stringify(root, file);
  return async (root, file) => {
    // Plugins are untyped: what comes out of `run` is a root because one went in.
    const tree = (await processor.run(root, file)) as Root;
    return processor.stringify(tree, file);
  };
}

interface Context {
  readonly source: MarkdownSource;
  readonly rawHtml: NonNullable<MarkdownConfig["rawHtml"]>;
  readonly places: Places;
  readonly references: References;
  readonly diagnostics: Diagnostics;
}

/** Our own steps. What is read off a document is read before the author's rehype plugins, which may dress it up as they like. */
async function applySteps(tree: Root, context: Context): Promise<{ root: Root; facts: Omit<Rendered, "html"> }> {
  const { source, rawHtml, places, references, diagnostics } = context;
  markMore(tree);
  if (rawHtml === "escape") escapeRawHtml(tree);

  const tags = collectTags(tree, places);
  assignHeadingIds(tags.all);
  checkHeadingLevels(tags.all, diagnostics);
  checkAlternativeTexts(tags.all, diagnostics);
  await resolveReferences(tags.all, { file: source.file, references });
  tags.apply();

  const root = rawHtml === "sanitize" ? sanitizeRawHtml(tree) : tree;
  // The author's HTML goes out byte for byte; what is read is a copy with it parsed.
  const readable = parseRawHtml(root);
  const text = plainText(readable);
  const code = findCode(readable);
  const facts = {
    text,
    excerpt: excerptOf(readable),
    toc: tableOfContents(collectTags(readable, places).all),
    ...countWords(code.hasCode ? plainText(readable, { withoutCode: true }) : text),
    ...code,
  };
  removeMore(root);
  if (rawHtml === "sanitize") removeComments(root);
  return { root, facts };
}

/** As CommonMark has it (2.3): NUL becomes U+FFFD, and so does half a surrogate pair, which no UTF-8 file can hold. */
function normalize(markdown: string): string {
  return markdown.replaceAll("\r\n", "\n").replaceAll("\0", "\ufffd").toWellFormed();
}
