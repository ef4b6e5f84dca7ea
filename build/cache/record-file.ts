import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { writeFully, writeWhole } from "./file-io.ts";

/*
 * A file of lines with a head that says what they are and a checksum of all: read whole or not at all, written whole or not at all.
 */

export interface RecordFile<Head> {
  readonly head: Head;
  readonly lines: readonly string[];
}

/** @returns null where the file is not there, cut short, damaged, or none of ours */
export function readRecords<Head>(path: string, isHead: (value: unknown) => value is Head): RecordFile<Head> | null {
  const opened = openRecords(path, isHead);
  if (opened === null) return null;
  const [, ...lines] = opened.body.toString("utf8").split("\n");
  return { head: opened.head, lines };
}

/** The same with a line as a text when it is asked for; "" where there are fewer. */
export function readLines<Head>(
  path: string,
  isHead: (value: unknown) => value is Head,
): { readonly head: Head; line(number: number): string } | null {
  const opened = openRecords(path, isHead);
  if (opened === null) return null;
  const { head, body } = opened;
  const starts: number[] = [];
  for (let at = body.indexOf(LINE_FEED); at >= 0; at = body.indexOf(LINE_FEED, at + 1)) starts.push(at + 1);
  return {
    head,
    line: (number) => body.toString("utf8", starts[number] ?? body.length, (starts[number + 1] ?? body.length + 1) - 1),
  };
}

const LINE_FEED = 10;

/** The same with its lines, a line feed before each, as bytes. */
export function openRecords<Head>(
  path: string,
  isHead: (value: unknown) => value is Head,
): { readonly head: Head; readonly body: Buffer } | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return null;
  }
  const newline = bytes.indexOf(LINE_FEED);
  const [magic, checksum] = bytes.subarray(0, Math.max(0, newline)).toString("latin1").split(" ");
  const body = bytes.subarray(newline + 1);
  if (magic !== MAGIC || checksum?.length !== CHECKSUM_DIGITS || Number(checksum) !== crc32(body)) return null;
  const first = body.indexOf(LINE_FEED);
  const end = first < 0 ? body.length : first;
  try {
    const head: unknown = JSON.parse(body.subarray(0, end).toString("utf8"));
    return isHead(head) ? { head, body: body.subarray(end) } : null;
  } catch {
    return null;
  }
}

/**
 * Written as they come: together, lines may be tens of megabytes.
 * @param lines without line feeds
 */
export function writeRecords(path: string, head: unknown, lines: Iterable<string>): void {
  writeWhole(path, (file) => {
    // Of the length that it will have.
    const start = Buffer.from(toStart(0));
    writeFully(file, start, 0);
    const checksum = writeBody(file, start.length, head, lines);
    writeFully(file, Buffer.from(toStart(checksum)), 0);
  });
}

/** Lines are written together until they are so long, UTF-16 code units. */
const BATCH = 1 << 19;

/** @returns the checksum */
function writeBody(file: number, start: number, head: unknown, lines: Iterable<string>): number {
  let batch = JSON.stringify(head);
  let checksum = 0;
  let at = start;
  const flush = (): void => {
    const bytes = Buffer.from(batch);
    checksum = crc32(bytes, checksum);
    writeFully(file, bytes, at);
    at += bytes.length;
    batch = "";
  };
  for (const line of lines) {
    batch += `\n${line}`;
    if (batch.length >= BATCH) flush();
  }
  flush();
  return checksum;
}

function toStart(checksum: number): string {
  return `${MAGIC} ${String(checksum).padStart(CHECKSUM_DIGITS, "0")}\n`;
}

/** Numbers as a line. */
export function packNumbers(numbers: Float64Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString("base64");
}

export function unpackNumbers(line: string): Float64Array {
  const bytes = Buffer.from(line, "base64");
  // A buffer of its own begins where numbers may.
  const own = new Uint8Array(bytes.length - (bytes.length % Float64Array.BYTES_PER_ELEMENT));
  own.set(bytes.subarray(0, own.length));
  return new Float64Array(own.buffer);
}

const CHECKSUM_DIGITS = 10;
const MAGIC = "octavo-cache-5";
