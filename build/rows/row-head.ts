import type { SourceRow } from "../cache/storage/cache-storage.ts";
import type { Plain } from "../kinds/document/entry.ts";
import type { ExtraFacts } from "../kinds/fields/extra.ts";
import type { ParsedFile } from "../kinds/parsed-file.ts";
import type { PostEntry } from "../kinds/post-kind.ts";
import type { Diagnostic } from "../shared/diagnostics.ts";
import type { BodyFacts, ReferenceUse, SourceFacts } from "./source-facts.ts";

/*
 * A row has two parts. Every build needs the heads of all rows. The detail is read only when a
 * document is assembled again. Each unchanged file therefore costs only one small object, and heads
 * omit common or repeated values.
 */

export type PlainPost = Plain<PostEntry>;
type Refers = NonNullable<ParsedFile["refers"]>;

/** Plain data. Members with default values are omitted. */
export interface RowHead
  extends Pick<ParsedFile, "kind" | "linkNames">,
    Partial<Pick<ParsedFile, "tags" | "categories" | "counted" | "found" | "notices">> {
  /** Omitted if it is the slug of `refers`, or if both are missing. */
  readonly claim?: ParsedFile["claim"];
  readonly refers?: Pick<Refers, "slug"> & Partial<Refers>;
  /** The complete entry; for posts, without the members in the detail. */
  readonly entry?: object;
  readonly entries?: NonNullable<ParsedFile["entries"]>;
  /** The rendering without the body's digest, which is in the row. */
  readonly rendering?: {
    readonly found?: readonly Diagnostic[];
    readonly references?: readonly ReferenceUse[];
    readonly hasCode?: true;
    /** Omitted if it is 1. */
    readonly readingTimeMinutes?: number;
    readonly checksum: number;
  };
}

export interface RowDetail {
  /** The members of a post; `extra` is omitted if it is empty. */
  readonly post: (Pick<PlainPost, Exclude<(typeof POST_DETAIL)[number], "extra">> & Partial<Pick<PlainPost, "extra">>) | null;
  readonly body: Omit<BodyFacts, "hasCode" | "readingTimeMinutes"> | null;
}

/**
 * Members that a build does not need for every post. All other members, including new ones, are in
 * the head.
 */
const POST_DETAIL = ["bodyLine", "excerpt", "extra"] as const satisfies readonly (keyof PlainPost)[];

export const NONE: readonly never[] = Object.freeze([]);
/** A copy of the object in fields/extra.ts, so that a build without changes loads less code. */
export const EMPTY_EXTRA: ExtraFacts = Object.freeze({ summary: Object.freeze({}), document: Object.freeze({}) });
export const REFERS_DEFAULTS = {
  draft: false,
  series: null,
  aliases: NONE,
  references: NONE,
  id: null,
} satisfies Partial<Refers>;
export const USUAL_POST = {
  kind: "posts",
  type: "TEXT",
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
  translationKey: null,
  featured: false,
  commentsOpen: null,
  canonicalUrl: null,
  preview: null,
  authors: [],
} satisfies Partial<PlainPost> & Record<Exclude<NullableMember, (typeof POST_DETAIL)[number] | "publishedAt" | "updatedAt">, unknown>;
/** Most posts do not have these members, so rows are smaller without them. */
type NullableMember = { [Name in keyof PlainPost]: null extends PlainPost[Name] ? Name : never }[keyof PlainPost];
export const NOTHING_COUNTED: ParsedFile["counted"] = { unknownKeys: NONE, published: NONE, leftAside: NONE, foreign: NONE, slugs: NONE };

const NOTHING_COUNTED_TEXT = JSON.stringify(NOTHING_COUNTED);

/** Splits the facts of a row into a head and a detail. */
export function splitFacts({ kind, parsed, rendering }: SourceFacts): Pick<SourceRow, "head" | "detail"> {
  const { claim, refers, tags, categories, linkNames = NONE, counted, found, notices, entry, entries } = parsed;
  const { hasCode, readingTimeMinutes, ...body } = rendering?.facts ?? { hasCode: false, readingTimeMinutes: 1 };
  const head: RowHead = {
    kind,
    ...(claim === (refers?.slug ?? null) ? {} : { claim }),
    ...(refers === null ? {} : { refers: withoutUsual(refers, REFERS_DEFAULTS) as Pick<Refers, "slug"> }),
    ...unlessEmpty({ tags, categories, linkNames, found, notices }),
    ...(JSON.stringify(counted) === NOTHING_COUNTED_TEXT ? {} : { counted }),
    ...(entry === null ? {} : { entry: entry.kind === "posts" ? shortenPost(entry as PlainPost, refers) : entry }),
    ...(entries === undefined ? {} : { entries }),
    ...(rendering === null
      ? {}
      : {
          rendering: {
            ...unlessEmpty({ found: rendering.found, references: rendering.references }),
            ...(hasCode ? { hasCode } : {}),
            ...(readingTimeMinutes === 1 ? {} : { readingTimeMinutes }),
            checksum: rendering.body.checksum,
          },
        }),
  };
  const detail = {
    post: entry?.kind === "posts" ? withoutUsual(pick(entry, POST_DETAIL), { extra: EMPTY_EXTRA }) : null,
    body: rendering === null ? null : body,
  };
  return { head, detail: JSON.stringify(detail) };
}

/**
 * Returns members that the head of a post omits because they follow from others: the slug is the
 * slug of `refers`, and an unchanged post has its publication date as `updatedAt`.
 */
export function impliedOf(publishedAt: string | null, refers: Pick<Refers, "slug"> | null): object {
  return { ...(refers === null ? {} : { slug: refers.slug }), updatedAt: publishedAt };
}

function shortenPost(entry: PlainPost, refers: Refers | null): object {
  return withoutUsual(entry, { ...USUAL_POST, ...impliedOf(entry.publishedAt, refers) }, POST_DETAIL);
}

function withoutUsual(value: object, usual: Readonly<Record<string, unknown>>, omitted: readonly string[] = NONE): object {
  const rest: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value))
    if (!omitted.includes(name) && !(name in usual && isAlike(member, usual[name]))) rest[name] = member;
  return rest;
}

/** Whether two values have the same JSON. */
function isAlike(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return typeof a === "object" && typeof b === "object" && a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b);
}

function unlessEmpty(lists: Readonly<Record<string, readonly unknown[]>>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, { length }]) => length > 0));
}

function pick<T extends object, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, K>;
}
