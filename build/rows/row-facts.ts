import type { SourceRow } from "../cache/storage/cache-storage.ts";
import type { ExtraFacts } from "../kinds/fields/extra.ts";
import type { PlainEntry } from "../kinds/kinds.ts";
import type { ParsedFile } from "../kinds/parsed-file.ts";
import type { PostEntry } from "../kinds/post-kind.ts";
import type { FieldPath, Location } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";
import {
  EMPTY_EXTRA,
  impliedOf,
  NONE,
  NOTHING_COUNTED,
  type PlainPost,
  REFERS_DEFAULTS,
  type RowDetail,
  type RowHead,
  USUAL_POST,
} from "./row-head.ts";
import type { BodyFacts, SourceFacts } from "./source-facts.ts";

/** Returns the facts of a row. The detail is parsed when one of its members is read. */
export function joinFacts(row: SourceRow): SourceFacts {
  const head = row.head as RowHead;
  const detail = new LazyDetail(row);
  const { kind, rendering } = head;
  return {
    kind,
    parsed: new RowParsedFile(head, detail),
    rendering:
      rendering === undefined
        ? null
        : {
            found: rendering.found ?? NONE,
            references: rendering.references ?? NONE,
            facts: new RowBodyFacts(rendering, detail),
            body: { digest: row.body ?? "", checksum: rendering.checksum },
          },
  };
}

/** Rereads the file of a row to find places. */
interface RowSource {
  readonly file: SourceFile;
  locate(field: FieldPath): Location;
  written(field: FieldPath): FieldPath;
  loadBody(): Promise<string>;
}

type Linked = Pick<PostEntry, "slug" | "tags" | "categories" | "page" | "formerPages">;

/**
 * A post's entry, with values from other files. Common values are on the prototype. Builds in the
 * same process link the same object one after another.
 */
export class RowPost {
  static {
    Object.assign(RowPost.prototype, USUAL_POST);
  }

  readonly #detail: LazyDetail;
  /** The aliases in its own file. `aliases` lacks aliases that belong to other posts. */
  readonly #ownAliases: PostEntry["aliases"];
  #source: RowSource | null = null;
  aliases: PostEntry["aliases"];
  slug: string;
  file: SourceFile | null = null;
  tags: PostEntry["tags"] = NONE;
  categories: PostEntry["categories"] = NONE;
  page = "";
  formerPages: PostEntry["formerPages"] = NONE;

  constructor(head: RowHead, detail: LazyDetail) {
    const [implied, own] = ownMembers(head);
    Object.assign(this, implied, own);
    this.#detail = detail;
    this.#ownAliases = own.aliases ?? NONE;
    this.aliases = this.#ownAliases;
    this.slug = own.slug ?? head.refers?.slug ?? "";
  }

  /** Sets all members that depend on other files. */
  link(source: RowSource, { slug, tags, categories, page, formerPages }: Linked): this {
    this.#source = source;
    this.slug = slug;
    this.file = source.file;
    this.aliases = this.#ownAliases;
    this.tags = tags;
    this.categories = categories;
    this.page = page;
    this.formerPages = formerPages;
    return this;
  }

  get bodyLine(): number {
    return this.#detail.post.bodyLine;
  }

  get excerpt(): string | null {
    return this.#detail.post.excerpt;
  }

  get extra(): ExtraFacts {
    return this.#detail.post.extra ?? EMPTY_EXTRA;
  }

  locate(field: FieldPath): Location {
    return this.#linked.locate(field);
  }

  written(field: FieldPath): FieldPath {
    return this.#linked.written(field);
  }

  loadBody(): Promise<string> {
    return this.#linked.loadBody();
  }

  get body(): string {
    return "";
  }

  get #linked(): RowSource {
    if (this.#source === null) throw new TypeError("a post of a row is not linked yet");
    return this.#source;
  }
}

/** Returns the members of a post that differ from the common values. */
function ownMembers({ entry, refers }: RowHead): readonly [implied: object, own: Partial<PlainPost>] {
  const own: Partial<PlainPost> = entry ?? {};
  return [impliedOf(own.publishedAt ?? null, refers ?? null), own];
}

class LazyDetail {
  readonly #row: SourceRow;
  #value: RowDetail | null = null;

  constructor(row: SourceRow) {
    this.#row = row;
  }

  get value(): RowDetail {
    this.#value ??= JSON.parse(this.#row.detail) as RowDetail;
    return this.#value;
  }

  get post(): NonNullable<RowDetail["post"]> {
    if (this.value.post === null) throw new TypeError("the row of a post has no post detail");
    return this.value.post;
  }

  get body(): NonNullable<RowDetail["body"]> {
    if (this.value.body === null) throw new TypeError("a row with a body has no facts about it");
    return this.value.body;
  }
}

export class RowParsedFile implements ParsedFile {
  readonly kind: ParsedFile["kind"];
  readonly claim: ParsedFile["claim"];
  readonly #head: RowHead;
  readonly #detail: LazyDetail;
  #linkable: PlainEntry | null = null;
  #refers: ParsedFile["refers"] = null;

  constructor(head: RowHead, detail: LazyDetail) {
    this.#head = head;
    this.#detail = detail;
    this.kind = head.kind;
    this.claim = head.claim === undefined ? (head.refers?.slug ?? null) : head.claim;
  }

  /** The entry as it is in the file, without the members that linking adds. */
  get entry(): PlainEntry | null {
    const { entry } = this.#head;
    if (entry === undefined || this.kind !== "posts") return (entry ?? null) as PlainEntry | null;
    return Object.assign(Object.create(USUAL_POST), ...ownMembers(this.#head), { extra: EMPTY_EXTRA }, this.#detail.post);
  }

  /** The entry that linking may change. */
  get linkable(): PlainEntry | null {
    const { entry } = this.#head;
    if (entry === undefined || this.kind !== "posts") return (entry ?? null) as PlainEntry | null;
    this.#linkable ??= new RowPost(this.#head, this.#detail) as unknown as PlainEntry;
    return this.#linkable;
  }

  get linkNames(): ParsedFile["linkNames"] {
    return this.#head.linkNames;
  }

  get entries(): ParsedFile["entries"] {
    return this.#head.entries;
  }

  get refers(): ParsedFile["refers"] {
    const { refers } = this.#head;
    this.#refers ??= refers === undefined ? null : { ...REFERS_DEFAULTS, ...refers };
    return this.#refers;
  }

  get tags(): ParsedFile["tags"] {
    return this.#head.tags ?? NONE;
  }

  get categories(): ParsedFile["categories"] {
    return this.#head.categories ?? NONE;
  }

  get counted(): ParsedFile["counted"] {
    return this.#head.counted ?? NOTHING_COUNTED;
  }

  get found(): ParsedFile["found"] {
    return this.#head.found ?? NONE;
  }

  get notices(): ParsedFile["notices"] {
    return this.#head.notices ?? NONE;
  }
}

class RowBodyFacts implements BodyFacts {
  readonly hasCode: boolean;
  readonly readingTimeMinutes: number;
  readonly #detail: LazyDetail;

  constructor({ hasCode, readingTimeMinutes = 1 }: NonNullable<RowHead["rendering"]>, detail: LazyDetail) {
    this.hasCode = hasCode === true;
    this.readingTimeMinutes = readingTimeMinutes;
    this.#detail = detail;
  }

  get excerpt(): string {
    return this.#detail.body.excerpt;
  }

  get wordCount(): number {
    return this.#detail.body.wordCount;
  }

  get codeLanguages(): readonly string[] {
    return this.#detail.body.codeLanguages;
  }

  get ids(): readonly string[] | null {
    return this.#detail.body.ids;
  }
}
