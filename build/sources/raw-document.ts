import type { ResolvedConfig } from "../config/resolved-config.ts";
import { type Diagnostic, Diagnostics, type Location } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { DataDocument } from "./data-document.ts";
import { createMapping } from "./data-values.ts";
import { type FrontMatter, splitFrontMatter, toMapping } from "./front-matter.ts";
import { stripMdx } from "./mdx/strip-mdx.ts";
import { readSourceText } from "./read-text.ts";
import type { SourceText } from "./source-text.ts";
import { failAt, translateSyntax } from "./syntax/translate-syntax.ts";
import { parseYaml } from "./yaml.ts";

/** A content file, read and taken apart, its values not looked at yet. */
export interface RawDocument extends FrontMatter {
  readonly file: SourceFile;
  readonly source: SourceText;
  readonly found: readonly Diagnostic[];
}

/**
 * @param bytes of the file, where they were read already
 * @returns null where the file cannot be read (reported)
 */
export function readDocument(file: SourceFile, diagnostics: Diagnostics, bytes: Buffer | null = null): RawDocument | null {
  const source = readSourceText(file, diagnostics, bytes);
  if (source === null) return null;
  const own = new Diagnostics();
  const isData = /\.ya?ml$/i.test(file.relative);
  const parsed = isData ? parseDataFile(source, own) : splitFrontMatter(source, own);
  return { file, source, ...parsed, found: own.all() };
}

function parseDataFile(source: SourceText, diagnostics: Diagnostics): FrontMatter {
  return { ...toMapping(parseYaml({ source, text: source.text, base: 0 }, diagnostics), diagnostics), body: "", bodyLine: 1 };
}

/** The body as Markdown. @param mdx whether what cannot be rendered is dropped (lenient), or an error */
export async function toMarkdown(
  { file, body, bodyLine }: RawDocument,
  { mdx, markdown }: Pick<ResolvedConfig, "mdx" | "markdown">,
  diagnostics: Diagnostics,
): Promise<string> {
  // Markdown in HTML would stay as it is.
  if (/\.html?$/i.test(file.relative)) return body;
  const isMdx = /\.mdx$/i.test(file.relative);
  const options = { file: file.path, line: bodyLine, lenient: mdx === "lenient", diagnostics };
  const text = isMdx ? await stripMdx(keepExcerptMarks(body, markdown.excerptMarks), options) : body;
  return translateSyntax(text, {
    ...markdown,
    hasPlugins: markdown.remarkPlugins.length > 0,
    fail: failAt(file.path, text, bodyLine, diagnostics),
  });
}

/** In MDX a comment stands in braces, on a line of its own: `{/* truncate *\/}`. */
function keepExcerptMarks(body: string, marks: readonly string[]): string {
  return body.replace(/^\{\/\*\s*(.*?)\s*\*\/\}[ \t]*$/gm, (comment, words: string) =>
    marks.includes(words.toLowerCase()) ? `<!-- ${words} -->` : comment,
  );
}

export function toDataDocument({ data, places }: RawDocument, elsewhere: Location): DataDocument {
  return new DataDocument({ values: data ?? createMapping(), origins: new Map(), places, elsewhere });
}
