import { DataDocument, EMPTY_MAP, type MapNode } from "../data-node.ts";
import type { Diagnostics, Location } from "../diagnostics.ts";
import type { SourceFile } from "../entries.ts";
import { asMapping, splitFrontMatter } from "../front-matter.ts";
import { readText } from "../read-text.ts";
import type { SourceText } from "../source-text.ts";
import { parseYaml } from "../yaml.ts";

/** A content file, read and taken apart, its values not looked at yet. */
export interface RawDocument {
  readonly file: SourceFile;
  readonly source: SourceText;
  /** null: reported. */
  readonly data: MapNode | null;
  readonly body: string;
  readonly bodyLine: number;
}

/** @returns null where the file cannot be read (reported) */
export async function readDocument(file: SourceFile, diagnostics: Diagnostics): Promise<RawDocument | null> {
  const source = await readText(file, diagnostics);
  if (source === null) return null;
  if (!/\.ya?ml$/i.test(file.relative)) return { file, source, ...splitFrontMatter(source, diagnostics) };
  const found = diagnostics.errorCount;
  const node = parseYaml(source, 0, source.text.length, diagnostics);
  const data = node === null && diagnostics.errorCount === found ? EMPTY_MAP : asMapping(node, source, 0, diagnostics);
  return { file, source, data, body: "", bodyLine: 1 };
}

export function toDataDocument(raw: RawDocument, elsewhere: Location): DataDocument {
  return new DataDocument(raw.source, raw.data ?? EMPTY_MAP, elsewhere);
}
