import { createHash } from "node:crypto";
import type { SourceRow } from "./cache-storage.ts";

/**
 * Hundreds of rows that are stored together, with their details concatenated. Reading and verifying
 * each row separately takes twice as long.
 */
export interface RowBucket {
  /** Digest of the other members. */
  readonly digest: string;
  readonly rows: Buffer;
  readonly details: Buffer;
}

/** `detailBytes`: the number of bytes of the bucket's details that belong to the row. */
type PackedRow = readonly [path: string, digest: string, id: string, body: string | null, head: unknown, detailBytes: number];

/** The number of a path's bucket, one of 256. It depends only on the path. */
export function bucketOf(path: string): number {
  let sum = 0;
  for (let at = 0; at < path.length; at += 1) sum = (sum * 31 + path.charCodeAt(at)) & 0xffff;
  return sum & 0xff;
}

export function packRows(ofBucket: readonly (readonly [path: string, row: SourceRow])[]): RowBucket {
  const details = ofBucket.map(([, { detail }]) => Buffer.from(detail));
  const packed = ofBucket.map(([path, { digest, id, body, head }], at): PackedRow => {
    return [path, digest, id, body, head, details[at]?.length ?? 0];
  });
  const bytes = [Buffer.from(JSON.stringify(packed)), Buffer.concat(details)] as const;
  return { digest: digestOf(...bytes), rows: bytes[0], details: bytes[1] };
}

/** Yields the rows of a bucket, or none if its digest shows damage. */
export function* unpackRows({ digest, rows, details }: RowBucket): Generator<[path: string, row: SourceRow]> {
  if (digestOf(rows, details) !== digest) return;
  let at = 0;
  for (const [path, ofFile, id, body, head, detailBytes] of JSON.parse(rows.toString("utf8")) as PackedRow[]) {
    yield [path, new StoredRow({ digest: ofFile, id, body, head }, details, at, at + detailBytes)];
    at += detailBytes;
  }
}

/** A row with a detail that is not parsed yet. */
class StoredRow implements SourceRow {
  readonly digest: string;
  readonly id: string;
  readonly body: string | null;
  readonly head: unknown;
  readonly #details: Buffer;
  readonly #from: number;
  readonly #to: number;

  constructor({ digest, id, body, head }: Omit<SourceRow, "detail">, details: Buffer, from: number, to: number) {
    this.digest = digest;
    this.id = id;
    this.body = body;
    this.head = head;
    this.#details = details;
    this.#from = from;
    this.#to = to;
  }

  get detail(): string {
    return this.#details.toString("utf8", this.#from, this.#to);
  }
}

function digestOf(rows: Buffer, details: Buffer): string {
  return createHash("sha1").update(rows).update(details).digest("hex");
}
