import { hash } from "node:crypto";
import type { CacheStorage, StoredValue } from "./storage/cache-storage.ts";

type Texts = Readonly<Record<string, string>>;

/** Reads texts by name from the cache, or creates them. The same input must give the same texts. */
export type Remember = <T extends Texts>(name: string, input: string, make: () => T | Promise<T>) => Promise<T>;

/** Decoded values by their immutable bytes, for the builds of one process. */
export type DecodedValues = WeakMap<Uint8Array, unknown>;

/** The out folder and key to which memos belong. */
export interface MemoScope {
  readonly out: string;
  /** Digest of toolchain and configuration. */
  readonly key: string;
}

/** Derived values that are expensive and rarely change, each stored with a digest of its inputs. */
export class Memos {
  readonly #storage: Pick<CacheStorage, "value">;
  readonly #scope: MemoScope;
  readonly #changed = new Map<string, StoredValue>();
  readonly #removed = new Set<string>();
  readonly #tables = new Map<string, MemoTable>();
  readonly #decoded: DecodedValues | null;

  constructor(storage: Pick<CacheStorage, "value">, scope: MemoScope, decoded: DecodedValues | null = null) {
    this.#storage = storage;
    this.#scope = scope;
    this.#decoded = decoded;
  }

  readonly remember: Remember = async (name, input, make) => {
    const key = hash("sha1", input);
    const cached = this.decode(name, key, readTexts);
    if (cached !== null) return cached as Awaited<ReturnType<typeof make>>;
    const texts = await make();
    this.write(name, key, Buffer.from(JSON.stringify(texts)));
    return texts;
  };

  /** Short texts, keyed by their inputs. Texts that a build does not use are dropped. */
  table(name: string): MemoTable {
    const table = this.#tables.get(name) ?? new MemoTable(this.decode(name, "", readTexts));
    this.#tables.set(name, table);
    return table;
  }

  /** A text that few builds read. */
  text(name: string, key: string, make: () => string): string {
    const cached = this.read(name, key);
    if (cached !== null) return Buffer.from(cached).toString("utf8");
    const text = make();
    this.write(name, key, Buffer.from(text));
    return text;
  }

  /** null if nothing is stored for this input. */
  read(name: string, key: string): Uint8Array | null {
    const full = `${name} ${this.#scope.out}`;
    const memo = this.#changed.get(full) ?? this.#storage.value(full);
    return memo?.key === `${this.#scope.key} ${key}` ? memo.bytes : null;
  }

  /**
   * Like `read`, with the value decoded once for all builds of a process.
   * @param decode must depend only on the bytes and the scope
   */
  decode<T>(name: string, key: string, decode: (bytes: Uint8Array) => T): T | null {
    const bytes = this.read(name, key);
    if (bytes === null) return null;
    const value = (this.#decoded?.get(bytes) ?? decode(bytes)) as T;
    this.#decoded?.set(bytes, value);
    return value;
  }

  write(name: string, key: string, bytes: Uint8Array): void {
    this.#changed.set(`${name} ${this.#scope.out}`, { key: `${this.#scope.key} ${key}`, bytes });
  }

  /** Like `read`, but for a text with a unique name, whichever configuration stored it. */
  readTextOfAny(name: string): string | null {
    const full = `${name} ${this.#scope.out}`;
    const memo = this.#changed.get(full) ?? this.#storage.value(full);
    return memo === null ? null : Buffer.from(memo.bytes).toString("utf8");
  }

  /** Removes a value. */
  remove(name: string): void {
    this.#changed.delete(`${name} ${this.#scope.out}`);
    this.#removed.add(`${name} ${this.#scope.out}`);
  }

  /** Names of removed values. */
  get removed(): ReadonlySet<string> {
    return this.#removed;
  }

  changes(): ReadonlyMap<string, StoredValue> {
    for (const [name, table] of this.#tables) if (table.isChanged) this.write(name, "", Buffer.from(JSON.stringify(table.used)));
    return this.#changed;
  }
}

function readTexts(bytes: Uint8Array): Texts {
  return JSON.parse(Buffer.from(bytes).toString("utf8"));
}

class MemoTable {
  readonly used: Record<string, string> = {};
  readonly #cached: Readonly<Record<string, string>>;

  constructor(cached: Texts | null) {
    this.#cached = cached ?? {};
  }

  get isChanged(): boolean {
    const keys = Object.keys(this.used);
    return keys.length !== Object.keys(this.#cached).length || keys.some((key) => !Object.hasOwn(this.#cached, key));
  }

  get(key: string, make: () => string): string {
    const text = this.used[key] ?? (Object.hasOwn(this.#cached, key) ? this.#cached[key] : undefined) ?? make();
    this.used[key] = text;
    return text;
  }
}
