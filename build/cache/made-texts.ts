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
  readonly #known: ReadonlyMap<string, Made>;
  readonly #used = new Map<string, Made>();

  /** @param file absolute: where they are kept */
  constructor(file: string) {
    this.#file = file;
    const records = readRecords(file, isHead);
    const all: readonly Made[] = records === null ? [] : JSON.parse(`[${records.lines.join(",")}]`);
    this.#known = new Map(all.map((made) => [made.name, made]));
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
    const isSame = this.#used.size === this.#known.size && [...this.#used].every(([name, made]) => this.#known.get(name) === made);
    if (isSame) return;
    writeRecords(
      this.#file,
      { engine: digestEngine() },
      [...this.#used.values()].map((made) => JSON.stringify(made)),
    );
  }
}

function isHead(value: unknown): value is { readonly engine: string } {
  return typeof value === "object" && value !== null && "engine" in value && value.engine === digestEngine();
}
