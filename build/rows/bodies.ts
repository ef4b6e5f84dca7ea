import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { TocEntry } from "../../contract/schemas/post.ts";
import { CacheDamageError, type CacheStorage } from "../cache/storage/cache-storage.ts";
import type { Rendered } from "../shared/rendered.ts";
import type { BodyFacts, BodyRef } from "./source-facts.ts";

/**
 * Bodies are not stored until this many bytes are pending, because a transaction for each body would
 * cost more than storing it.
 */
const PENDING_MAX = 4 << 20;
/**
 * Member names as they appear in the bytes of a body. In a JSON string, a quote follows a backslash and
 * never a comma, so the bytes of the second name are unique.
 */
const [HTML_MEMBER, TEXT_MEMBER] = ['"bodyHtml":', ',"bodyText":'];

const NOT_STORED: BodyRef = { digest: "", checksum: 0 };

/**
 * A rendered text that is stored until it is needed. Each access to its html reads it from storage;
 * its text and toc are cached until those of another body are read.
 */
export interface Body extends Rendered {
  /** SHA-1 of its bytes, in hexadecimal. */
  readonly digest: string;
  /** CRC-32 of its bytes. */
  readonly checksum: number;
  /** `"bodyHtml":…,"bodyText":…,"toc":…` in UTF-8: members of a Post. */
  bytes(): Buffer;
}

/** The rendered texts of a site, by digest. */
export class Bodies {
  readonly #storage: CacheStorage | null;
  readonly #key: string;
  #pending = new Map<string, Buffer>();
  #pendingBytes = 0;
  /**
   * The last body is cached, because its text and headings are usually read one after the other.
   */
  #last: { readonly digest: string; readonly members: PlainMembers } | null = null;

  /**
   * @param storage null to store nothing, if no body is read later
   * @param key the key of the configuration
   */
  constructor(storage: CacheStorage | null, key: string) {
    this.#storage = storage;
    this.#key = key;
  }

  get areStored(): boolean {
    return this.#storage !== null;
  }

  put({ html, text, toc }: BodyMembersOf): BodyRef {
    if (this.#storage === null) return NOT_STORED;
    const json = JSON.stringify({ bodyHtml: html, bodyText: text, toc });
    const bytes = Buffer.from(json.slice(1, -1));
    const digest = hash("sha1", bytes);
    this.#pending.set(digest, bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > PENDING_MAX) this.#flushIfPossible();
    return { digest, checksum: crc32(bytes) };
  }

  open(facts: BodyFacts, ref: BodyRef): Body {
    return new StoredBody(facts, ref, this);
  }

  bytes(digest: string): Buffer {
    const bytes = this.#pending.get(digest) ?? this.#storage?.body(this.#key, digest);
    if (bytes === undefined) throw new Error("this build stores no rendered text");
    return bytes;
  }

  html(digest: string): string {
    const bytes = this.bytes(digest);
    return JSON.parse(bytes.toString("utf8", HTML_MEMBER.length, bytes.indexOf(TEXT_MEMBER)));
  }

  /**
   * Returns the text and headings, without the html, which is most of a body and is rarely needed.
   */
  members(digest: string): PlainMembers {
    if (this.#last?.digest === digest) return this.#last.members;
    const bytes = this.bytes(digest);
    const members: PlainMembers = JSON.parse(`{${bytes.toString("utf8", bytes.indexOf(TEXT_MEMBER) + 1)}}`);
    this.#last = { digest, members };
    return members;
  }

  /**
   * Stores the pending bodies.
   * @throws errors of the storage; in that case, the bodies stay pending
   */
  flush(): void {
    if (this.#pending.size > 0) this.#storage?.addBodies(this.#key, this.#pending);
    this.#pending = new Map();
    this.#pendingBytes = 0;
  }

  /**
   * Stores the pending bodies, if possible. If the disk is full or the cache is locked, this is
   * reported at the end, and the build continues with the bodies in memory.
   */
  #flushIfPossible(): void {
    try {
      this.flush();
    } catch (error) {
      if (error instanceof CacheDamageError) throw error;
      this.#pendingBytes = 0;
    }
  }
}

/** This is a class rather than closures, because a large site has tens of thousands of bodies. */
class StoredBody implements Body {
  readonly digest: string;
  readonly checksum: number;
  readonly #facts: BodyFacts;
  readonly #bodies: Bodies;

  constructor(facts: BodyFacts, ref: BodyRef, bodies: Bodies) {
    this.digest = ref.digest;
    this.checksum = ref.checksum;
    this.#facts = facts;
    this.#bodies = bodies;
  }

  get excerpt(): string {
    return this.#facts.excerpt;
  }

  get wordCount(): number {
    return this.#facts.wordCount;
  }

  get readingTimeMinutes(): number {
    return this.#facts.readingTimeMinutes;
  }

  get hasCode(): boolean {
    return this.#facts.hasCode;
  }

  get codeLanguages(): readonly string[] {
    return this.#facts.codeLanguages;
  }

  get ids(): readonly string[] | null {
    return this.#facts.ids;
  }

  bytes(): Buffer {
    return this.#bodies.bytes(this.digest);
  }

  get html(): string {
    return this.#bodies.html(this.digest);
  }

  get text(): string {
    return this.#bodies.members(this.digest).bodyText;
  }

  get toc(): readonly TocEntry[] {
    return this.#bodies.members(this.digest).toc;
  }
}

type BodyMembersOf = Pick<Rendered, "html" | "text" | "toc">;

interface PlainMembers {
  readonly bodyText: string;
  readonly toc: readonly TocEntry[];
}
