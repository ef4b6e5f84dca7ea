import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { CacheDamageError } from "./damage.ts";

/** Where some bytes are kept: the pack's name, offset, length and checksum. */
export type PackRef = readonly [pack: string, at: number, length: number, checksum: number];

/** Written at once, bytes. */
const BATCH = 1 << 20;

/**
 * Large texts on disk and not in memory, in a few files that only grow while one build writes them: each build has one of its own, so that
 * builds at the same time cannot hurt each other.
 */
export class PackStore {
  readonly #dir: string;
  readonly #open = new Map<string, number>();
  readonly #own = `pack-${randomBytes(8).toString("hex")}`;
  #ownFile: number | null = null;
  #written = 0;
  #batch: Uint8Array[] = [];
  #batched = 0;

  /** @param dir absolute; exists */
  constructor(dir: string) {
    this.#dir = dir;
  }

  put(bytes: Uint8Array): PackRef {
    const ref: PackRef = [this.#own, this.#written + this.#batched, bytes.length, crc32(bytes)];
    this.#batch.push(bytes);
    this.#batched += bytes.length;
    if (this.#batched >= BATCH) this.flush();
    return ref;
  }

  /** @throws CacheDamageError where the bytes are not what was put */
  get([pack, at, length, checksum]: PackRef): Buffer {
    if (pack === this.#own && at + length > this.#written) this.flush();
    const bytes = Buffer.allocUnsafe(length);
    const read = readFully(this.#fileOf(pack), bytes, at);
    if (read !== length || crc32(bytes) !== checksum) throw new CacheDamageError(`${pack} is not what was written`);
    return bytes;
  }

  isOwn([pack]: PackRef): boolean {
    return pack === this.#own;
  }

  /** Bytes of a pack, those of no more use too. */
  sizeOf(pack: string): number {
    return pack === this.#own ? this.#written + this.#batched : fstatSync(this.#fileOf(pack)).size;
  }

  flush(): void {
    if (this.#batched === 0) return;
    this.#ownFile ??= openSync(join(this.#dir, this.#own), "wx+");
    this.#open.set(this.#own, this.#ownFile);
    const bytes = Buffer.concat(this.#batch);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#ownFile, bytes, at, bytes.length - at, this.#written + at);
    this.#written += bytes.length;
    this.#batch = [];
    this.#batched = 0;
  }

  close(): void {
    for (const file of this.#open.values()) closeSync(file);
    this.#open.clear();
    this.#ownFile = null;
  }

  #fileOf(pack: string): number {
    const open = this.#open.get(pack);
    if (open !== undefined) return open;
    if (!/^pack-[0-9a-f]{16}$/.test(pack)) throw new CacheDamageError(`${JSON.stringify(pack)} is not the name of a pack`);
    try {
      const file = openSync(join(this.#dir, pack), "r");
      this.#open.set(pack, file);
      return file;
    } catch (cause) {
      throw new CacheDamageError(`${pack} cannot be read`, { cause });
    }
  }
}

function readFully(file: number, bytes: Buffer, at: number): number {
  let read = 0;
  while (read < bytes.length) {
    const count = readSync(file, bytes, read, bytes.length - read, at + read);
    if (count === 0) break;
    read += count;
  }
  return read;
}
