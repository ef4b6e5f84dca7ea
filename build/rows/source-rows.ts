import { hash } from "node:crypto";
import type { Inputs } from "../cache/inputs.ts";
import type { CacheChanges, SourceRow } from "../cache/storage/cache-storage.ts";
import { type ParsedFile, parsedNothing } from "../kinds/parsed-file.ts";
import { FileReader } from "../shared/file-io.ts";
import { isSameStat, readStat } from "../shared/file-stat.ts";
import type { KindName } from "../shared/kind-name.ts";
import type { FileDates, SourceFile } from "../shared/source-file.ts";
import { AnswerIds } from "./answer-ids.ts";
import type { Bodies } from "./bodies.ts";
import { joinFacts } from "./row-facts.ts";
import { splitFacts } from "./row-head.ts";
import type { Rendering, SourceFacts } from "./source-facts.ts";

/** A content file in its current state. */
export interface OpenedSource {
  /**
   * The facts from the row of exactly this content; null if there is no such row, and the file must
   * be parsed.
   */
  readonly parsed: ParsedFile | null;
  /** The bytes of the file, if it had to be read. The next file reuses the buffer. */
  readonly bytes: Buffer | null;
}

/** Facts by row. A row never changes. */
export type JoinedFacts = WeakMap<SourceRow, SourceFacts>;

/** The references that were looked up by the build that stored the rows. */
export interface FormerLookups {
  readonly bytes: Uint8Array;
  /** The names that were found, which few builds read; null if unknown. */
  names(): Uint8Array | null;
}

/** The references that a build looked up, for a later build. */
export interface KeptLookups {
  readonly bytes: Uint8Array;
  /** The names that were found; null to keep the names from the earlier build. */
  readonly names: Uint8Array | null;
}

export interface RowOptions {
  /**
   * The facts that were already joined in this process; null if the process runs only one build.
   */
  readonly joined?: JoinedFacts | null;
  /** Dates of files from other sources. */
  readonly dates?: FileDates | null;
  readonly lookups?: FormerLookups | null;
}

interface Source {
  /** Digest of the content and of a date from another source; "" if it is not trustworthy. */
  digest: string;
  facts: SourceFacts | null;
  /** The row that was read; null if `facts` differ from it. */
  row: SourceRow | null;
}

/**
 * The rows of all content files under one configuration. A file is not read if its stat is
 * unchanged. Any other file is read, and the hash of its content may still match its row.
 */
export class SourceRows {
  readonly bodies: Bodies;
  readonly answers = new AnswerIds();
  /** null if unknown. */
  readonly formerLookups: FormerLookups | null;
  /**
   * The look-ups of this build; null if it made none, so the rows keep the look-ups of the earlier
   * build.
   */
  lookups: KeptLookups | null = null;
  readonly #previous: ReadonlyMap<string, SourceRow>;
  readonly #joined: JoinedFacts | null;
  readonly #dates: FileDates | null;
  readonly #inputs: Inputs;
  readonly #reader = new FileReader();
  readonly #sources = new Map<string, Source>();

  constructor(
    previous: ReadonlyMap<string, SourceRow>,
    inputs: Inputs,
    bodies: Bodies,
    { joined = null, dates = null, lookups = null }: RowOptions = {},
  ) {
    this.formerLookups = lookups;
    this.#previous = previous;
    this.#joined = joined;
    this.#dates = dates;
    this.#inputs = inputs;
    this.bodies = bodies;
  }

  /** Opens a file. Returns null if the path does not exist or is not a file. */
  open({ relative, absolute }: SourceFile, kind: KindName): OpenedSource | null {
    const row = this.#previous.get(relative) ?? null;
    if (row !== null) {
      const stat = readStat(absolute);
      const content = stat === null ? null : this.#inputs.digestIfSame(absolute, stat);
      const digest = content === null ? null : this.#withDate(content, relative);
      if (stat !== null && content !== null && digest !== null && digest === row.digest) {
        const facts = this.#join(row);
        if (facts.kind === kind) {
          this.#inputs.add(absolute, stat, content);
          this.#sources.set(relative, { digest, facts, row });
          return { parsed: facts.parsed, bytes: null };
        }
      }
    }
    const read = this.#reader.read(absolute);
    if (read === null) {
      this.#inputs.add(absolute, null);
      // The facts from its content get an id, but are not stored.
      this.#sources.set(relative, { digest: "", facts: null, row: null });
      return null;
    }
    const content = hash("sha1", read.bytes);
    const digest = this.#withDate(content, relative);
    this.#inputs.add(absolute, read.stat, content);
    const facts = row !== null && row.digest === digest ? this.#join(row) : null;
    const isKnown = facts !== null && facts.kind === kind;
    this.#sources.set(relative, { digest, facts: isKnown ? facts : null, row: isKnown ? row : null });
    return { parsed: isKnown ? facts.parsed : null, bytes: read.bytes };
  }

  /**
   * Must be called after a file was reread. If it has changed since it was opened, its facts are
   * not stored: facts from the new content must not be attributed to the old content, which may
   * come back.
   */
  checkAgain({ relative, absolute }: SourceFile): void {
    const source = this.#sources.get(relative);
    const stat = readStat(absolute);
    const read = this.#reader.read(absolute);
    if (source === undefined || source.digest === "") return;
    if (
      stat !== null &&
      read !== null &&
      isSameStat(stat, read.stat) &&
      this.#withDate(hash("sha1", read.bytes), relative) === source.digest
    )
      return;
    this.#inputs.add(absolute, null);
    source.digest = "";
  }

  keepParsed({ relative }: SourceFile, kind: KindName, parsed: ParsedFile): void {
    this.#change(relative, { kind, parsed, rendering: null });
  }

  /**
   * Registers a text in a file as a separate source, which is rendered separately.
   * @param file a file with the path of the part
   */
  openPart({ relative }: SourceFile, kind: KindName, text: string): void {
    const digest = hash("sha1", text);
    const row = this.#previous.get(relative) ?? null;
    const facts = row !== null && row.digest === digest ? this.#join(row) : null;
    const fresh = { kind, parsed: parsedNothing(kind), rendering: null };
    this.#sources.set(relative, facts === null ? { digest, facts: fresh, row: null } : { digest, facts, row });
  }

  rendering({ relative }: Pick<SourceFile, "relative">): Rendering | null {
    return this.#sources.get(relative)?.facts?.rendering ?? null;
  }

  /** Whether the rendering is from the build that stored the look-ups. */
  isFormer({ relative }: SourceFile): boolean {
    const row = this.#sources.get(relative)?.row ?? null;
    return row !== null && this.#previous.get(relative) === row;
  }

  keepRendering({ relative }: SourceFile, rendering: Rendering | null): void {
    const facts = this.#sources.get(relative)?.facts ?? null;
    if (facts !== null) this.#change(relative, { ...facts, rendering });
  }

  /**
   * Returns an id for everything that a file states: the same id means the same facts. "" if
   * rendered texts are not stored.
   */
  idOf({ relative }: SourceFile): string {
    const source = this.#sources.get(relative);
    if (source?.facts == null || !this.bodies.areStored) return "";
    source.row ??= toRow(source.digest, source.facts);
    return source.row.id;
  }

  changes(): Omit<NonNullable<CacheChanges["sources"]>, "key"> {
    const rows = new Map<string, SourceRow>();
    for (const [path, source] of this.#sources) {
      if (source.facts === null || source.digest === "") continue;
      source.row ??= toRow(source.digest, source.facts);
      rows.set(path, source.row);
    }
    return { previous: this.#previous, rows };
  }

  #withDate(content: string, relative: string): string {
    const date = this.#dates?.of(relative) ?? null;
    return date === null ? content : `${content}-${date}`;
  }

  #join(row: SourceRow): SourceFacts {
    const facts = this.#joined?.get(row) ?? joinFacts(row);
    this.#joined?.set(row, facts);
    return facts;
  }

  #change(relative: string, facts: SourceFacts): void {
    const source = this.#sources.get(relative);
    if (source === undefined) return;
    source.facts = facts;
    source.row = null;
  }
}

function toRow(digest: string, facts: SourceFacts): SourceRow {
  const { head, detail } = splitFacts(facts);
  const body = facts.rendering?.body.digest ?? null;
  const id = hash("sha1", `${body}\n${JSON.stringify(head)}\n${detail}`, "base64url");
  return { digest, id, body, head, detail };
}
