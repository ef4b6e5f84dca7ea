import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS } from "../../../kinds/document-kinds.ts";
import type { FieldData } from "../../../kinds/members/field-data.ts";
import type { KindName } from "../../shared/kind-name.ts";
import { isMapping, isNothing, readBoolean } from "../../sources/data-values.ts";
import { foldName } from "./front-matter-names.ts";

/** The effect of a key on the visibility of a document. */
export type Statement =
  | "draft"
  | "public"
  | "unlisted"
  | "listed"
  /** The key hides nothing. */
  | "harmless"
  /** The document is hidden until its date. */
  | "scheduled"
  /** The key hides the document from some readers, in a way that Octavo does not support. */
  | "undecided"
  /** The key has nothing to do with visibility. */
  | "other";

/**
 * Reads a key in one of the author's own tables. Only keys that hide a document matter there,
 * because all others may mean anything.
 */
export function readNestedStatement(key: string, value: unknown): Statement {
  if (!NESTED.has(foldName(key))) return "other";
  const statement = READERS.get(foldName(key))?.(value) ?? "other";
  // The author's own `status` may be any word.
  if (statement === "undecided" && foldName(key) === "status") return "other";
  return statement === "draft" || statement === "unlisted" || statement === "undecided" ? statement : "other";
}

type Reader = (value: unknown) => Statement;

/** Kinds with a `status` field that has a different meaning. */
const KINDS_WITH_STATUS: readonly string[] = ["series", ...DOCUMENT_KIND_NAMES.filter((name) => "status" in DOCUMENT_KINDS[name].members)];
/** Fields for which the schema reports invalid values. */
const FIELDS: readonly string[] = ["draft", "unlisted"];

/** Reads a key in any case, with or without hyphens and underscores. */
export function readStatement(key: string, value: unknown, kind: KindName | "about"): Statement {
  const folded = foldName(key);
  const reader = READERS.get(folded);
  if (reader === undefined) return "other";
  const statement = reader(value);
  if (FIELDS.includes(key) && statement === "undecided" && (key === "draft" || kind === "posts")) return "other";
  if (folded !== "status" || !KINDS_WITH_STATUS.includes(kind)) return statement;
  // The schema reads `status`. `Status: Draft` is a different key, and may have the meaning that it
  // has in other kinds.
  return key !== "status" && statement === "draft" ? "draft" : "other";
}

/** @param otherwise reads a value that is neither true nor false */
function flag(whenTrue: Statement, whenFalse: Statement, otherwise: Reader = () => "undecided"): Reader {
  return (value) => {
    if (isNothing(value)) return "harmless";
    const found = readBoolean(value);
    return found === null ? otherwise(value) : found ? whenTrue : whenFalse;
  };
}

const other: Reader = () => "other";
const ofWords = (unknown: Statement): Reader => {
  return flag("public", "draft", (value) => {
    const word = typeof value === "string" ? foldName(value.trim()) : "";
    return WORDS.get(word) ?? unknown;
  });
};

/**
 * Words used by WordPress, Ghost, Pelican, Nikola, Directus and Metalsmith. The meaning of other
 * words is not guessed, because Ghost's `sent`, for example, means a post that was published only
 * by email.
 */
const WORDS: ReadonlyMap<string, Statement> = new Map([
  ...["published", "publish", "public", "live", "featured"].map((word) => [word, "public"] as const),
  ...["draft", "autodraft", "pending", "private", "unpublished", "trash", "trashed", "deleted", "skip"].map(
    (word) => [word, "draft"] as const,
  ),
  ...["scheduled", "future"].map((word) => [word, "scheduled"] as const),
  ["unlisted", "unlisted"],
]);

/**
 * Hugo's `build` (formerly `_build`), such as `{ render: never, list: never }`. If the value is not
 * a mapping, the key is the author's own.
 */
const build: Reader = (value) => {
  if (!isMapping(value)) return "other";
  const said = Object.entries(value).map(([name, member]): Statement => {
    const word = isMapping(member) || Array.isArray(member) ? "" : String(member).toLowerCase();
    const isNever = word === "never" || word === "false";
    if (!["render", "list"].includes(name.toLowerCase()) || word === "always" || word === "true") return "harmless";
    return isNever ? (name.toLowerCase() === "render" ? "draft" : "unlisted") : "undecided";
  });
  return (["draft", "undecided", "unlisted"] as const).find((statement) => said.includes(statement)) ?? "harmless";
};

const isTrueDraft = flag("draft", "public");
const isFalseDraft = flag("public", "draft");
const isTrueUnlisted = flag("unlisted", "listed");
const isFalseUnlisted = flag("listed", "unlisted", other);
const keepsOut = flag("undecided", "harmless");

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...named(["draft", "isDraft", "saveAsDraft"], isTrueDraft),
  ...named(["private", "isPrivate", "headless"], flag("draft", "harmless")),
  ...named(["isPublished", "dgPublish", "public", "isPublic"], isFalseDraft),
  // The value may be a date, which the date fields handle.
  ...named(["published", "publish"], ofWords("other")),
  // Zola's key. Elsewhere the name can mean anything.
  ...named(["render"], flag("harmless", "draft", other)),
  ...named(["status", "postStatus", "publishStatus", "publicationStatus", "visibility"], ofWords("undecided")),
  ...named(["unlisted", "isUnlisted", "eleventyExcludeFromCollections"], isTrueUnlisted),
  ...named(["listed", "discoverable"], isFalseUnlisted),
  ...named(["hidden", "isHidden", "protected", "secret", "confidential", "restricted", "membersOnly", "emailOnly"], keepsOut),
  // Material for MkDocs hides parts of a page in this way: `hide: [toc]`.
  ...named(["hide"], flag("undecided", "harmless", other)),
  ...named(["visible", "isVisible", "routable"], flag("harmless", "undecided", other)),
  ...named(["password", "postPassword", "protect"], keepsOut),
  // Eleventy writes no page if the value is false. A path is an ordinary value.
  ...named(["permalink"], (value) => (readBoolean(value) === false ? "undecided" : "other")),
  ...named(["build"], build),
]);

/**
 * Whether a field of one of the site's own kinds has a name and a possible value with which other
 * tools hide documents: `published: false`, `status: draft`.
 */
export function mayHide(name: string, { type, values = [] }: Pick<FieldData, "type" | "values">): boolean {
  const read = READERS.get(foldName(name)) ?? other;
  const statements = (type === "boolean" ? [true, false] : type === "text" ? ["draft"] : values).map(read);
  return statements.some((one) => one === "draft" || one === "unlisted" || (one === "undecided" && type !== "oneOf"));
}

/** Names of keys that hide a document. */
export const HIDING_NAMES: readonly string[] = [
  ...["draft", "private", "unlisted", "published", "publish", "public", "status", "visibility", "hidden", "protected", "password"],
  ...["headless", "membersOnly", "emailOnly", "restricted", "confidential"],
];

const NESTED = new Set(
  [
    "draft",
    "isDraft",
    "private",
    "unlisted",
    "hidden",
    "hide",
    "protected",
    "secret",
    "membersOnly",
    "password",
    "published",
    "publish",
    "status",
    "visibility",
    "emailOnly",
  ].map(foldName),
);

function named(names: readonly string[], reader: Reader): (readonly [string, Reader])[] {
  return names.map((name) => [foldName(name), reader] as const);
}
