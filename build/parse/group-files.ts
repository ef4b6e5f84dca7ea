import type { DocumentContext } from "../kinds/about-kind.ts";
import { CheckedDocument } from "../kinds/document/checked-document.ts";
import type { GroupFile, GroupName, ListedGroup } from "../kinds/document/entry.ts";
import { picture, textOr } from "../kinds/fields/field-values.ts";
import { mapping, optional, text } from "../kinds/fields/leaf.ts";
import { validate } from "../kinds/fields/validate.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { toTagSlug } from "../shared/slugs.ts";
import { createSuggester } from "../shared/suggest.ts";
import { DataDocument } from "../sources/data-document.ts";
import { createMapping } from "../sources/data-values.ts";
import type { RawDocument } from "../sources/files/raw-document.ts";
import { describe } from "../sources/wording.ts";

const description = optional(text()).describe("Plain text");
const WANT_TAG = "want a name, or { name, description, cover }";
const ofTags = textOr(
  "name",
  mapping(
    {
      name: optional(text()).describe("Display name; default: as first written in a document"),
      description,
      cover: optional(picture).describe("Picture: a path relative to the file, or { src, alt }"),
    },
    WANT_TAG,
  ),
);
/**
 * One entry of tags.yaml, categories.yaml and albums.yaml. The title and cover of an album come
 * from its photos.
 */
export const LISTED_GROUPS = { tags: ofTags, categories: ofTags, albums: mapping({ description }, "want { description: … }") } as const;

/** The keys of an entry, used to detect misspellings. */
export const GROUP_KEYS: readonly string[] = ["name", "description", "cover"];

const ONE: Readonly<Record<GroupName, string>> = { tags: "tag", categories: "category", albums: "album" };

/**
 * Reads tags.yaml, categories.yaml or albums.yaml, a mapping keyed by slug, and reports any
 * mistakes in it.
 */
export function parseGroupFile(name: GroupName, raw: RawDocument, context: DocumentContext): GroupFile {
  const { config, diagnostics, elsewhere, noticeCounts } = context;
  const { file, places } = raw;
  const written = new DataDocument({ values: raw.data ?? createMapping(), origins: new Map(), places, elsewhere });
  const values = createMapping(Object.entries(written.values).filter(([key, value]) => isSlugOf(name, key, value, written, diagnostics)));
  const data = new DataDocument({ values, origins: new Map(), places, elsewhere });
  const entries = mapping(
    Object.fromEntries(Object.keys(values).map((slug) => [slug, LISTED_GROUPS[name]])),
    `want a mapping from slugs to ${name}`,
  );
  const checked = validate(data, entries, {
    diagnostics,
    unknownKeys: config.frontMatter.unknownKeys,
    noticeCounts: { unknownKey: (key) => noticeCounts.unknownKey(key.replace(/^[^.]*\./, ""), name) },
  });
  const document = new CheckedDocument(data, diagnostics);
  const listed = Object.entries(checked.values ?? {}).map(([slug, group]): readonly [string, ListedGroup] => {
    const all = { name: null, cover: null, ...group };
    return [slug, { ...all, cover: document.picture(all.cover, [slug, "cover"]) }];
  });
  return { file, locate: (field) => data.locate(field), isUnreadable: raw.data === null, listed: new Map(listed) };
}

function isSlugOf(name: GroupName, key: string, value: unknown, data: DataDocument, diagnostics: Diagnostics): boolean {
  const slug = toTagSlug(key);
  if (slug === key) return true;
  const meant = typeof value === "string" ? `${slug}: ${value}` : slug;
  const hint = slug === "" ? "want letters or numbers" : `want ${meant}`;
  const article = name === "albums" ? "an" : "a";
  diagnostics.error(data.locateKey([key]), { code: "bad-slug", message: `${describe(key)} is not ${article} ${ONE[name]}'s slug`, hint });
  return false;
}

/**
 * Warns about descriptions and covers that are not shown anywhere.
 * @param used slugs in documents, including drafts
 */
export function reportUnusedGroups(name: GroupName, groups: GroupFile | null, used: ReadonlySet<string>, diagnostics: Diagnostics): void {
  const suggest = createSuggester(() => used);
  for (const [slug, { description: said, cover }] of groups?.listed ?? []) {
    if (used.has(slug) || (said === null && cover === null) || groups === null) continue;
    const meant = suggest(slug);
    const hint = meant === null ? "use it in a document, or remove the entry" : `did you mean "${meant}"?`;
    const message = `no document has this ${ONE[name]}, so its description and cover are not shown`;
    diagnostics.warning(groups.locate([slug]), { code: "unused-group", message, hint, field: [slug] });
  }
}
