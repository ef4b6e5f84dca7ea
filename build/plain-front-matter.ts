import type { MapNode } from "./data-node.ts";
import { readPlainYaml } from "./plain-yaml.ts";
import type { SourceText } from "./source-text.ts";

export interface FrontMatter {
  /** null: it could not be read (reported). */
  readonly data: MapNode | null;
  readonly body: string;
  /** Line of the file on which `body` begins, from 1. */
  readonly bodyLine: number;
}

const DELIMITER = "---";

/** Splits a file whose front matter is plain YAML (plain-yaml.ts) between two lines of hyphens. @returns null: it is something else, or none */
export function splitPlainFrontMatter(source: SourceText): FrontMatter | null {
  const { text } = source;
  if (!text.startsWith(`${DELIMITER}\n`)) return null;
  const at = text.indexOf(`\n${DELIMITER}`) + 1;
  const newline = text.indexOf("\n", at);
  if (at === 0 || text.slice(at, newline === -1 ? undefined : newline).trim() !== DELIMITER) return null;
  const data = readPlainYaml(copyOf(text.slice(DELIMITER.length, at - 1)), DELIMITER.length);
  const closing = at + DELIMITER.length;
  const bodyStart = text.startsWith("\n", closing) ? closing + 1 : closing;
  return data === null ? null : { data, body: text.slice(bodyStart), bodyLine: source.lineAt(bodyStart) };
}

/** Values are cut out of the copy: they would keep all of the file's text in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString("utf8");
}
