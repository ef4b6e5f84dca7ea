import { hash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { OutputCopies } from "../cache/output-copies.ts";
import type { KnownOutputs } from "./known-outputs.ts";
import { isHashed } from "./order.ts";
import { NEVER, type OutputContent, type OutputFile } from "./output-file.ts";

export interface Staged {
  /** Whether there is a file of that path. */
  readonly present: boolean;
  readonly changed: boolean;
  readonly bytes: number;
  readonly identity: string;
}

export interface StagerOptions {
  readonly known: KnownOutputs | null;
  readonly copies: OutputCopies | null;
  readonly isFew: boolean;
}

/** Of files that are copied from others: larger ones are not worth reading again to know what they hold, bytes. */
const COPY_MAX = 1 << 24;

/** Puts what changed into a folder of its own first, then into place. All calls are synchronous: tens of thousands of small files cost half so. */
export class Stager {
  /** Absolute. */
  readonly folder: string;
  readonly #outDir: string;
  readonly #known: KnownOutputs | null;
  readonly #copies: OutputCopies | null;
  readonly #made = new Set<string>();
  readonly #listings = new Map<string, ReadonlySet<string>>();
  readonly #isFew: boolean;

  /** @param isFew whether there are fewer files than it is worth to list folders for */
  constructor(outDir: string, folder: string, { known, copies, isFew }: StagerOptions) {
    this.#isFew = isFew;
    this.#copies = copies;
    this.#outDir = outDir;
    this.folder = folder;
    this.#known = known;
  }

  stage({ path, content }: OutputFile): Staged {
    const identity = identityOf(content, path);
    const present = this.#isThere(path);
    const known = present ? (this.#known?.sizeIfSame(path, identity) ?? null) : null;
    const isCopied = this.#copies === null || this.#copies.has(path, identity, known !== null);
    if (known !== null && isCopied) return { present, changed: false, bytes: known, identity };
    const data = "copyFrom" in content ? null : "text" in content ? content.text : content.bytes();
    const size = "copyFrom" in content ? statSync(content.copyFrom).size : Buffer.byteLength(data ?? "");
    const wanted = (): Uint8Array =>
      "copyFrom" in content ? readFileSync(content.copyFrom) : typeof data === "string" ? Buffer.from(data) : (data ?? Buffer.alloc(0));
    if (!isCopied) this.#copy(path, identity, content, data, size);
    if (known !== null) return { present, changed: false, bytes: known, identity };
    if (present && this.#holds(path, size, wanted)) {
      this.#known?.keep(path, identity);
      return { present, changed: false, bytes: size, identity };
    }
    const target = join(this.folder, path);
    this.#makeFolder(dirname(target));
    if ("copyFrom" in content) copyFileSync(content.copyFrom, target);
    else writeFileSync(target, data ?? "");
    return { present, changed: true, bytes: size, identity };
  }

  /** Keeps the same bytes for a build that finds the out folder gone. */
  #copy(path: string, identity: string, content: OutputContent, data: string | Uint8Array | null, size: number): void {
    if (!("copyFrom" in content)) {
      const body = "body" in content ? content.body?.() : null;
      this.#copies?.keep(path, identity, typeof data === "string" ? Buffer.from(data) : (data ?? Buffer.alloc(0)), body ?? null);
    } else if (size <= COPY_MAX && identity !== NEVER) {
      this.#copies?.keepFile(path, identity, { from: content.copyFrom, size, checksum: crc32(readFileSync(content.copyFrom)) });
    }
  }

  publish(path: string, identity: string): void {
    const target = join(this.#outDir, path);
    this.#makeFolder(dirname(target));
    renameSync(join(this.folder, path), target);
    this.#known?.keep(path, identity);
  }

  /** Whether the out folder holds a file with these very bytes. */
  #holds(path: string, size: number, wanted: () => Uint8Array): boolean {
    const target = join(this.#outDir, path);
    const stat = statSync(target, { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size === size && readFileSync(target).equals(wanted());
  }

  /** Folders are listed once: to ask for each file whether it is there takes longer. */
  #isThere(path: string): boolean {
    if (this.#isFew) return existsSync(join(this.#outDir, path));
    const folder = dirname(path);
    const listing = this.#listings.get(folder) ?? this.#list(folder);
    this.#listings.set(folder, listing);
    return listing.has(path.slice(path.lastIndexOf("/") + 1));
  }

  #list(folder: string): ReadonlySet<string> {
    try {
      return new Set(readdirSync(join(this.#outDir, folder)));
    } catch {
      // There is no such folder, or a file in its place: writing says what is wrong with it.
      return new Set();
    }
  }

  #makeFolder(folder: string): void {
    if (this.#made.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
  }
}

function identityOf(content: OutputContent, path: string): string {
  if ("identity" in content) return content.identity;
  if (isHashed(path)) return "";
  // What is copied under a name without a hash is compared each time.
  return "text" in content ? hash("sha1", content.text) : NEVER;
}
