import type { Manifest } from "../../contract/index-format.ts";
import { fileOfPath } from "../../contract/paths.ts";
import type { Site } from "../../edge/built-site.ts";
import { findMember, type MemberName } from "../../edge/collection-members.ts";
import { givenFilters } from "../../edge/lists/facets.ts";
import { listOf } from "../../edge/lists/kind-lists.ts";
import { selectListed } from "../../edge/lists/lists.ts";
import { IndexUnavailable, READS_MAX } from "../../edge/read-file.ts";
import { resolvePath } from "../../edge/resolve-route.ts";
import { LIST_KINDS } from "../../kinds/list-kinds.ts";
import type { SiteData, SiteList } from "../../views/on-request/site-data.ts";
import type { MemberGroup } from "../../views/pages/list-page.ts";

/** The API's word for one of each, which is also the parameter that filters by it. */
const MEMBERS: Readonly<Record<MemberGroup, MemberName>> = { tags: "tag", categories: "category", authors: "author", albums: "album" };

/**
 * A built site for views. It takes what the read handler would answer from the same functions, so
 * that nothing is written as JSON and parsed again.
 * @param open opens the site for one answer
 */
export function createSiteData(open: () => Site): SiteData {
  const read = async (path: string): Promise<never> => {
    const file = fileOfPath(path);
    const record = await open().record(file);
    if (record === null) throw new IndexUnavailable(`there is no ${file}`);
    // The contract gives its shape.
    return record as never;
  };
  return {
    async resolve(path) {
      const found = await resolvePath(open(), path);
      return found === null || found.moved ? null : found;
    },
    read,
    async group(group, slug) {
      const site = open();
      const [first, ...others] = group === "tags" ? await findTagged(site, slug) : [group === "albums" ? "photos" : "posts"];
      if (first === undefined) return null;
      const name = MEMBERS[group];
      const answer = await findMember(site, name, group === "tags" ? `/tags/${first}` : `/${group}`, slug);
      const query = { [name]: group === "tags" ? [slug] : slug };
      const toList = (kind: string): SiteList => ({ kind, query });
      return answer && { answer: answer as never, lists: [toList(first), ...others.map(toList)] };
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

/** The kinds with documents that have a tag. */
function findTagged(site: Site, slug: string): Promise<readonly string[]> {
  const hasTag = async (manifest: Manifest, kind: string): Promise<boolean> => {
    const { index, definition } = listOf(manifest, kind);
    if (index.total === 0 || !definition.filters.some(({ column }) => column === "tags")) return false;
    return (await site.facets(manifest, kind)).tagged(slug).total > 0;
  };
  return site.withIndex(async (manifest) => {
    const kinds = [...LIST_KINDS, ...Object.keys(manifest.kinds ?? {})];
    const found = await Promise.all(kinds.map((kind) => hasTag(manifest, kind)));
    return kinds.filter((_, at) => found[at]);
  });
}
