import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildOptions, BuildResult } from "../build.ts";
import { type KeptOutputs, KnownOutputs } from "../emit/known-outputs.ts";
import { ContentCache, forgetKept, type KeptSlots } from "./content-cache.ts";
import { CacheDamageError } from "./damage.ts";
import { ListingCache } from "./discovery.ts";
import { Inputs } from "./inputs.ts";
import { cacheKeyOf, cacheNameOf } from "./key.ts";
import { findUnchanged, noteBuild } from "./last-build.ts";
import { type KeptTexts, MadeTexts, type Remember } from "./made-texts.ts";
import type { BuildMemory } from "./memory.ts";
import { SearchStore, type StoredSearch } from "./search-store.ts";
import { readClock } from "./stamps.ts";

/** What a build is given beside its options. */
export interface BuildContext {
  readonly options: BuildOptions;
  readonly inputs: Inputs;
  readonly listing: ListingCache;
  readonly remember: Remember;
  readonly keptSearch: SearchStore;
  /** Opens what is known of content files, told the site's time zone. */
  openCache(timeZone: string): ContentCache;
  /** What stands in the out folder. */
  outputs(): KnownOutputs;
}

export interface CacheSession {
  /** What the last build said, if this one would say the same. */
  findUnchanged(): BuildResult | null;
  /** Does the work with the cache, and keeps what it found out; once more without what is known, if that turns out to be damaged. */
  run(work: (context: BuildContext) => Promise<BuildResult>): Promise<BuildResult>;
  close(): void;
}

/** The cache of one build. */
export function openCacheSession(options: BuildOptions): CacheSession {
  return new DiskSession(options);
}

interface Parts {
  readonly search: SearchStore;
  readonly made: MadeTexts | null;
  readonly cache: ContentCache | null;
  readonly outputs: KnownOutputs | null;
}

class DiskSession implements CacheSession {
  readonly #options: BuildOptions;
  readonly #dir: string;
  readonly #isTemporary: boolean;
  readonly #since: bigint;
  /** Of this out folder: builds with other settings may have others. */
  readonly #outName: string;
  readonly #memory: BuildMemory | null;
  #cache: ContentCache | null = null;
  #outputs: KnownOutputs | null = null;

  constructor(options: BuildOptions) {
    this.#options = options;
    this.#memory = options.memory ?? null;
    const { dir, isTemporary } = findFolder(join(options.cacheDir, cacheNameOf(options)));
    this.#dir = dir;
    this.#isTemporary = isTemporary;
    this.#since = readClock(dir);
    this.#outName = hash("sha256", options.outDir).slice(0, 16);
  }

  findUnchanged(): BuildResult | null {
    if (this.#memory !== null) return null;
    return findUnchanged(this.#lastFile(), () => new KnownOutputs(this.#outputsFile(), this.#options.outDir), this.#options);
  }

  async run(work: (context: BuildContext) => Promise<BuildResult>): Promise<BuildResult> {
    try {
      return await this.#attempt(work);
    } catch (error) {
      this.#memory?.parts.clear();
      this.#memory?.pending.clear();
      if (!(error instanceof CacheDamageError)) throw error;
      this.#closeCache();
      forgetKept(this.#dir);
      return await this.#attempt(work);
    }
  }

  close(): void {
    if (this.#memory === null) this.#closeCache();
    if (this.#isTemporary && this.#memory === null) rmSync(this.#dir, { recursive: true, force: true });
  }

  async #attempt(work: (context: BuildContext) => Promise<BuildResult>): Promise<BuildResult> {
    const inputs = new Inputs();
    const madeFile = join(this.#dir, "made");
    const made = new MadeTexts(madeFile, this.#recall<KeptTexts>(madeFile));
    const searchFile = this.#searchFile();
    const search = new SearchStore(searchFile, this.#recall<StoredSearch>(searchFile));
    const result = await work({
      options: this.#options,
      inputs,
      listing: new ListingCache(join(this.#dir, "listing"), cacheKeyOf({ ...this.#options, timeZone: "" }), this.#since),
      remember: made.remember,
      keptSearch: search,
      openCache: (timeZone) => {
        const key = cacheKeyOf({ ...this.#options, timeZone });
        this.#cache = new ContentCache(this.#dir, key, { since: this.#since, inputs, kept: this.#recall<KeptSlots>(this.#dir) });
        return this.#cache;
      },
      outputs: () => {
        const file = this.#outputsFile();
        this.#outputs = new KnownOutputs(file, this.#options.outDir, this.#recall<KeptOutputs>(file));
        return this.#outputs;
      },
    });
    const parts = { search, made: result.ok ? made : null, cache: this.#cache, outputs: this.#outputs };
    if (this.#memory !== null) this.#keep(this.#memory, parts);
    else {
      parts.cache?.save();
      parts.made?.save();
      search.save();
      await parts.outputs?.save(this.#dir);
      const left = parts.outputs?.id ?? null;
      if (result.ok && left !== null)
        noteBuild(this.#lastFile(), { options: this.#options, result, inputs, since: this.#since, outputs: left });
    }
    return result;
  }

  #recall<T>(name: string): T | null {
    return (this.#memory?.parts.get(name) as T | undefined) ?? null;
  }

  /** Keeps in memory what the next build of this process needs; the disk may wait. */
  #keep({ parts, pending }: BuildMemory, { search, made, cache, outputs }: Parts): void {
    parts.set(this.#searchFile(), search.keep());
    pending.set("search", () => search.save());
    if (cache !== null) {
      parts.set(this.#dir, cache.keep());
      pending.set("cache", () => {
        cache.save();
        parts.set(this.#dir, cache.keep());
      });
    }
    if (made !== null) {
      parts.set(join(this.#dir, "made"), made.keep());
      pending.set("made", () => made.save());
    }
    if (outputs === null) return;
    parts.set(this.#outputsFile(), outputs.keepAll(this.#dir));
    pending.set("outputs", () => outputs.saveNow(this.#dir));
  }

  #closeCache(): void {
    this.#cache?.close();
    this.#cache = null;
  }

  #lastFile(): string {
    return join(this.#dir, `last-${this.#outName}`);
  }

  #searchFile(): string {
    return join(this.#dir, "search");
  }

  #outputsFile(): string {
    return join(this.#dir, `outputs-${this.#outName}`);
  }
}

/** Where nothing may be written, a folder for this build alone does. */
function findFolder(wanted: string): { readonly dir: string; readonly isTemporary: boolean } {
  try {
    mkdirSync(wanted, { recursive: true });
    rmSync(mkdtempSync(join(wanted, "probe-")), { recursive: true });
    return { dir: wanted, isTemporary: false };
  } catch {
    return { dir: mkdtempSync(join(tmpdir(), "quire-cache-")), isTemporary: true };
  }
}
