import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ImportError } from "./import-error.ts";

/** Maximum number of characters of an export, because a compressed one can expand to any length. */
const TEXT_MAX = 8_000_000_000;

/** Bytes read at once. */
const CHUNK_BYTES = 1 << 18;

/** The file of an export. */
export interface ExportFile {
  readonly path: string;
  /** Name in messages. */
  readonly shown: string;
}

/** Reports the place of a mistake in an export. */
export interface ExportPlace {
  mistake(message: string, hint: string, options?: ErrorOptions): ImportError;
}

/**
 * The text of an export in pieces, decompressed if it is gzip.
 * @throws ImportError for invalid UTF-8 and for a broken archive
 */
export async function* readExportText(path: string, place: ExportPlace): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (cause) {
      throw place.mistake("the text after this place is not UTF-8", "save the export in UTF-8", { cause });
    }
  };
  let length = 0;
  for await (const chunk of await openBytes(path, place)) {
    const text = decode(chunk as Buffer);
    length += text.length;
    if (length > TEXT_MAX) throw place.mistake("the text is longer than any real export", "decompress it and check it");
    yield text;
  }
  yield decode();
}

/** Maximum number of characters of an export that is one JSON document, which is read as a whole. */
const JSON_MAX = 250_000_000;

/** How to read an export that is one JSON document. */
export interface JsonExportOptions {
  /** How to get a complete export. */
  readonly again: string;
  /** Message and hint for a text that JSON.parse refuses. */
  readonly broken: readonly [message: string, hint: string];
}

/** @throws ImportError for a file that is too long, or not JSON */
export async function readJsonExport({ path, shown }: ExportFile, { again, broken }: JsonExportOptions): Promise<unknown> {
  const mistake: ExportPlace["mistake"] = (message, hint, options) => new ImportError(`${shown}: ${message}`, hint, options);
  let text = "";
  for await (const part of readExportText(path, { mistake })) {
    text += part;
    if (text.length > JSON_MAX) throw mistake(`more than ${JSON_MAX / 1_000_000} million characters`, again);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw mistake(...broken, { cause });
  }
}

/** The first bytes of an export, decompressed. They are enough to recognize its format. */
export async function readExportStart(path: string, place: ExportPlace): Promise<Buffer> {
  for await (const chunk of await openBytes(path, place)) return chunk as Buffer;
  return Buffer.alloc(0);
}

async function openBytes(path: string, place: ExportPlace): Promise<AsyncIterable<unknown>> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  if (!(await isPacked(path))) return file;
  const unpacked: Readable = createGunzip();
  file.on("error", (error) => unpacked.destroy(error)).pipe(unpacked as ReturnType<typeof createGunzip>);
  return explained(unpacked, place);
}

async function* explained(unpacked: Readable, place: ExportPlace): AsyncGenerator<unknown> {
  try {
    yield* unpacked;
  } catch (cause) {
    throw place.mistake("the archive is broken, or its end is missing", "download the export again", { cause });
  }
}

async function isPacked(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
