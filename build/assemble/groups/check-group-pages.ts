import { pageKey } from "../../../contract/page-key.ts";
import { type GroupKind, hasServicePages, toGroupPath } from "../../addresses/group-page.ts";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import { type Content, entriesOf } from "../../kinds/kinds.ts";
import { albumOf } from "../../kinds/own/album-field.ts";
import type { Diagnostics, Finding } from "../../shared/diagnostics.ts";
import { createAuthorFinder } from "../authors.ts";

const WORDS: Readonly<Record<GroupKind, string>> = {
  tags: "tag",
  categories: "category",
  series: "series",
  albums: "album",
  authors: "author",
  services: "service",
};

/** Of the configuration. */
type GroupUrls = Pick<ResolvedConfig, "groupUrls" | "servicesUrl">;

interface Claim {
  readonly group: GroupKind;
  readonly slug: string;
}

/**
 * Reports pages of tags and the like that are pages of documents or of other groups, too. Drafts count: they would meet the other page on the
 * day they are published.
 * @returns findings about the configuration; those about documents are reported
 */
export function checkGroupPages(content: Content, { groupUrls, servicesUrl }: GroupUrls, diagnostics: Diagnostics): readonly Finding[] {
  const patterns = { ...groupUrls, services: hasServicePages(servicesUrl) ? servicesUrl : null };
  if (Object.values(patterns).every((pattern) => pattern === null)) return [];
  const claims = new Map<string, Claim>();
  /** One for each pair of groups. */
  const findings = new Map<string, Finding>();
  for (const [group, slugs] of listSlugs(content)) {
    const pattern = patterns[group];
    if (pattern === null) continue;
    for (const slug of slugs) {
      const path = toGroupPath(pattern, slug);
      const other = claims.get(pageKey(path));
      if (other === undefined) claims.set(pageKey(path), { group, slug });
      else {
        const message = `${path} would be the page of the ${nameOf({ group, slug })} and of the ${nameOf(other)}`;
        const hint = `want another pattern than that of ${other.group}`;
        findings.set(`${group} ${other.group}`, { code: "duplicate-page", message, hint, field: ["urls", group] });
      }
    }
  }
  for (const entry of entriesOf(content)) {
    if (!("page" in entry) || entry.page === null) continue;
    const claim = claims.get(pageKey(entry.page));
    if (claim !== undefined) {
      const field = "permalink" in entry && entry.permalink !== null ? ["permalink"] : ["slug"];
      const message = `its page, ${entry.page}, is that of the ${nameOf(claim)} too`;
      const hint = `write another slug or permalink, or another pattern than ${patterns[claim.group]} in urls.${claim.group} of the configuration`;
      diagnostics.error(entry.locate(field), { code: "duplicate-page", message, hint, field: entry.written(field) });
    }
    for (const path of entry.formerPages) {
      const taken = claims.get(pageKey(path));
      if (taken === undefined) continue;
      const field = ["redirectFrom"];
      const message = `${path} is the page of the ${nameOf(taken)}: nothing is redirected from there`;
      diagnostics.warning(entry.locate(field), { code: "duplicate-page", message, hint: "remove it", field: entry.written(field) });
    }
  }
  return [...findings.values()];
}

function nameOf({ group, slug }: Claim): string {
  return `${WORDS[group]} "${slug}"`;
}

/** All slugs that documents give to tags and the like. */
function listSlugs(content: Content): readonly (readonly [GroupKind, ReadonlySet<string>])[] {
  const entries = entriesOf(content);
  const { author } = content.site;
  const people = [...(author === null ? [] : [author]), ...content.posts.flatMap(({ authors }) => authors)];
  const findAuthors = createAuthorFinder((content.authors?.authors ?? []).map((one) => ({ author: one, avatar: null })));
  const slugsOf = (documents: Iterable<{ readonly slug: string }>): ReadonlySet<string> => new Set([...documents].map(({ slug }) => slug));
  return [
    ["tags", slugsOf(entries.flatMap((entry) => ("tags" in entry ? entry.tags : [])))],
    ["categories", slugsOf(content.posts.flatMap(({ categories }) => categories))],
    ["series", slugsOf(content.series)],
    ["albums", slugsOf((content.documents.photos ?? []).flatMap((photo) => albumOf(photo) ?? []))],
    ["authors", slugsOf(findAuthors(people))],
    ["services", slugsOf(content.documents.services ?? [])],
  ];
}
