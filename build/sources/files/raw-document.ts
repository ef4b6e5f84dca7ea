import type { FrontMatterConfig } from "../../../contract/config/define-config.ts";
import { type Diagnostic, Diagnostics, type Location } from "../../shared/diagnostics.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import type { SourceFile } from "../../shared/source-file.ts";
import { DataDocument } from "../data-document.ts";
import { createMapping } from "../data-values.ts";
import { readSourceText } from "../read-text.ts";
import type { SourceText } from "../source-text.ts";
import { failAt, translateSyntax } from "../syntax/translate-syntax.ts";
import { parseYaml } from "../yaml.ts";
import { type FrontMatter, splitFrontMatter, toMapping } from "./front-matter.ts";
import { readOwnFrontMatter } from "./own-front-matter.ts";
import { stripMdx } from "./strip-mdx.ts";

/** A content file that is read and split, but not yet checked. */
export interface RawDocument extends FrontMatter {
  readonly file: SourceFile;
  readonly source: SourceText;
  readonly found: readonly Diagnostic[];
}

export interface ReadingOptions {
  /** The bytes of the file, if already read. */
  readonly bytes?: Buffer | null;
  /** The site's own function for reading front matter. */
  readonly read?: FrontMatterConfig["read"] | null;
}

/** @returns null if the file cannot be read (reported) */
export function readDocument(
  file: SourceFile,
  diagnostics: Diagnostics,
  { bytes = null, read = null }: ReadingOptions = {},
): RawDocument | null {
  const source = readSourceText(file, diagnostics, bytes);
  if (source === null) return null;
  if (/\.(?:json|csv)$/i.test(file.relative)) {
    const hint = "exclude it from the globs: only a kind of your own can have a JSON or CSV file, one with all its entries";
    diagnostics.error(source.locate(0), { code: "not-content", message: "is neither Markdown nor YAML", hint });
    return null;
  }
  const own = new Diagnostics();
  const isData = /\.ya?ml$/i.test(file.relative);
  const byOwn = read === null || isData ? null : readOwnFrontMatter(read, source, file, own);
  const parsed = byOwn ?? (isData ? parseDataFile(source, own) : splitFrontMatter(source, own));
  return { file, source, ...parsed, found: own.all() };
}

function parseDataFile(source: SourceText, diagnostics: Diagnostics): FrontMatter {
  return { ...toMapping(parseYaml({ source, text: source.text, base: 0 }, diagnostics), diagnostics), body: "", bodyLine: 1 };
}

/**
 * The body as Markdown.
 * @param mdx whether components that cannot be rendered are removed (lenient) or are errors
 */
export async function toMarkdown(
  { file, body, bodyLine }: RawDocument,
  { mdx, markdown }: Pick<ResolvedConfig, "mdx" | "markdown">,
  diagnostics: Diagnostics,
): Promise<string> {
  // Markdown in HTML is not rendered.
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

/**
 * Keeps excerpt marks, which in MDX are comments in braces on a line of their own: `{/* truncate
 * *\/}`.
 */
function keepExcerptMarks(body: string, marks: readonly string[]): string {
  return body.replace(/^\{\/\*\s*(.*?)\s*\*\/\}[ \t]*$/gm, (comment, words: string) =>
    marks.includes(words.toLowerCase()) ? `<!-- ${words} -->` : comment,
  );
}

export function toDataDocument({ data, places }: RawDocument, elsewhere: Location): DataDocument {
  return new DataDocument({ values: data ?? createMapping(), origins: new Map(), places, elsewhere });
}
