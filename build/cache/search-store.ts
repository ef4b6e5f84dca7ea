import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { totalOf } from "../../search/write/scale.ts";
import type { KeptIndex, WrittenIndex } from "../../search/write/types.ts";
import type { KeptSearch } from "../index/search.ts";
import { digestEngine } from "./engine.ts";
import { writeFully, writeWhole } from "./file-io.ts";
import { readLines, writeRecords } from "./record-file.ts";

/** What a process keeps for its next build. */
export interface StoredSearch {
  readonly search: KeptSearch | null;
  readonly written: WrittenIndex | null;
  readonly isSaved: boolean;
}

/**
 * The full-text index as the last whole build made it, with the digest of what it counted in each document; and which one stands in the out folder, which
 * builds of a few changed posts patch without what is kept here.
 */
export class SearchStore {
  readonly #file: string;
  #search: KeptSearch | null;
  #written: WrittenIndex | null;
  #isRead: boolean;
  #isSaved: boolean;
  #isWrittenSaved = true;

  /**
   * @param file absolute: where it is kept
   * @param stored from an earlier build of this process
   */
  constructor(file: string, stored: StoredSearch | null = null) {
    this.#file = file;
    this.#search = stored?.search ?? null;
    this.#written = stored?.written ?? null;
    this.#isRead = stored?.search !== undefined && stored.search !== null;
    this.#isSaved = stored?.isSaved ?? true;
  }

  /** null: nothing that can be believed. */
  get(): KeptSearch | null {
    if (!this.#isRead) this.#search = readSearch(this.#file);
    this.#isRead = true;
    return this.#search;
  }

  set(search: KeptSearch): void {
    this.setWritten({ base: search.base, total: totalOf(search.index.inverted) });
    if (isSame(search, this.#search)) return;
    this.#search = search;
    this.#isRead = true;
    this.#isSaved = false;
  }

  /** The one that stands in the out folder; null: that is not known. */
  getWritten(): WrittenIndex | null {
    this.#written ??= readWritten(this.#file);
    return this.#written;
  }

  setWritten(written: WrittenIndex): void {
    this.#written = written;
    this.#isWrittenSaved = false;
  }

  keep(): StoredSearch {
    return { search: this.#search, written: this.#written, isSaved: this.#isSaved };
  }

  save(): void {
    if (!this.#isWrittenSaved && this.#written !== null) {
      writeRecords(`${this.#file}-written`, { engine: digestEngine(), ...this.#written }, []);
      this.#isWrittenSaved = true;
    }
    if (this.#isSaved || this.#search === null) return;
    writeSearch(this.#file, this.#search);
    this.#isSaved = true;
  }
}

function readWritten(file: string): WrittenIndex | null {
  const records = readLines(`${file}-written`, isWritten);
  if (records === null) return null;
  const { base, total } = records.head;
  return { base, total };
}

function isWritten(value: unknown): value is WrittenIndex {
  if (typeof value !== "object" || value === null) return false;
  return (
    "engine" in value &&
    "base" in value &&
    "total" in value &&
    value.engine === digestEngine() &&
    typeof value.base === "string" &&
    typeof value.total === "number"
  );
}

/** Whether there is nothing to write. What is not in the digests or the order of documents is not in the index either. */
function isSame(a: KeptSearch, b: KeptSearch | null): boolean {
  return b !== null && a.base === b.base && !a.digests.includes("") && isEqual(a.names, b.names) && isEqual(a.digests, b.digests);
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}

/*
 * A line with a checksum of the rest, a line that says how long the parts are, and the parts: lists with a line feed between items, and
 * numbers of 32 bits as this machine has them (the engine's digest names the machine's kind).
 */

const MAGIC = "octavo-search-3";
const LINE_FEED = 10;

type Encoding = "utf8" | "utf16le";

interface Head {
  readonly engine: string;
  readonly parts: readonly (readonly [bytes: number, encoding: Encoding | "bytes" | "none"])[];
  readonly shardFiles: KeptIndex["shardFiles"];
  readonly nearFiles: KeptIndex["nearFiles"];
  readonly rest: KeptIndex["rest"];
  readonly base: string;
}

function writeSearch(file: string, { names, digests, index, base }: KeptSearch): void {
  const { inverted, lengths, near, shardFiles, nearFiles, rest } = index;
  const lists = [names, digests, inverted.terms, near].map(packList);
  const numbers = [lengths, inverted.starts, inverted.postings].map((each) => Buffer.from(each.buffer, each.byteOffset, each.byteLength));
  const parts: Head["parts"] = [
    ...lists.map(({ bytes, encoding }) => [bytes.length, encoding] as const),
    ...numbers.map((bytes) => [bytes.length, "bytes"] as const),
  ];
  const head: Head = { engine: digestEngine(), parts, shardFiles, nearFiles, rest, base };
  const all = [Buffer.from(`${JSON.stringify(head)}\n`), ...lists.map(({ bytes }) => bytes), ...numbers];
  const checksum = all.reduce((sum, bytes) => crc32(bytes, sum), 0);
  writeWhole(file, (to) => {
    for (const bytes of [Buffer.from(`${MAGIC} ${checksum}\n`), ...all]) writeFully(to, bytes);
  });
}

/** Half a surrogate pair, which ends of words may begin with, is nothing that UTF-8 can say. */
function packList(items: readonly string[]): { readonly bytes: Buffer; readonly encoding: Encoding | "none" } {
  const text = items.join("\n");
  const encoding = text.isWellFormed() ? "utf8" : "utf16le";
  return { bytes: Buffer.from(text, encoding), encoding: items.length === 0 ? "none" : encoding };
}

function readSearch(file: string): KeptSearch | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return null;
  }
  const first = bytes.indexOf(LINE_FEED);
  const body = bytes.subarray(first + 1);
  if (bytes.subarray(0, Math.max(0, first)).toString("latin1") !== `${MAGIC} ${crc32(body)}`) return null;
  const second = body.indexOf(LINE_FEED);
  const head: Head = JSON.parse(body.subarray(0, second).toString("utf8"));
  if (head.engine !== digestEngine()) return null;
  let at = second + 1;
  const parts = head.parts.map(([length, encoding]) => {
    const part = body.subarray(at, at + length);
    at += length;
    return { part, encoding };
  });
  const list = (number: number): string[] => {
    const { part, encoding } = parts[number] ?? { part: Buffer.alloc(0), encoding: "none" };
    return encoding === "none" || encoding === "bytes" ? [] : part.toString(encoding).split("\n");
  };
  const numbers = (number: number): Uint32Array => new Uint32Array(new Uint8Array(parts[number]?.part ?? []).buffer);
  const inverted = { terms: list(2), starts: numbers(5), postings: parts[6]?.part ?? new Uint8Array() };
  const { shardFiles, nearFiles, rest, base } = head;
  const index = { inverted, lengths: numbers(4), near: list(3), shardFiles, nearFiles, rest };
  return { names: list(0), digests: list(1), index, base };
}
