import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { CacheDamageError } from "./damage.ts";
import { writeFully } from "./file-io.ts";

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
  /** One for all: a buffer for each text costs more than writing it. */
  #batch: Buffer | null = null;
  #batched = 0;

  /** @param dir absolute; exists */
  constructor(dir: string) {
    this.#dir = dir;
  }

  put(bytes: Uint8Array): PackRef {
    const batch = this.#roomFor(bytes.length);
    batch.set(bytes, this.#batched);
    return this.#added(batch, bytes.length);
  }

  /** The same without some of the bytes in their midst. */
  putWithout(bytes: Uint8Array, at: number, length: number): PackRef {
    const batch = this.#roomFor(bytes.length - length);
    batch.set(bytes.subarray(0, at), this.#batched);
    batch.set(bytes.subarray(at + length), this.#batched + at);
    return this.#added(batch, bytes.length - length);
  }

  /** @throws CacheDamageError where the bytes are not what was put */
  get(ref: PackRef): Buffer {
    const bytes = Buffer.allocUnsafe(ref[2]);
    this.copy(ref, bytes, 0);
    return bytes;
  }

  /** Reads into a buffer that has room. @throws CacheDamageError where the bytes are not what was put */
  copy([pack, at, length, checksum]: PackRef, target: Buffer, targetAt: number): void {
    if (pack === this.#own && at + length > this.#written) this.flush();
    const bytes = target.subarray(targetAt, targetAt + length);
    const read = readFully(this.#fileOf(pack), bytes, at);
    if (read !== length || crc32(bytes) !== checksum) throw new CacheDamageError(`${pack} is not what was written`);
  }

  isOwn([pack]: PackRef): boolean {
    return pack === this.#own;
  }

  /** Bytes of a pack, those of no more use too. */
  sizeOf(pack: string): number {
    return pack === this.#own ? this.#written + this.#batched : fstatSync(this.#fileOf(pack)).size;
  }

  flush(): void {
    const batch = this.#batch;
    if (batch === null || this.#batched === 0) return;
    this.#ownFile ??= openSync(join(this.#dir, this.#own), "wx+");
    this.#open.set(this.#own, this.#ownFile);
    writeFully(this.#ownFile, batch.subarray(0, this.#batched), this.#written);
    this.#written += this.#batched;
    this.#batched = 0;
  }

  close(): void {
    for (const file of this.#open.values()) closeSync(file);
    this.#open.clear();
    this.#ownFile = null;
    this.#batch = null;
    this.#batched = 0;
  }

  #roomFor(length: number): Buffer {
    if (this.#batch !== null && this.#batched + length <= this.#batch.length) return this.#batch;
    this.flush();
    if (this.#batch === null || this.#batch.length < length) this.#batch = Buffer.allocUnsafeSlow(Math.max(BATCH, length));
    return this.#batch;
  }

  #added(batch: Buffer, length: number): PackRef {
    const at = this.#batched;
    this.#batched += length;
    return [this.#own, this.#written + at, length, crc32(batch.subarray(at, at + length))];
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
