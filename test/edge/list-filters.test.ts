import { describe, expect, it } from "vitest";
import { memberTexts } from "../../build/outputs/index/member-texts.ts";
import { QUERY_PARAMETERS } from "../../contract/query/query-parameters.ts";
import { LIST_KINDS, LISTS, type ListKind, PLAIN_LIST_KINDS, type PlainListKind } from "../../kinds/list-kinds.ts";
import { pairOf } from "../helpers/kind-values.ts";
import { makeDist, makeDocument, makePost, type SiteInput, serve, tags } from "./site-fixture.ts";

/**
 * Two documents for each list, which differ in every member that a filter or a sort order reads.
 */
const SITE: SiteInput = {
  search: true,
  ...Object.fromEntries(PLAIN_LIST_KINDS.map((kind) => [kind, makeTwo(kind)])),
  posts: [
    makePost("one", {
      ...{ type: "VIDEO", hasCode: true, featured: true, language: "en-GB", tags: tags("web"), categories: tags("notes") },
      ...{ title: "Heron", authors: [{ slug: "ines", name: "Ines", url: null, bio: null, avatar: null }] },
      series: { slug: "sea", title: "Sea", position: 1, total: 1, description: null, previous: null, next: null, items: [] },
      publishedAt: "2024-05-01T00:00:00.000Z",
      updatedAt: "2024-05-01T00:00:00.000Z",
    }),
    makePost("other", {
      ...{ type: "IMAGE", language: "de", tags: tags("sea"), categories: tags("essays") },
      ...{ title: "Wader", readingTimeMinutes: 2, publishedAt: "2023-05-01T00:00:00.000Z", updatedAt: "2025-05-01T00:00:00.000Z" },
    }),
  ],
};
/** Documents whose values follow from the members of their kind. */
function makeTwo(kind: PlainListKind) {
  const names = new Set([...LISTS[kind].filters.map(({ member }) => member.replace(/\..*/, "")), ...LISTS[kind].sorts]);
  const values = [...names].map((name) => [name, pairOf(kind, name)] as const);
  return ["one", "other"].map((slug, at) => makeDocument(kind, slug, Object.fromEntries(values.map(([name, pair]) => [name, pair[at]]))));
}

function memberValue(kind: ListKind, slug: string, key: string): unknown {
  const document = SITE[kind]?.find((one) => one.slug === slug);
  return Object.entries(document ?? {}).find(([name]) => name === key)?.[1];
}

/** Parameters that turn pages or search for a text. */
const OTHERS = { sort: null, page: null, pageSize: null, q: "heron" } as const;

const sorts = LIST_KINDS.flatMap((kind) => LISTS[kind].sorts.map((key) => ({ kind, key })));
const filters = LIST_KINDS.flatMap((kind) => LISTS[kind].filters.map((filter) => ({ kind, ...filter })));

describe("the filters and sort orders of every list", () => {
  const site = serve(makeDist(SITE));
  const ask = async (kind: ListKind, query: string): Promise<readonly { readonly slug: string }[]> => {
    const response = await site.get(`/${kind}${query}`);
    expect(response.status).toBe(200);
    return ((await response.json()) as { items: { slug: string }[] }).items;
  };

  it.each(filters)("$name excludes some documents of /$kind", async ({ kind, name, member, ...filter }) => {
    const whole = await ask(kind, "");
    expect(whole).toHaveLength(2);
    const one = whole.find(({ slug }) => slug === "one");
    const [value = ""] = memberTexts(one ?? {}, member);
    expect(value, `give ${kind} "one" a ${member} in SITE, and "other" none or another one`).not.toBe("");
    // The other post is older.
    if (filter.type === "period") {
      expect(await ask(kind, `?${name}=${value.slice(0, 4)}`)).toMatchObject([{ slug: "one" }]);
      expect(await ask(kind, `?${name}=${value.slice(0, 7)}`)).toMatchObject([{ slug: "one" }]);
    } else if (filter.type === "instant" && filter.bound === "to") {
      expect(await ask(kind, `?${name}=2024-04-30`)).toMatchObject([{ slug: "other" }]);
    } else expect(await ask(kind, `?${name}=${value}`)).toMatchObject([{ slug: "one" }]);
  });

  it.each(sorts)("$key orders /$kind both ways, and no other key does", async ({ kind, key }) => {
    const ascending = (await ask(kind, `?sort=${key}`)).map(({ slug }) => slug);
    const descending = (await ask(kind, `?sort=-${key}`)).map(({ slug }) => slug);
    const values = ascending.map((slug) => memberValue(kind, slug, key));
    expect(values).toEqual([...values].sort((a, b) => ((a as number) < (b as number) ? -1 : 1)));
    expect(new Set(values).size).toBe(2);
    expect(descending).toEqual(ascending.toReversed());
    expect((await site.get(`/${kind}?sort=slug`)).status).toBe(400);
  });

  it("are parameters of its route, and every other parameter is tested", () => {
    for (const kind of LIST_KINDS) {
      const known = new Set([...LISTS[kind].filters.map(({ name }) => name), ...Object.keys(OTHERS)]);
      expect(QUERY_PARAMETERS[kind].map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it("q excludes some posts", async () => {
    expect(await ask("posts", `?q=${OTHERS.q}`)).toMatchObject([{ slug: "one" }]);
  });
});
