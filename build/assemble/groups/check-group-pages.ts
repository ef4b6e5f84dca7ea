import { pageKey } from "../../../contract/page-key.ts";
import type { Person } from "../../../contract/schemas/values.ts";
import { type GroupKind, hasServicePages, toGroupPath } from "../../kinds/addresses/group-page.ts";
import { reservedAround } from "../../kinds/addresses/page-path.ts";
import { albumOf } from "../../kinds/document/album-field.ts";
import { type Content, type Entry, entriesOf } from "../../kinds/kinds.ts";
import type { Diagnostics, Finding } from "../../shared/diagnostics.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import { createAuthorFinder } from "./authors.ts";

const WORDS: Readonly<Record<GroupKind, string>> = {
  tags: "tag",
  categories: "category",
  series: "series",
  albums: "album",
  authors: "author",
  services: "service",
};

/** Maximum number of additional conflicting paths in a message. */
const SHOWN_MAX = 3;

/** Patterns of the configuration. */
type GroupUrls = Pick<ResolvedConfig, "groupUrls" | "servicesUrl">;

interface GroupMember {
  readonly group: GroupKind;
  readonly slug: string;
}

/** A path that a group's page cannot have. */
interface Clash {
  readonly path: string;
  readonly member: GroupMember;
  /** The group that has the same path, or `own` for one of Octavo's own paths. */
  readonly other: GroupKind | "own";
  /** The current meaning of the path. */
  readonly taken: string;
}

/**
 * Reports pages of groups that are also pages of documents or of other groups, or that are
 * reserved. Drafts are included, because they would conflict on the day on which they are
 * published.
 * @param describeGenerated describes a page that belongs to no document
 * @returns findings about the configuration; findings about documents are reported
 */
export function checkGroupPages(
  content: Content,
  { groupUrls, servicesUrl }: GroupUrls,
  diagnostics: Diagnostics,
  describeGenerated: (path: string) => string | null = () => null,
): readonly Finding[] {
  const patterns = { ...groupUrls, services: servicesUrl };
  if (Object.values(patterns).every((pattern) => pattern === null)) return [];
  const entries = entriesOf(content);
  const members = new Map<string, GroupMember>();
  const clashes: Clash[] = [];
  for (const { group, slug, path } of listGroupPaths(content, entries, { groupUrls, servicesUrl })) {
    const other = members.get(pageKey(path));
    const own = reservedAround(path) ?? (group === "services" ? null : describeGenerated(path));
    if (own !== null) clashes.push({ path, member: { group, slug }, other: "own", taken: `is ${own}` });
    else if (other === undefined) members.set(pageKey(path), { group, slug });
    else clashes.push({ path, member: { group, slug }, other: other.group, taken: `of the ${nameOf(other)}` });
  }
  const mayBeMember = createMemberGuess(Object.values(patterns));
  for (const entry of entries) {
    if (!("page" in entry) || entry.page === null) continue;
    const member = mayBeMember(entry.page) ? members.get(pageKey(entry.page)) : undefined;
    if (member !== undefined) {
      const field = "permalink" in entry && entry.permalink !== null ? ["permalink"] : ["slug"];
      const message = `its page, ${entry.page}, is also the page of the ${nameOf(member)}`;
      const hint = `write a different slug or permalink, or a pattern other than ${patterns[member.group]} in urls.${member.group} of the configuration`;
      diagnostics.error(entry.locate(field), { code: "duplicate-page", message, hint, field: entry.written(field) });
    }
    for (const path of entry.formerPages) {
      const taken = members.get(pageKey(path));
      if (taken === undefined) continue;
      const field = ["redirectFrom"];
      const message = `${path} is the page of the ${nameOf(taken)}, so nothing is redirected from there`;
      diagnostics.warning(entry.locate(field), { code: "duplicate-page", message, hint: "remove it", field: entry.written(field) });
    }
  }
  return [...Map.groupBy(clashes, ({ member, other }) => `${member.group} ${other}`).values()].flatMap(toFinding);
}

/**
 * Lists the pages of all tags and other group members in documents, including those in drafts.
 */
export function* listGroupPaths(
  content: Content,
  entries: readonly Entry[],
  { groupUrls, servicesUrl }: GroupUrls,
): Generator<GroupMember & { readonly path: string }, void, undefined> {
  const patterns = { ...groupUrls, services: servicesUrl };
  for (const [group, slugs] of listSlugs(content, entries, servicesUrl)) {
    const pattern = patterns[group];
    if (pattern !== null) for (const slug of slugs) yield { group, slug, path: toGroupPath(pattern, slug) };
  }
}

/**
 * Creates a quick test for whether a path may be a group's page, because most documents' pages are
 * in other folders.
 */
function createMemberGuess(patterns: readonly (string | null)[]): (path: string) => boolean {
  const starts = patterns.flatMap((pattern) => pattern?.split("{", 1) ?? []).map((start) => start.replace(/\/$/, ""));
  // Two spellings of a path may begin differently.
  if (starts.some((start) => start.includes("%"))) return () => true;
  return (path) => {
    if (path.includes("%")) return true;
    for (const start of starts) if (path.startsWith(start)) return true;
    return false;
  };
}

/** One finding for all conflicts between two groups. */
function toFinding([first, ...rest]: readonly Clash[]): readonly Finding[] {
  if (first === undefined) return [];
  const { path, member, other, taken } = first;
  const shown = rest.slice(0, SHOWN_MAX).map((clash) => clash.path);
  const hidden = rest.length - shown.length;
  const further = rest.length === 0 ? "" : `; likewise ${shown.join(", ")}${hidden === 0 ? "" : ` and ${hidden} more`}`;
  const message = `${path} would be the page of the ${nameOf(member)} and ${taken}${further}`;
  const hint =
    other === "own" ? `want a folder before it, such as "/${member.group}/{slug}/"` : `want a pattern other than that of ${other}`;
  return [{ code: "duplicate-page", message, hint, field: ["urls", member.group] }];
}

function nameOf({ group, slug }: GroupMember): string {
  return slug === "" ? group : `${WORDS[group]} "${slug}"`;
}

/**
 * The slugs in documents, by group. Services that share a page count as one, with an empty
 * slug.
 */
function listSlugs(
  content: Content,
  entries: readonly Entry[],
  servicesUrl: string | null,
): readonly (readonly [GroupKind, ReadonlySet<string>])[] {
  const { author } = content.site;
  const people = new Map<string, Person>();
  if (author !== null) people.set(author.name, author);
  for (const { authors } of content.posts) for (const one of authors) people.set(one.name, one);
  const findAuthors = createAuthorFinder((content.authors?.authors ?? []).map((one) => ({ author: one, avatar: null })));
  const services = slugsOf([content.documents.services ?? []], (all) => all);
  return [
    ["tags", slugsOf(entries, (entry) => ("tags" in entry ? entry.tags : []))],
    ["categories", slugsOf(content.posts, ({ categories }) => categories)],
    ["series", slugsOf([content.series], (series) => series)],
    ["albums", slugsOf(content.documents.photos ?? [], (photo) => [albumOf(photo)].filter((album) => album !== null))],
    ["authors", slugsOf([findAuthors([...people.values()])], (authors) => authors)],
    ["services", hasServicePages(servicesUrl) ? services : new Set([...services].slice(0, 1).map(() => ""))],
  ];
}

function slugsOf<T>(items: readonly T[], groupsOf: (item: T) => readonly { readonly slug: string }[]): ReadonlySet<string> {
  const slugs = new Set<string>();
  for (const item of items) for (const { slug } of groupsOf(item)) slugs.add(slug);
  return slugs;
}
