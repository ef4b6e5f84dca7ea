import { relative, resolve } from "node:path";
import type { PackRef } from "./pack-store.ts";
import { packNumbers, readLines, unpackNumbers } from "./record-file.ts";

/** What a file of the out folder holds: bytes of a pack, in which those of a body are left out that stands in the content cache's; or a copy of another file. */
export type OutputCopy =
  | { readonly kind: "whole"; readonly bytes: PackRef }
  | { readonly kind: "framed"; readonly bytes: PackRef; readonly at: number; readonly body: PackRef }
  | { readonly kind: "file"; readonly from: string; readonly size: number; readonly checksum: number };

export interface Kept {
  readonly identity: string;
  readonly copy: OutputCopy;
}

export interface Head {
  /** Of a table, and of the one that later additions go with. */
  readonly id: string;
}

/** Columns: tens of thousands are read on the way to a site that nothing else is to be read of. */
export interface Table {
  readonly id: string;
  readonly places: ReadonlyMap<string, number>;
  readonly identities: readonly string[];
  /** Of packs, and of files by the way to them from the folder. */
  readonly names: readonly string[];
  /** Of each copy so many: name, offset, length and checksum of its bytes, where the body comes in, and the same of that; of a file name, 0, size and checksum. */
  readonly numbers: Float64Array;
}

const ROW_SIZE = 9;
/** There is no body. */
const NO_BODY = -1;
/** Nor bytes: it is a file. */
const IS_FILE = -2;

export function toLines(copies: ReadonlyMap<string, Kept>, dir: string): string[] {
  const names = new Map<string, number>();
  const nameOf = (name: string): number => {
    const known = names.get(name) ?? names.size;
    names.set(name, known);
    return known;
  };
  const numbers = new Float64Array(copies.size * ROW_SIZE);
  for (const [row, { copy }] of [...copies.values()].entries()) {
    if (copy.kind === "file") numbers.set([nameOf(relative(dir, copy.from)), 0, copy.size, copy.checksum, IS_FILE], row * ROW_SIZE);
    else {
      const [pack, ...bytes] = copy.bytes;
      const [bodyPack, ...body] = copy.kind === "framed" ? copy.body : [null];
      const rest = copy.kind === "framed" && bodyPack !== null ? [copy.at, nameOf(bodyPack), ...body] : [NO_BODY];
      numbers.set([nameOf(pack), ...bytes, ...rest], row * ROW_SIZE);
    }
  }
  const identities = [...copies.values()].map(({ identity }) => identity);
  return [JSON.stringify([...copies.keys()]), JSON.stringify(identities), JSON.stringify([...names.keys()]), packNumbers(numbers)];
}

export function copyAt({ names, numbers }: Table, row: number, dir: string): OutputCopy {
  const number = (at: number): number => numbers[row * ROW_SIZE + at] ?? Number.NaN;
  const name = (at: number): string => names[number(at)] ?? "";
  const bodyAt = number(4);
  if (bodyAt === IS_FILE) return { kind: "file", from: resolve(dir, name(0)), size: number(2), checksum: number(3) };
  const bytes: PackRef = [name(0), number(1), number(2), number(3)];
  if (bodyAt === NO_BODY) return { kind: "whole", bytes };
  return { kind: "framed", bytes, at: bodyAt, body: [name(5), number(6), number(7), number(8)] };
}

/** The latest that is known of a path, if it was kept with this identity. @param tables the latest first */
export function findRow(tables: readonly Table[], path: string, identity: string): { readonly table: Table; readonly at: number } | null {
  for (const table of tables) {
    const at = table.places.get(path);
    if (at !== undefined) return table.identities[at] === identity ? { table, at } : null;
  }
  return null;
}

export function readTable(file: string): Table | null {
  const records = readLines(file, isHead);
  if (records === null) return null;
  const { head, line } = records;
  const paths: readonly string[] = JSON.parse(line(0));
  const places = new Map<string, number>();
  for (let at = 0; at < paths.length; at += 1) places.set(paths[at] ?? "", at);
  return { id: head.id, places, identities: JSON.parse(line(1)), names: JSON.parse(line(2)), numbers: unpackNumbers(line(3)) };
}

export function isHead(value: unknown): value is Head {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";
}
