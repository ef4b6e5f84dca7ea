import type { FormerIndex, WrittenIndex } from "../../search/write/patch-index.ts";
import { digestEngine } from "./engine.ts";
import { readLines, writeRecords } from "./record-file.ts";

/** The files of an index that the next one is made from; others are made anew. */
const KEPT_FILES = /^search\.(?:shard|near)\./;

interface StoredIndex extends FormerIndex {
  /** Of the files that can be read. */
  readonly names: readonly string[];
}

/** What a process keeps for its next build. */
export interface StoredSearch {
  readonly former: StoredIndex | null;
  readonly isSaved: boolean;
}

interface Head {
  readonly engine: string;
  readonly names: readonly string[];
}

/** The full-text index as the last build wrote it: its state and, by name, files of it. */
export class SearchStore {
  readonly #file: string;
  #former: StoredIndex | null;
  #isRead: boolean;
  #isSaved: boolean;

  /**
   * @param file absolute: where it is kept
   * @param stored from an earlier build of this process
   */
  constructor(file: string, stored: StoredSearch | null = null) {
    this.#file = file;
    this.#former = stored?.former ?? null;
    this.#isRead = this.#former !== null;
    this.#isSaved = stored?.isSaved ?? true;
  }

  /** null: nothing that can be believed. */
  get(): FormerIndex | null {
    if (!this.#isRead) this.#former = readFormer(this.#file);
    this.#isRead = true;
    return this.#former;
  }

  set({ state, files }: WrittenIndex): void {
    const former = this.get();
    if (former?.state === state) return;
    const texts = new Map<string, string>();
    for (const file of files) if (KEPT_FILES.test(file.name)) texts.set(file.name, former?.read(file.name) ?? file.text);
    this.#former = { state, names: [...texts.keys()], read: (name) => texts.get(name) ?? null };
    this.#isSaved = false;
  }

  keep(): StoredSearch {
    return { former: this.#former, isSaved: this.#isSaved };
  }

  save(): void {
    const former = this.#former;
    if (this.#isSaved || former === null) return;
    const head: Head = { engine: digestEngine(), names: former.names };
    writeRecords(this.#file, head, [former.state, ...former.names.map((name) => former.read(name) ?? "")]);
    this.#isSaved = true;
  }
}

function readFormer(file: string): StoredIndex | null {
  const records = readLines(file, isHead);
  if (records === null) return null;
  const lines = new Map(records.head.names.map((name, at) => [name, at + 1]));
  return {
    state: records.line(0),
    names: records.head.names,
    read: (name) => {
      const line = lines.get(name);
      return line === undefined ? null : records.line(line);
    },
  };
}

function isHead(value: unknown): value is Head {
  if (typeof value !== "object" || value === null) return false;
  return "engine" in value && value.engine === digestEngine() && "names" in value && Array.isArray(value.names);
}
