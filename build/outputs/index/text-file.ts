import { hash } from "node:crypto";
import { INDEX_PREFIX } from "../../../contract/paths.ts";

/** A file in the out folder: its path relative to that folder, and its content as text. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A file that is assembled when it is written. */
export interface LateFile {
  readonly path: string;
  bytes(): Uint8Array;
  /** The bytes as text, if reading it spares the next call of `bytes` the work. */
  readonly text?: string;
  /** Identifies the bytes; "" if the path contains their hash. */
  readonly identity: string;
}

/** 64 bits, so collisions within a site are negligible. */
const HASH_LENGTH = 16;

export function hashText(text: string): string {
  return hash("sha256", text).slice(0, HASH_LENGTH);
}

/** Makes a file below `index/v1` with the hash of its text in its name. */
export function toHashedFile(name: string, text: string): TextFile {
  return { path: `${INDEX_PREFIX.slice(1)}/${name}.${hashText(text)}.json`, text };
}

/** The name of an index file in the manifest, without its folder. */
export function nameOf({ path }: Pick<TextFile, "path">): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
