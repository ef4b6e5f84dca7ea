import { fileOfPath } from "../../contract/paths.ts";
import type { Site } from "../../edge/built-site.ts";
import { findMember, type MemberName, readGroupText } from "../../edge/collection-members.ts";
import { givenFilters } from "../../edge/lists/facets.ts";
import { findList, listOf } from "../../edge/lists/kind-lists.ts";
import { selectListed } from "../../edge/lists/lists.ts";
import { READS_MAX, requirePart } from "../../edge/read-file.ts";
import { resolvePath } from "../../edge/resolve-route.ts";
import type { SiteData, SiteList } from "../../views/on-request/site-data.ts";
import type { MemberGroup } from "../../views/pages/list-page.ts";

/** A document of a kind with tags, in the form of its list. */
interface TaggedItem {
  readonly tags: readonly { readonly slug: string; readonly name: string }[];
}

/** The API's word for a single member, which is also the name of the filter. */
const MEMBERS: Readonly<Record<Exclude<MemberGroup, "tags">, MemberName>> = { categories: "category", authors: "author", albums: "album" };

/**
 * A built site for views. It calls the same functions as the read handler, so nothing is written as
 * JSON and parsed again.
 * @param open opens the site for one answer
 */
export function createSiteData(open: () => Site): SiteData {
  const read = async (path: string): Promise<never> => {
    const file = fileOfPath(path);
    // The contract defines its shape.
    return requirePart(await open().record(file), file) as never;
  };
  return {
    async resolve(path) {
      const found = await resolvePath(open(), path);
      return found === null || found.moved ? null : found;
    },
    read,
    async group(group, slug) {
      const site = open();
      if (group === "tags") return (await findTag(site, slug)) as never;
      const name = MEMBERS[group];
      const answer = await findMember(site, name, `/${group}`, slug);
      return answer && { answer: answer as never, lists: [{ kind: group === "albums" ? "photos" : "posts", query: { [name]: slug } }] };
    },
    list({ kind, query }, cut) {
      const site = open();
      return site.withIndex(async (manifest) => {
        const given = givenFilters(listOf(manifest, kind).definition.filters, query);
        const selected = await selectListed(site, manifest, kind, { given, sort: null });
        const range = cut(selected.total);
        const numbers = range === null ? [] : selected.slice(range.start, range.end);
        const texts = await site.documents(manifest, kind, numbers, READS_MAX);
        return { total: selected.total, items: texts.map((text) => JSON.parse(text)) };
      });
    },
  };
}

/**
 * A tag and its lists. Its name comes from one of its documents, because otherwise the list of all
 * tags would be read and parsed for each page.
 */
function findTag(site: Site, slug: string): Promise<{ readonly answer: object; readonly lists: readonly SiteList[] } | null> {
  return site.withIndex(async (manifest) => {
    const kinds = Object.keys({ ...manifest.lists, ...manifest.kinds }).filter((kind) => (findList(manifest, kind)?.index.total ?? 0) > 0);
    const newest = await Promise.all(kinds.map(async (kind) => (await site.facets(manifest, kind)).tagged(slug).slice(0, 1)));
    const found = kinds.filter((_, at) => newest[at]?.length);
    const [first] = found;
    if (first === undefined) return null;
    const [text = ""] = await site.documents(manifest, first, newest[kinds.indexOf(first)] ?? [], READS_MAX);
    const { tags }: TaggedItem = JSON.parse(text);
    const answer = { ...tags.find((tag) => tag.slug === slug), ...(await readGroupText(site, "tags", slug)) };
    return { answer, lists: found.map((kind) => ({ kind, query: { tag: [slug] } })) };
  });
}
