import type { Root } from "hast";
import type { VFile } from "vfile";
import { markAlerts } from "../markdown/alerts.ts";
import { markCodeMeta } from "../markdown/code-meta.ts";
import { findDeepNode, findExcess, isStackOverflow, tooDeep } from "../markdown/excess.ts";
import { markFigures } from "../markdown/figures.ts";
import { DEFAULT_EXCERPT_MARKS } from "../markdown/markdown-settings.ts";
import { createMorePattern, markMore, removeMore } from "../markdown/more-marker.ts";
import { phrasesOf, translateFootnotes } from "../markdown/phrases.ts";
import { createPlaces, type Places } from "../markdown/source-places.ts";
import type { TreeMakers } from "../markdown/to-hast.ts";
import { writeHtml } from "../markdown/to-html.ts";
import { type Survey, survey } from "../markdown/walk.ts";
import { dropNamesInText, dropStrayNames } from "../references/stray-names.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { type MarkdownSource, NO_BODY, type References, type Rendered, type Renderer } from "../shared/rendered.ts";
import type { MarkdownSettings } from "../shared/resolved-config.ts";
import { hasNamedReferences } from "../sources/named-reference.ts";
import { Additions } from "./additions.ts";
import { checkEmptyLinks, checkMarkdown, checkOwnAnchors, readIds, type TextChecks } from "./check-text.ts";
import { excerptOf } from "./excerpt.ts";
import { assignHeadingIds, checkHeadingLevels, tableOfContents, takeWrittenId } from "./headings.ts";
import { findCode } from "./highlight/code.ts";
import type { CodeMemory } from "./highlight/code-memory.ts";
import { collectTags, type HtmlTag } from "./html-tags.ts";
import { reportFailure, reportMessages } from "./plugins/plugin-messages.ts";
import { checkAlternativeTexts, removeUnsafeLinks, resolveReferences } from "./resolve-references.ts";
import { textAndProse } from "./text.ts";
import { countWords } from "./words.ts";

const HTML_FILE = /\.html?$/i;
const MDX_FILE = /\.mdx$/i;

/**
 * Creates a function that renders by way of a syntax tree: it locates messages, resolves references
 * to other files, and runs the author's plugins.
 * @param options `cwd`: base of the paths in messages; `code`: the highlighter, if the
 * configuration enables it
 */
export async function createTreeRendering(
  config: MarkdownSettings,
  { fast, reference }: TreeMakers,
  { cwd, checks, code }: { readonly cwd: string; readonly checks: TextChecks; readonly code: CodeMemory },
): Promise<Renderer["render"]> {
  const { rawHtml = "allow", figures = false, remarkPlugins = [], rehypePlugins = [] } = config;
  const hasPlugins = remarkPlugins.length + rehypePlugins.length > 0;
  const toHtml = await createToHtml(config, code);
  const mark = createMorePattern(config.excerptMarks ?? DEFAULT_EXCERPT_MARKS);
  const additions = new Additions(config);
  const shared = { rawHtml, figures, additions, mark, checks, hasRehypePlugins: rehypePlugins.length > 0 };
  const run = async (context: Context, markdown: string, file: LazyFile): Promise<Rendered> => {
    const { places, diagnostics } = context;
    const excess = findExcess(markdown);
    if (excess !== null) {
      diagnostics.error(places.inText(excess.start, excess.end), excess);
      return NO_BODY;
    }
    const isHtml = HTML_FILE.test(context.source.file.relative);
    const tree = isHtml ? toRawTree(markdown) : (fast?.(markdown) ?? (await reference(await file.open())));
    if (isTooDeep(tree, context)) return NO_BODY;
    const applied = await applySteps(tree, context).catch((error: unknown) => {
      throw isStackOverflow(error) ? error : new OwnError(error);
    });
    return applied === null ? NO_BODY : { html: await toHtml(applied.root, file), ...applied.facts };
  };
  return async (source, references, diagnostics) => {
    const markdown = normalize(source.markdown);
    const file = createFile(source, markdown);
    const messages = (): VFile["messages"] => file.opened()?.messages ?? [];
    try {
      const places = createPlaces(source, markdown);
      const rendered = await run({ ...shared, source, markdown, places, references, diagnostics }, markdown, file);
      reportMessages(messages(), source, diagnostics);
      return rendered;
    } catch (error) {
      if (error instanceof OwnError) throw error.cause;
      reportFailure(error, { messages: messages(), source, hasPlugins, cwd }, diagnostics);
      // The reported error prevents this document from being published.
      return NO_BODY;
    }
  };
}

/** An HTML post is a single piece of raw HTML, so indented lines are not code. */
function toRawTree(html: string): Root {
  const lines = html.split("\n");
  const end = { line: lines.length, column: (lines.at(-1) ?? "").length + 1, offset: html.length };
  return { type: "root", children: [{ type: "raw", value: html, position: { start: { line: 1, column: 1, offset: 0 }, end } }] };
}

/** Reports a tree that is nested too deeply. */
function isTooDeep(tree: Root, { places, diagnostics }: Context): boolean {
  const deep = findDeepNode(tree);
  if (deep !== null) diagnostics.error(places.at(deep.position), tooDeep());
  return deep !== null;
}

/** An error in Octavo's own steps or in a reference, as opposed to one in the author's plugins. */
class OwnError extends Error {
  override readonly name = "OwnError";

  constructor(cause: unknown) {
    super("rendering failed", { cause });
  }
}

/** The vfile of a document, created when a plugin or unified needs it. */
interface LazyFile {
  open(): Promise<VFile>;
  opened(): VFile | null;
}

function createFile({ file }: MarkdownSource, markdown: string): LazyFile {
  let opened: VFile | null = null;
  return {
    async open() {
      const { VFile } = await import("vfile");
      opened ??= new VFile({ path: file.path, value: markdown });
      return opened;
    },
    opened: () => opened,
  };
}

type ToHtml = (root: Root, file: LazyFile) => string | Promise<string>;

/** The last step before HTML is written. */
type Finish = (root: Root) => Promise<void>;

async function createToHtml(config: MarkdownSettings, code: CodeMemory): Promise<ToHtml> {
  const finish: Finish | null = config.highlight === true ? async (root) => (await code.load()).apply(root) : null;
  // If there are plugins, the function is created immediately, so that mistakes in them are
  // reported before the first document.
  if ((config.rehypePlugins ?? []).length > 0) return createFullToHtml(config, finish);
  let full: Promise<ToHtml> | null = null;
  const write: ToHtml = async (root, file) => {
    full ??= createFullToHtml(config, null);
    return (await full)(root, file);
  };
  const toHtml: ToHtml = (root, file) => writeHtml(root) ?? write(root, file);
  return finish === null ? toHtml : (root, file) => finish(root).then(() => toHtml(root, file));
}

async function createFullToHtml({ rehypePlugins = [] }: MarkdownSettings, finish: Finish | null): Promise<ToHtml> {
  const [{ unified }, { default: rehypeStringify }] = await Promise.all([import("unified"), import("rehype-stringify")]);
  const processor = unified().use(rehypePlugins).use(rehypeStringify, { allowDangerousHtml: true }).freeze();
  return async (root, lazyFile) => {
    const file = await lazyFile.open();
    // Plugins are untyped. `run` returns a root because it was given one.
    const tree = rehypePlugins.length === 0 ? root : ((await processor.run(root, file)) as Root);
    await finish?.(tree);
    return processor.stringify(tree, file);
  };
}

interface Context {
  readonly source: MarkdownSource;
  /** The source in the form that the parser read. */
  readonly markdown: string;
  readonly checks: TextChecks;
  /** Whether there are rehype plugins, which may change ids. */
  readonly hasRehypePlugins: boolean;
  readonly rawHtml: NonNullable<MarkdownSettings["rawHtml"]>;
  readonly figures: boolean;
  readonly additions: Additions;
  /** Matches the comment that ends the excerpt. */
  readonly mark: RegExp;
  readonly places: Places;
  readonly references: References;
  readonly diagnostics: Diagnostics;
}

/** Reads text, headings and counts from a tree without raw nodes. */
function readFacts(root: Root, seen: Survey, tags: readonly HtmlTag[]): Omit<Rendered, "html" | "ids"> {
  const { text, prose } = textAndProse(root);
  return { text, excerpt: excerptOf(root, seen), toc: tableOfContents(tags), ...countWords(prose), ...findCode(seen.pres) };
}

/**
 * Applies Octavo's own steps. They read the facts of a document before running the author's rehype
 * plugins, which may change anything. Returns null if the document's HTML is nested too deeply.
 * Depth is counted, not inferred from a stack overflow, because the free stack space depends on
 * earlier rendering.
 */
async function applySteps(tree: Root, context: Context): Promise<{ root: Root; facts: Omit<Rendered, "html"> } | null> {
  const { source, markdown, rawHtml, figures, additions, hasRehypePlugins, checks, mark, places, references, diagnostics } = context;
  const first = survey(tree);
  if (!HTML_FILE.test(source.file.relative)) checkMarkdown({ markdown, tree, pres: first.pres, places }, checks.markdown, diagnostics);
  await additions.check({ tree, markdown, places }, diagnostics);
  const { hasRaw, hasComments } = first;
  const phrases = phrasesOf(source.language);
  const hasAlerts = markAlerts(tree, phrases);
  for (const pre of first.pres) markCodeMeta(pre);
  if (figures) markFigures(tree);
  for (const { element } of first.ofNote) {
    takeWrittenId(element);
    translateFootnotes(element, phrases);
  }
  if (hasRaw) markMore(tree, mark);
  const rawSteps = hasRaw || rawHtml !== "allow" ? await import("../markdown/raw-html.ts") : null;
  const tagsOfRaw = hasRaw ? (await import("./raw-tags.ts")).tagsOfRaw : null;
  if (rawHtml === "escape") rawSteps?.escapeRawHtml(tree);

  const hasNames = hasNamedReferences(markdown);
  if (hasNames) dropNamesInText(tree);
  const seen = hasRaw || hasAlerts ? survey(tree) : first;
  const tags = collectTags(tree, seen, places, tagsOfRaw);
  assignHeadingIds(tags.all);
  checkHeadingLevels(tags.all, diagnostics);
  checkAlternativeTexts(tags.all, diagnostics);
  const ids = hasRehypePlugins ? null : readIds(tags.all, markdown, MDX_FILE.test(source.file.relative));
  checkOwnAnchors(tags.all, ids, checks.anchors, diagnostics);
  checkEmptyLinks(seen, places, checks.markdown, diagnostics);
  await resolveReferences(tags.all, { file: source.file, references });
  if (rawHtml === "escape" && rawSteps !== null) removeUnsafeLinks(tags.all, rawSteps.isSafeLink, diagnostics);
  tags.apply();
  if (hasNames) dropStrayNames(tree);

  const root = rawHtml === "sanitize" && rawSteps !== null ? rawSteps.sanitizeRawHtml(tree) : tree;
  // The author's HTML is published byte for byte; facts are read from a parsed copy.
  const readable = rawSteps === null ? root : rawSteps.parseRawHtml(root);
  if (readable !== tree && isTooDeep(readable, context)) return null;
  const read = readable === tree ? seen : survey(readable);
  const facts = readFacts(readable, read, readable === tree ? tags.all : collectTags(readable, read, places, tagsOfRaw).all);
  if (hasRaw || hasComments) removeMore(root);
  if (rawHtml === "sanitize") rawSteps?.removeComments(root);
  await additions.apply(root, markdown, phrases);
  return { root, facts: { ...facts, ids } };
}

/**
 * Replaces NUL by U+FFFD, as CommonMark does (section 2.3), and likewise a lone surrogate, which no
 * UTF-8 file can contain; CRLF becomes LF.
 */
function normalize(markdown: string): string {
  return markdown.replaceAll("\r\n", "\n").replaceAll("\0", "\ufffd").toWellFormed();
}
