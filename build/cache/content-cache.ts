import { hash } from "node:crypto";
import { fstatSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { CollectionName } from "../../contract/config.ts";
import type { SourceFile } from "../entries.ts";
import type { ParsedFile } from "../parse/parsed-file.ts";
import { readIfPossible, readWhole } from "./file-io.ts";
import type { Inputs } from "./inputs.ts";
import { type PackRef, PackStore } from "./pack-store.ts";
import { openRecords, readRecords, writeRecords } from "./record-file.ts";
import type { KeptRendering } from "./rendering.ts";
import { isSettled, type Stamp, stampOf, statOf } from "./stamps.ts";

/** What a content file held when it was last looked at, and what became of it. */
interface Slot {
  readonly kind: CollectionName;
  stamp: Stamp;
  digest: string;
  parsed: ParsedFile | null;
  rendering: KeptRendering | null;
  /** As read from disk, while it still says all of this. */
  line: string | null;
}

interface Head {
  readonly key: string;
  /** When the build began that wrote this, by the file system's clock: nanoseconds as text. */
  readonly since: string;
}

/** What one build knew, as the next finds it. */
export interface KeptSlots {
  readonly key: string;
  /** When that build began, nanoseconds. */
  readonly since: bigint;
  readonly slots: Map<string, Slot>;
  readonly packs: PackStore;
  /** What is on disk. */
  readonly loaded: { readonly lines: number; readonly packs: ReadonlySet<string> };
  readonly isUnsaved: boolean;
}

export interface CacheBuild {
  /** When the build began, by the file system's clock, nanoseconds. */
  readonly since: bigint;
  /** Told of what is looked at. */
  readonly inputs: Inputs;
  /** From an earlier build of this process; its packs are this build's now. */
  readonly kept?: KeptSlots | null;
}

/** A content file as it is now. */
export interface OpenedFile {
  /** What is known of exactly this content. */
  readonly parsed: ParsedFile | null;
  /** What was read, if it had to be; the next file is read into the same buffer. */
  readonly bytes: Buffer | null;
}

/** Packs that nothing refers to are kept for builds that may be writing them, milliseconds. */
const STRAY_PACK_MS = 3_600_000;
/** With more packs than this, they are made one. */
const PACKS_MAX = 16;
const RECORDS = "records";

/**
 * What is known of content files, by path: parsed, and rendered. A file that looks as it did is not read; one that looks otherwise is read,
 * and known again by its content. Everything here was made with `key`; what was made with another is not looked at.
 */
export class ContentCache {
  readonly packs: PackStore;
  readonly #since: bigint;
  readonly #inputs: Inputs;
  readonly #dir: string;
  readonly #key: string;
  readonly #slots: Map<string, Slot>;
  readonly #seen = new Map<string, Slot>();
  readonly #trustedBefore: bigint;
  /** What was on disk, as it was read. */
  #loaded: KeptSlots["loaded"];
  #changed = false;
  /** Bodies that are in another place since they were published, by their former ones. */
  readonly moved = new Map<string, PackRef>();

  /**
   * @param dir absolute; made where it is missing
   * @param key of everything but the files that decides what becomes of them
   */
  constructor(dir: string, key: string, { since, inputs, kept = null }: CacheBuild) {
    mkdirSync(dir, { recursive: true });
    this.#inputs = inputs;
    this.#dir = dir;
    this.#key = key;
    this.#since = since;
    const known = kept?.key === key ? kept : readKept(dir, key);
    this.packs = known.packs;
    this.#trustedBefore = known.since;
    this.#slots = known.slots;
    this.#loaded = known.loaded;
    this.#changed = known.isUnsaved;
  }

  /** Looks at a file. null: it is not there, or no file. */
  open(file: SourceFile, kind: CollectionName): OpenedFile | null {
    const slot = this.#slots.get(file.relative);
    const known = slot?.kind === kind ? slot : undefined;
    // What nothing is known of is read in any case.
    const read = known === undefined ? readWhole(file.absolute, (opened) => fstatSync(opened, { bigint: true })) : null;
    if (read !== null) return this.#opened(file, kind, { stamp: stampOf(read.look), bytes: read.bytes });
    const stat = statOf(file.absolute);
    if (stat === null || !stat.isFile()) return null;
    const stamp = stampOf(stat);
    if (known !== undefined && known.stamp === stamp && isSettled(stat, this.#trustedBefore)) {
      this.#seen.set(file.relative, known);
      this.#inputs.add(file.absolute, stamp, known.digest);
      return { parsed: known.parsed, bytes: null };
    }
    const bytes = readIfPossible(file.absolute, Number(stat.size));
    if (bytes !== null) return this.#opened(file, kind, { stamp, bytes }, known);
    this.#inputs.add(file.absolute, stamp, null);
    return null;
  }

  #opened(
    file: SourceFile,
    kind: CollectionName,
    { stamp, bytes }: { readonly stamp: Stamp; readonly bytes: Buffer },
    known?: Slot,
  ): OpenedFile {
    const digest = hash("sha1", bytes);
    this.#inputs.add(file.absolute, stamp, digest);
    const same = known !== undefined && known.digest === digest ? known : null;
    const next: Slot = same ?? { kind, stamp, digest, parsed: null, rendering: null, line: null };
    next.stamp = stamp;
    next.line = null;
    this.#changed = true;
    this.#seen.set(file.relative, next);
    return { parsed: next.parsed, bytes };
  }

  /**
   * To be called after a file was read again. Where it has changed since it was opened, it counts as unknown: what is made of the new content must not be
   * believed of the old one, which may come back.
   */
  checkAgain({ relative, absolute }: SourceFile): void {
    const slot = this.#seen.get(relative);
    const stat = slot === undefined ? null : statOf(absolute);
    if (slot === undefined || (stat !== null && stampOf(stat) === slot.stamp)) return;
    this.#inputs.add(absolute, null, "");
    this.#change(relative, () => {
      slot.stamp = "";
      slot.digest = "";
    });
  }

  keepParsed({ relative }: SourceFile, parsed: ParsedFile): void {
    this.#change(relative, (slot) => {
      slot.parsed = parsed;
      slot.rendering = null;
    });
  }

  /** What was rendered of a file that is as it was. */
  rendering({ relative }: SourceFile): KeptRendering | null {
    return this.#seen.get(relative)?.rendering ?? null;
  }

  keepRendering({ relative }: SourceFile, rendering: KeptRendering | null): void {
    this.#change(relative, (slot) => {
      slot.rendering = rendering;
    });
  }

  /** Writes what has changed since it was read. */
  save(): void {
    if (!this.#changed && this.#seen.size === this.#loaded.lines) return;
    this.#mergePacks();
    this.packs.flush();
    const head: Head = { key: this.#key, since: String(this.#since) };
    writeRecords(join(this.#dir, RECORDS), head, toLines(this.#seen));
    this.#removePacks();
    this.#changed = false;
    this.#loaded = { lines: this.#seen.size, packs: packsOf(this.#seen.values()) };
  }

  close(): void {
    this.packs.close();
  }

  /** What is known now, for the next build of this process. */
  keep(): KeptSlots {
    return { key: this.#key, since: this.#since, slots: this.#seen, packs: this.packs, loaded: this.#loaded, isUnsaved: this.#changed };
  }

  #change(relative: string, change: (slot: Slot) => void): void {
    const slot = this.#seen.get(relative);
    if (slot === undefined) return;
    change(slot);
    slot.line = null;
    this.#changed = true;
  }

  /** Copies what lives in many packs into this build's own, where they are many or mostly of no use. */
  #mergePacks(): void {
    const refs = [...this.#seen.values()].flatMap((slot) =>
      slot.rendering?.body === undefined ? [] : [{ slot, ref: slot.rendering.body }],
    );
    const live = new Map<string, number>();
    for (const { ref } of refs) live.set(ref[0], (live.get(ref[0]) ?? 0) + ref[2]);
    const wasteful = new Set([...live].filter(([pack, bytes]) => bytes * 2 < this.packs.sizeOf(pack)).map(([pack]) => pack));
    const [largest] = [...live].sort((a, b) => b[1] - a[1]).map(([pack]) => pack);
    const isMoved = (pack: string): boolean => wasteful.has(pack) || (live.size > PACKS_MAX && pack !== largest);
    for (const { slot, ref } of refs) {
      if (slot.rendering === null || !isMoved(ref[0]) || this.packs.isOwn(ref)) continue;
      const body = this.packs.put(this.packs.get(ref));
      this.moved.set(ref.join(" "), body);
      slot.rendering = { ...slot.rendering, body };
      slot.line = null;
    }
  }

  #removePacks(): void {
    const used = packsOf(this.#seen.values());
    for (const name of readdirSync(this.#dir)) {
      if (!name.startsWith("pack-") || used.has(name)) continue;
      // Another build may have removed it meanwhile.
      const stat = statSync(join(this.#dir, name), { throwIfNoEntry: false });
      const isStray = stat === undefined || Date.now() - stat.mtimeMs > STRAY_PACK_MS;
      if (isStray || this.#loaded.packs.has(name)) rmSync(join(this.#dir, name), { force: true });
    }
  }
}

/** Forgets what is known. Packs stay, and go later as strays: another build may be writing one at this moment. */
export function forgetKept(dir: string): void {
  rmSync(join(dir, RECORDS), { force: true });
}

function readKept(dir: string, key: string): KeptSlots {
  const records = readRecords(join(dir, RECORDS), isHead);
  const usable = records !== null && records.head.key === key;
  const slots = usable ? readSlots(records.lines) : new Map<string, Slot>();
  const loaded = { lines: slots.size, packs: packsOf(slots.values()) };
  return { key, since: usable ? BigInt(records.head.since) : 0n, slots, packs: new PackStore(dir), loaded, isUnsaved: false };
}

/**
 * What is known of a file with a digest, if that was written with a key; of all others nothing is looked at.
 * @param kept from an earlier build of this process, or the folder
 */
export function findSlot(
  kept: KeptSlots | string,
  key: string,
  { relative, digest }: { readonly relative: string; readonly digest: string },
): { readonly parsed: ParsedFile; readonly rendering: KeptRendering } | null {
  const [parsed, rendering] = typeof kept === "string" ? findLine(kept, key, relative, digest) : findKept(kept, key, relative, digest);
  return parsed === null || rendering === null ? null : { parsed, rendering };
}

type Found = readonly [ParsedFile | null, KeptRendering | null];

function findKept(kept: KeptSlots, key: string, relative: string, digest: string): Found {
  const slot = kept.key === key ? kept.slots.get(relative) : undefined;
  return slot?.digest === digest ? [slot.parsed, slot.rendering] : [null, null];
}

function findLine(dir: string, key: string, relative: string, digest: string): Found {
  const records = openRecords(join(dir, RECORDS), isHead);
  const start = records?.head.key === key ? records.body.indexOf(`\n[${JSON.stringify(relative)},`) : -1;
  if (records === null || start < 0) return [null, null];
  const end = records.body.indexOf("\n", start + 1);
  const line: Line = JSON.parse(records.body.subarray(start, end < 0 ? undefined : end).toString("utf8"));
  return line[3] === digest ? [line[4], line[5]] : [null, null];
}

function isHead(value: unknown): value is Head {
  return typeof value === "object" && value !== null && "key" in value && "since" in value && /^\d+$/.test(String(value.since));
}

type Line = readonly [relative: string, kind: CollectionName, stamp: Stamp, digest: string, ParsedFile | null, KeptRendering | null];

function readSlots(lines: readonly string[]): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  // One text for all is read in half the time of a text for each.
  const all: readonly Line[] = JSON.parse(`[${lines.join(",")}]`);
  for (const [index, [relative, kind, stamp, digest, parsed, rendering]] of all.entries())
    slots.set(relative, { kind, stamp, digest, parsed, rendering, line: lines[index] ?? null });
  return slots;
}

function* toLines(slots: ReadonlyMap<string, Slot>): Generator<string, void, undefined> {
  for (const [relative, { line, kind, stamp, digest, parsed, rendering }] of slots) {
    yield line ?? JSON.stringify([relative, kind, stamp, digest, parsed, rendering] satisfies Line);
  }
}

function packsOf(slots: Iterable<Slot>): Set<string> {
  const packs = new Set<string>();
  for (const { rendering } of slots) if (rendering?.body !== undefined) packs.add(rendering.body[0]);
  return packs;
}
