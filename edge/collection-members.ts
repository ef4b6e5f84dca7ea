import type { GroupText, GroupTexts } from "../contract/index-format.ts";
import { fileOfPath } from "../contract/paths.ts";
import { decodePercent } from "../contract/text/decode-percent.ts";
import type { Answer } from "./answer.ts";
import type { JsonRecord, Site } from "./built-site.ts";
import { isRecord } from "./manifest.ts";
import { notFound } from "./read-failure.ts";
import { IndexUnavailable } from "./read-file.ts";

export type MemberName = "tag" | "category" | "author" | "album";

/**
 * @param path under API_PREFIX, as sent; its last segment is the percent-encoded slug, in any
 * letter case
 * @throws ProblemError not-found, IndexUnavailable
 */
export async function answerMember(site: Site, name: MemberName, path: string): Promise<Answer> {
  const end = path.lastIndexOf("/");
  const slug = decodePercent(path.slice(end + 1))
    ?.normalize("NFKC")
    .toLowerCase();
  const member = slug === undefined ? null : await findMember(site, name, path.slice(0, end), slug);
  if (member === null) throw notFound();
  return { body: JSON.stringify(member) };
}

/**
 * One tag, category, author or album, taken from its collection. Descriptions and covers are in a
 * file of the index. Returns null if the collection does not have it.
 * @param collection its path under API_PREFIX
 * @throws IndexUnavailable
 */
export async function findMember(site: Site, name: MemberName, collection: string, slug: string): Promise<JsonRecord | null> {
  const file = fileOfPath(collection);
  const items = (await site.record(file))?.items;
  if (!Array.isArray(items)) throw new IndexUnavailable(`there is no ${file}`);
  const item: unknown = items.find((one: unknown) => isRecord(one) && one.slug === slug);
  if (!isRecord(item)) return null;
  if (name === "author") return { ...item, description: item.bio };
  const { description, cover } = await readGroupText(site, GROUPS[name], slug);
  if (name === "album") return { ...item, description };
  const { url = null, path: page = null } = item;
  return { slug, name: item.name, description, count: item.count, cover, url, path: page };
}

const GROUPS = { tag: "tags", category: "categories", album: "albums" } as const;
const NO_TEXT: GroupText = { description: null, cover: null };

/** The author's description and cover of a tag, a category or an album. */
export function readGroupText(site: Site, group: keyof GroupTexts, slug: string): Promise<GroupText> {
  return site.withIndex(async ({ groups }) => {
    const texts = groups === undefined ? undefined : (await site.indexFile<GroupTexts>(groups))[group];
    return texts !== undefined && Object.hasOwn(texts, slug) ? (texts[slug] ?? NO_TEXT) : NO_TEXT;
  });
}
