import { DataDocument, EMPTY_MAP, type MapNode } from "../data-node.ts";
import { type Diagnostic, Diagnostics, type Location } from "../diagnostics.ts";
import type { SourceFile } from "../entries.ts";
import { asMapping, splitFrontMatter } from "../front-matter.ts";
import { readText } from "../read-text.ts";
import type { SourceText } from "../source-text.ts";
import { parseYaml } from "../yaml.ts";

/** A content file, read and taken apart, its values not looked at yet. */
export interface RawDocument {
  readonly file: SourceFile;
  readonly source: SourceText;
  /** null: there is a finding that says why. */
  readonly data: MapNode | null;
  readonly body: string;
  readonly bodyLine: number;
  readonly found: readonly Diagnostic[];
}

/**
 * @param bytes of the file, where they were read already
 * @returns null where the file cannot be read (reported)
 */
export function readDocument(file: SourceFile, diagnostics: Diagnostics, bytes: Buffer | null = null): RawDocument | null {
  const source = readText(file, diagnostics, bytes);
  if (source === null) return null;
  const own = new Diagnostics();
  if (!/\.ya?ml$/i.test(file.relative)) return { file, source, ...splitFrontMatter(source, own), found: own.all() };
  const node = parseYaml(source, 0, source.text.length, own);
  const data = node === null && own.errorCount === 0 ? EMPTY_MAP : asMapping(node, source, 0, own);
  return { file, source, data, body: "", bodyLine: 1, found: own.all() };
}

export function toDataDocument(raw: RawDocument, elsewhere: Location): DataDocument {
  return new DataDocument(raw.source, raw.data ?? EMPTY_MAP, elsewhere);
}
