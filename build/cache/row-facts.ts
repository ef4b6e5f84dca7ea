import type { ExtraFacts } from "../fields/extra.ts";
import type { Plain } from "../kinds/entry.ts";
import type { PlainEntry } from "../kinds/kinds.ts";
import type { ParsedFile } from "../kinds/parsed-file.ts";
import type { PostEntry } from "../kinds/post-kind.ts";
import type { Diagnostic } from "../shared/diagnostics.ts";
import type { BodyFacts, ReferenceUse, Rendering, SourceFacts } from "./source-facts.ts";
import type { SourceRow } from "./storage/cache-storage.ts";

/*
 * A row has two parts. Every build needs the head of every row; the detail is read when a document is put together anew. So of tens of
 * thousands of files that have not changed only the heads become objects.
 */

type PlainPost = Plain<PostEntry>;
type Refers = NonNullable<ParsedFile["refers"]>;

/** Plain data. Members with their usual values are left out. */
interface RowHead {
  readonly kind: ParsedFile["kind"];
  readonly claim?: ParsedFile["claim"];
  readonly refers?: Pick<Refers, "slug"> & Partial<Refers>;
  readonly tags?: ParsedFile["tags"];
  readonly categories?: ParsedFile["categories"];
  readonly counted?: ParsedFile["counted"];
  readonly found?: readonly Diagnostic[];
  readonly notices?: readonly string[];
  /** Of a post without what stands in the detail; of others all. */
  readonly entry?: object;
  readonly rendering?: {
    readonly found?: readonly Diagnostic[];
    readonly references?: readonly ReferenceUse[];
    readonly hasCode?: true;
    readonly body: Rendering["body"];
  };
}

interface RowDetail {
  /** Without `extra` where there is none. */
  readonly post: (Pick<PlainPost, Exclude<(typeof POST_DETAIL)[number], "extra">> & Partial<Pick<PlainPost, "extra">>) | null;
  readonly body: Omit<BodyFacts, "hasCode"> | null;
}

/** Members of posts that no build needs of all posts. Every other member, a new one too, stands in the head. */
const POST_DETAIL = ["bodyLine", "title", "excerpt", "extra"] as const satisfies readonly (keyof PlainPost)[];

const NONE: readonly never[] = Object.freeze([]);
/** Not that of fields/extra.ts: a build that finds nothing changed loads no more than it needs. */
const NO_EXTRA: ExtraFacts = Object.freeze({ summary: Object.freeze({}), document: Object.freeze({}) });
const USUAL_REFERS = { draft: false, series: null, aliases: NONE, relatedPostSlug: null, id: null } satisfies Partial<Refers>;
const USUAL_POST = {
  draft: false,
  expiresAt: null,
  unlisted: false,
  series: null,
  permalink: null,
  aliases: NONE,
  redirectFrom: NONE,
  ownPage: null,
  ownFormer: NONE,
  cover: null,
  images: NONE,
  video: null,
  language: null,
  featured: false,
  commentsOpen: null,
  canonicalUrl: null,
  authors: [],
} satisfies Partial<PlainPost>;
const NOTHING_COUNTED: ParsedFile["counted"] = { unknownKeys: NONE, published: NONE, leftAside: NONE, foreign: NONE, slugs: NONE };

/** The two parts of a row. */
export function splitFacts({ kind, parsed, rendering }: SourceFacts): Pick<SourceRow, "head" | "detail"> {
  const { claim, refers, tags, categories, counted, found, notices, entry } = parsed;
  const { hasCode, ...body } = rendering?.facts ?? { hasCode: false };
  const head = {
    kind,
    ...(claim === null ? {} : { claim }),
    ...(refers === null ? {} : { refers: withoutUsual(refers, USUAL_REFERS) }),
    ...unlessEmpty({ tags, categories, found, notices }),
    ...(JSON.stringify(counted) === JSON.stringify(NOTHING_COUNTED) ? {} : { counted }),
    ...(entry === null ? {} : { entry: entry.kind === "posts" ? withoutUsual(omit(entry, POST_DETAIL), USUAL_POST) : entry }),
    ...(rendering === null
      ? {}
      : {
          rendering: {
            ...unlessEmpty({ found: rendering.found, references: rendering.references }),
            ...(hasCode ? { hasCode } : {}),
            body: rendering.body,
          },
        }),
  };
  const detail = {
    post: entry?.kind === "posts" ? withoutUsual(pick(entry, POST_DETAIL), { extra: NO_EXTRA }) : null,
    body: rendering === null ? null : body,
  };
  return { head, detail: JSON.stringify(detail) };
}

/** What a row says, its detail read where something of it is asked for. */
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
            facts: new RowBodyFacts(rendering.hasCode ?? false, detail),
            body: rendering.body,
          },
  };
}

/** A post's entry. Whoever links it with other files adds members to this very object. */
export class RowPost {
  readonly #detail: LazyDetail;

  constructor(head: object, detail: LazyDetail) {
    this.#detail = detail;
    Object.assign(this, USUAL_POST, head);
  }

  get bodyLine(): number {
    return this.#detail.post.bodyLine;
  }

  get title(): string {
    return this.#detail.post.title;
  }

  get excerpt(): string | null {
    return this.#detail.post.excerpt;
  }

  get extra(): ExtraFacts {
    return this.#detail.post.extra ?? NO_EXTRA;
  }
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
    if (this.value.post === null) throw new TypeError("a row of a post has none");
    return this.value.post;
  }

  get body(): NonNullable<RowDetail["body"]> {
    if (this.value.body === null) throw new TypeError("a row with a body says nothing of it");
    return this.value.body;
  }
}

class RowParsedFile implements ParsedFile {
  readonly kind: ParsedFile["kind"];
  readonly claim: ParsedFile["claim"];
  readonly #head: RowHead;
  readonly #detail: LazyDetail;

  constructor(head: RowHead, detail: LazyDetail) {
    this.#head = head;
    this.#detail = detail;
    this.kind = head.kind;
    this.claim = head.claim ?? null;
  }

  /** Another object each time, so that nothing that is added to one is taken for the file's own. */
  get entry(): PlainEntry | null {
    const { entry } = this.#head;
    if (entry === undefined) return null;
    return (this.kind === "posts" ? new RowPost(entry, this.#detail) : entry) as PlainEntry;
  }

  get refers(): ParsedFile["refers"] {
    const { refers } = this.#head;
    return refers === undefined ? null : { ...USUAL_REFERS, ...refers };
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
  readonly #detail: LazyDetail;

  constructor(hasCode: boolean, detail: LazyDetail) {
    this.hasCode = hasCode;
    this.#detail = detail;
  }

  get excerpt(): string {
    return this.#detail.body.excerpt;
  }

  get wordCount(): number {
    return this.#detail.body.wordCount;
  }

  get readingTimeMinutes(): number {
    return this.#detail.body.readingTimeMinutes;
  }

  get codeLanguages(): readonly string[] {
    return this.#detail.body.codeLanguages;
  }
}

function withoutUsual(value: object, usual: Readonly<Record<string, unknown>>): object {
  const isUsual = ([name, member]: [string, unknown]): boolean => name in usual && JSON.stringify(member) === JSON.stringify(usual[name]);
  return Object.fromEntries(Object.entries(value).filter((member) => !isUsual(member)));
}

function unlessEmpty(lists: Readonly<Record<string, readonly unknown[]>>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, { length }]) => length > 0));
}

function pick<T extends object, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, K>;
}

function omit(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
