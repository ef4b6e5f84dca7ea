import { hash } from "node:crypto";
import { digestEngine } from "./engine.ts";
import { readRecords, writeRecords } from "./record-file.ts";

interface Made {
  readonly name: string;
  readonly key: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** Makes a text, or several by name; the same input must give the same. */
export type Remember = <T extends Readonly<Record<string, string>>>(name: string, input: string, make: () => T | Promise<T>) => Promise<T>;

/** Texts that take long to make and seldom change: kept with a digest of what they were made of. */
export class MadeTexts {
  readonly #file: string;
  #read: ReadonlyMap<string, Made> | null;
  #isSaved: boolean;
  readonly #used = new Map<string, Made>();

  /**
   * @param file absolute: where they are kept
   * @param kept from an earlier build of this process
   */
  constructor(file: string, kept: KeptTexts | null = null) {
    this.#file = file;
    this.#read = kept?.texts ?? null;
    this.#isSaved = kept?.isSaved ?? true;
  }

  get #known(): ReadonlyMap<string, Made> {
    this.#read ??= readTexts(this.#file);
    return this.#read;
  }

  /** Whether anything was asked for. */
  get isUsed(): boolean {
    return this.#used.size > 0;
  }

  keep(): KeptTexts {
    return { texts: this.#used, isSaved: this.#isSaved && this.#isSame() };
  }

  readonly remember: Remember = async (name, input, make) => {
    const key = hash("sha256", input);
    const known = this.#known.get(name);
    if (known?.key === key) {
      this.#used.set(name, known);
      return known.texts as Awaited<ReturnType<typeof make>>;
    }
    const texts = await make();
    this.#used.set(name, { name, key, texts });
    return texts;
  };

  save(): void {
    if (this.#isSaved && this.#isSame()) return;
    this.#isSaved = true;
    writeRecords(
      this.#file,
      { engine: digestEngine() },
      [...this.#used.values()].map((made) => JSON.stringify(made)),
    );
  }

  #isSame(): boolean {
    return this.#used.size === this.#known.size && [...this.#used].every(([name, made]) => this.#known.get(name) === made);
  }
}

export interface KeptTexts {
  readonly texts: ReadonlyMap<string, Made>;
  readonly isSaved: boolean;
}

function readTexts(file: string): Map<string, Made> {
  const records = readRecords(file, isHead);
  const all: readonly Made[] = records === null ? [] : JSON.parse(`[${records.lines.join(",")}]`);
  return new Map(all.map((made) => [made.name, made]));
}

function isHead(value: unknown): value is { readonly engine: string } {
  return typeof value === "object" && value !== null && "engine" in value && value.engine === digestEngine();
}
