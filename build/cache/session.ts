import { hash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { MANIFEST_FILE } from "../../contract/paths.ts";
import type { BuildOptions, BuildResult } from "../build.ts";
import { type KeptOutputs, KnownOutputs } from "../emit/known-outputs.ts";
import { hasStaging } from "../emit/staging.ts";

import { CHANGES_MAX, type ChangedFile, type KeptSite } from "../patch/kept-site.ts";
import type { PatchInput } from "../patch/patch-site.ts";
import { createStages } from "../stages.ts";
import { ContentCache, findSlot, forgetKept, type KeptSlots } from "./content-cache.ts";
import { CacheDamageError } from "./damage.ts";
import { ListingCache } from "./discovery.ts";
import { recallEngine } from "./engine.ts";
import { Inputs } from "./inputs.ts";
import { cacheKeyOf, cacheNameOf } from "./key.ts";
import { findTouched, isSameBuild, type LastBuild, noteBuild, readLast, repeatBuild, writeLast } from "./last-build.ts";
import { type KeptTexts, MadeTexts, type Remember } from "./made-texts.ts";
import type { BuildMemory } from "./memory.ts";
import { OutputCopies } from "./output-copies.ts";
import { PackStore } from "./pack-store.ts";
import { compareContents } from "./same-contents.ts";
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
  outputs(): { readonly known: KnownOutputs; readonly copies: OutputCopies | null };
  /** Leaves the next build what it needs to change a few posts alone. */
  keepSite(site: KeptSite | null): void;
}

export interface CacheSession {
  /** What the last build said, if this one would say the same; or what it says with a few posts changed. null: a whole build is needed. */
  buildFromLast(): Promise<BuildResult | null>;
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
  readonly copies: OutputCopies | null;
  readonly last: LastBuild | null;
}

/** So many inputs that look otherwise are read without asking whether the out folder stands as it was left. */
const TOUCHED_MAX = 2 * CHANGES_MAX;

class DiskSession implements CacheSession {
  readonly #options: BuildOptions;
  readonly #dir: string;
  readonly #isTemporary: boolean;
  readonly #since: bigint;
  /** Of this out folder, as seen from the cache: builds with other settings may have others, and so may other sites with this cache. */
  readonly #outName: string;
  readonly #memory: BuildMemory | null;
  #cache: ContentCache | null = null;
  #outputs: KnownOutputs | null = null;
  #copies: OutputCopies | null = null;

  constructor(options: BuildOptions) {
    this.#options = options;
    this.#memory = options.memory ?? null;
    const { dir, isTemporary } = findFolder(join(options.cacheDir, cacheNameOf(options)));
    this.#dir = dir;
    this.#isTemporary = isTemporary;
    this.#since = readClock(dir);
    recallEngine(join(dir, "engine"), this.#since);
    this.#outName = hash("sha256", relative(options.cacheDir, options.outDir)).slice(0, 16);
  }

  async buildFromLast(): Promise<BuildResult | null> {
    const options = this.#options;
    if (options.check === true) return null;
    const last = this.#memory === null ? readLast(this.#lastFile(), options.cwd) : this.#recall<LastBuild>(this.#lastFile());
    if (last === null || !isSameBuild(last, options)) return null;
    // In a fresh clone nothing stands as it was left, and all looks new.
    if (!existsSync(join(options.outDir, MANIFEST_FILE))) return this.#memory === null ? this.#restore(last) : null;
    // A build that was killed has left something there, which a whole build clears away.
    if (hasStaging(options.outDir)) return null;
    const touched = findTouched(last);
    const file = this.#outputsFile();
    const outputs = new KnownOutputs(file, options.outDir, this.#recall<KeptOutputs>(file));
    if (this.#memory === null && outputs.id !== last.head.outputs) return null;
    if (touched.length === 0) return outputs.areAsLeft() ? repeatBuild(last, options) : null;
    // Where the whole folder was copied, all of it looks new: nothing needs to be read to know that.
    if (touched.length > TOUCHED_MAX && !outputs.areAsLeft()) return null;
    return this.#patch({ options, last, touched, outputs });
  }

  /** Writes what the last build left, where the folder is gone, with what a few posts say otherwise now. */
  async #restore(last: LastBuild): Promise<BuildResult | null> {
    const options = this.#options;
    const known = new KnownOutputs(this.#outputsFile(), options.outDir);
    // Nothing may stand there again that the last build did not leave.
    const { written: former, unchanged: alike } = last.head.stats.files;
    if (known.id !== last.head.outputs || [...known.paths()].length !== former + alike + 1) return null;
    const compared = compareContents(last, this.#since, CHANGES_MAX);
    if (compared === null || !compared.changed.every(({ at }) => isPost(last, options.contentDir, last.paths[at] ?? ""))) return null;
    const { restoreOutputs } = await import("../emit/restore.ts");
    const packs = new PackStore(this.#dir);
    const copies = new OutputCopies(this.#copiesDir(), false);
    try {
      let said: BuildResult | null = null;
      const stages = createStages(options.onProgress);
      const restored = await stages.run("write", () =>
        restoreOutputs({ outDir: options.outDir, known, copies, packs }, async (folder, outputs) => {
          if (compared.changed.length === 0) return { last: compared.last };
          const inFolder = { ...options, outDir: folder };
          said = await this.#patch({ options: inFolder, last: compared.last, touched: compared.changed, outputs });
          return said === null ? null : { last: null };
        }),
      );
      if (restored === null) return null;
      const { outputs, result } = restored;
      await outputs.save(this.#dir);
      this.#writeLast(result.last ?? readLast(this.#lastFile(), options.cwd), outputs);
      const { stats, ...others } = said ?? repeatBuild(compared.last, options);
      const { written, unchanged } = stats.files;
      const files = { written: written + unchanged, unchanged: 0, removed: 0 };
      return { ...others, stats: { ...stats, files, stages: stages.times }, outDir: options.outDir };
    } catch (error) {
      // A whole build sees to it.
      if (error instanceof CacheDamageError) return null;
      throw error;
    } finally {
      packs.close();
      copies.close();
    }
  }

  async #patch({
    options,
    last,
    touched,
    outputs,
  }: Pick<PatchInput, "options" | "last" | "touched" | "outputs">): Promise<BuildResult | null> {
    const { patchSite } = await import("../patch/patch-site.ts");
    const kept = this.#recall<KeptSlots>(this.#dir);
    const packs = kept?.packs ?? new PackStore(this.#dir);
    const made = this.#openMade();
    const search = this.#openSearch();
    const copies = this.#openCopies(true);
    try {
      const known = (relative: string, digest: string): ChangedFile | null => {
        const timeZone = last.site()?.timeZone ?? "";
        return findSlot(kept ?? this.#dir, cacheKeyOf({ ...options, timeZone }), { relative, digest });
      };
      const since = this.#since;
      const patched = await patchSite({
        options,
        last,
        touched,
        since,
        outputs,
        copies,
        packs,
        remember: made.remember,
        keptSearch: search,
        known,
      });
      if (patched === null) return null;
      packs.flush();
      await this.#keepAll({ search, made: made.isUsed ? made : null, cache: null, outputs, copies, last: patched.last });
      return patched.result;
    } catch (error) {
      // A whole build sees to it.
      if (error instanceof CacheDamageError) return null;
      throw error;
    } finally {
      if (this.#memory === null) packs.close();
      copies?.close();
    }
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
    const made = this.#openMade();
    const search = this.#openSearch();
    let site: KeptSite | null = null;
    const result = await work({
      options: this.#options,
      inputs,
      listing: new ListingCache(join(this.#dir, "listing"), {
        key: cacheKeyOf({ ...this.#options, timeZone: "" }),
        since: this.#since,
        contentDir: this.#options.contentDir,
      }),
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
        this.#copies = this.#openCopies(false);
        return { known: this.#outputs, copies: this.#copies };
      },
      keepSite: (kept) => {
        site = kept;
      },
    });
    const last = result.ok ? noteBuild({ options: this.#options, result, inputs, site, since: this.#since, outputs: null }) : null;
    await this.#keepAll({ search, made: result.ok ? made : null, cache: this.#cache, outputs: this.#outputs, copies: this.#copies, last });
    return result;
  }

  #openMade(): MadeTexts {
    const file = join(this.#dir, "made");
    return new MadeTexts(file, this.#recall<KeptTexts>(file));
  }

  #openSearch(): SearchStore {
    const file = this.#searchFile();
    return new SearchStore(file, this.#recall<StoredSearch>(file));
  }

  async #keepAll(parts: Parts): Promise<void> {
    if (this.#memory !== null) return this.#keep(this.#memory, parts);
    const { cache, made, search, outputs, copies, last } = parts;
    cache?.save();
    made?.save();
    search.save();
    copies?.save(outputs?.paths() ?? [], cache?.moved ?? new Map());
    await outputs?.save(this.#dir);
    this.#writeLast(last, outputs);
  }

  /** null: this process keeps what it needs in memory, and writes to a folder of this machine alone. */
  #openCopies(isPatch: boolean): OutputCopies | null {
    return this.#memory === null && !this.#isTemporary ? new OutputCopies(this.#copiesDir(), isPatch) : null;
  }

  #writeLast(last: LastBuild | null, outputs: KnownOutputs | null): void {
    const left = outputs?.id ?? null;
    if (last !== null && left !== null) writeLast(this.#lastFile(), this.#options.cwd, { ...last, head: { ...last.head, outputs: left } });
  }

  #recall<T>(name: string): T | null {
    return (this.#memory?.parts.get(name) as T | undefined) ?? null;
  }

  /** Keeps in memory what the next build of this process needs; the disk may wait. */
  #keep({ parts, pending }: BuildMemory, { search, made, cache, outputs, last }: Parts): void {
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
    // A build that failed wrote nothing: what the one before left still stands.
    if (last !== null) parts.set(this.#lastFile(), last);
    if (outputs === null) return;
    parts.set(this.#outputsFile(), outputs.keepAll());
    pending.set("outputs", () => outputs.saveNow(this.#dir));
    pending.set("last", () => this.#writeLast(last, outputs));
  }

  #closeCache(): void {
    this.#cache?.close();
    this.#cache = null;
    this.#copies?.close();
    this.#copies = null;
  }

  #lastFile(): string {
    return join(this.#dir, `last-${this.#outName}`);
  }

  #copiesDir(): string {
    return join(this.#dir, `copies-${this.#outName}`);
  }

  #searchFile(): string {
    return join(this.#dir, "search");
  }

  #outputsFile(): string {
    return join(this.#dir, `outputs-${this.#outName}`);
  }
}

function isPost(last: LastBuild, contentDir: string, path: string): boolean {
  return path.startsWith(contentDir + sep) && (last.site()?.files.includes(path.slice(contentDir.length + 1)) ?? false);
}

/** Where nothing may be written, a folder for this build alone does. */
function findFolder(wanted: string): { readonly dir: string; readonly isTemporary: boolean } {
  try {
    mkdirSync(wanted, { recursive: true });
    rmSync(mkdtempSync(join(wanted, "probe-")), { recursive: true });
    return { dir: wanted, isTemporary: false };
  } catch {
    return { dir: mkdtempSync(join(tmpdir(), "octavo-cache-")), isTemporary: true };
  }
}
