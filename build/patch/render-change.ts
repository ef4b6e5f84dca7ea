import type { PackStore } from "../cache/pack-store.ts";
import { type Asked, type KeptRendering, recordAsked, toKeptRendering } from "../cache/rendering.ts";
import type { ResolvedConfig } from "../config.ts";
import { Diagnostics } from "../diagnostics.ts";
import type { SourceFile } from "../entries.ts";
import type { RawDocument } from "../parse/document.ts";
import { createFileParser } from "../parse/parse-file.ts";
import { splitPlainFrontMatter } from "../plain-front-matter.ts";
import { readText } from "../read-text.ts";
import { NO_BODY } from "../render/no-body.ts";
import type { MarkdownSource, References, Rendered, RenderedAlone, Renderer } from "../render/types.ts";
import { mayStandAlone } from "../render-ahead.ts";
import type { ChangedFile } from "./kept-site.ts";
import { isAskedAlike, isSameOutwardly, isSoundPost, type SoundPost } from "./outward.ts";

export interface ChangeReader {
  /** What became of a file with new content; null: others may be touched by it, or something is wrong with it. */
  read(file: SourceFile, bytes: Buffer, before: ChangedFile): Promise<(ChangedFile & { readonly parsed: SoundPost }) | null>;
}

/** @param timeZone the site's */
export function createChangeReader(config: ResolvedConfig, timeZone: string, packs: PackStore): ChangeReader {
  const elsewhere = { file: config.file ?? "octavo.config.ts", line: 1, column: 1 };
  const parser = createFileParser({ config, timeZone, elsewhere });
  const notices: string[] = [];
  let renderer: Promise<Renderer> | null = null;
  const openRenderer = async (): Promise<Renderer> =>
    (await import("../render/renderer.ts")).createRenderer(config.markdown, { notice: (text) => notices.push(text) });
  return {
    async read(file, bytes, before) {
      const diagnostics = new Diagnostics();
      const document = await readAnyDocument(file, diagnostics, bytes);
      if (document === null || !isSoundPost(before.parsed)) return null;
      const { parsed, body } = await parser.file(document, "posts");
      if (!isSoundPost(parsed) || !isSameOutwardly(before.parsed, parsed)) return null;
      const answers = answerAsBefore(before.rendering.asked);
      const { references, asked } = recordAsked(answers.references);
      renderer ??= openRenderer();
      const source = { markdown: body, file, line: parsed.entry.bodyLine };
      const rendered = body.trim() === "" ? NO_BODY : await renderAny(await renderer, source, references, diagnostics);
      const isSound = diagnostics.all().length === 0 && notices.length === 0;
      if (!isSound || answers.isAnyUnknown() || !isAskedAlike(before.rendering.asked, asked)) return null;
      if (rendered.hasCode !== before.rendering.facts.hasCode) return null;
      const rendering: KeptRendering = toKeptRendering(rendered, asked, [], packs);
      return { parsed, rendering };
    },
  };
}

/** What renders trees is loaded for texts that do not stand for themselves. */
async function renderAny(
  renderer: Renderer,
  source: MarkdownSource,
  references: References,
  diagnostics: Diagnostics,
): Promise<Rendered | RenderedAlone> {
  const alone = mayStandAlone(source.markdown) ? renderer.renderAlone(source.markdown) : null;
  return alone ?? renderer.render(source, references, diagnostics);
}

/** What reads YAML is loaded for front matter that is not plain. */
async function readAnyDocument(file: SourceFile, diagnostics: Diagnostics, bytes: Buffer): Promise<RawDocument | null> {
  const source = readText(file, diagnostics, bytes);
  const plain = source === null ? null : splitPlainFrontMatter(source);
  if (source !== null && plain !== null && !/\.ya?ml$/i.test(file.relative)) return { file, source, ...plain, found: [] };
  const { readDocument } = await import("../parse/document.ts");
  return readDocument(file, new Diagnostics(), bytes);
}

/** Answers as the text before this one was answered: nothing else has changed. */
function answerAsBefore(asked: readonly Asked[]): { readonly references: References; isAnyUnknown(): boolean } {
  const links = new Map(asked.flatMap((one) => (one.kind === "link" ? [[one.text, one.answer] as const] : [])));
  const pictures = new Map(asked.flatMap((one) => (one.kind === "picture" ? [[one.text, one.answer] as const] : [])));
  let isAnyUnknown = false;
  const find = <T>(answers: ReadonlyMap<string, T>, text: string): T | null => {
    if (!answers.has(text)) isAnyUnknown = true;
    return answers.get(text) ?? null;
  };
  return {
    references: { link: async (text) => find(links, text), picture: async (text) => find(pictures, text) },
    isAnyUnknown: () => isAnyUnknown,
  };
}
