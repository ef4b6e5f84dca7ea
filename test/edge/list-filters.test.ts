import { describe, expect, it } from "vitest";
import { memberTexts } from "../../build/index/member-texts.ts";
import { QUERY_PARAMETERS } from "../../contract/query/query-parameters.ts";
import { LIST_KINDS, LISTS, type ListKind } from "../../kinds/list-kinds.ts";
import { makeBook, makeDist, makePhoto, makePost, makeProject, type SiteInput, serve, tags } from "./site-fixture.ts";

/** Of each list, two documents that differ in every member that a filter looks at. */
const SITE: SiteInput = {
  search: true,
  posts: [
    makePost("one", {
      ...{ type: "VIDEO", hasCode: true, featured: true, language: "en-GB", tags: tags("web"), categories: tags("notes") },
      ...{ title: "Heron", authors: [{ slug: "ines", name: "Ines", url: null, bio: null, avatar: null }] },
      series: { slug: "sea", title: "Sea", position: 1, total: 1, description: null, previous: null, next: null, items: [] },
      publishedAt: "2024-05-01T00:00:00.000Z",
    }),
    makePost("other", { type: "IMAGE", language: "de", tags: tags("sea"), categories: tags("essays") }),
  ],
  projects: [makeProject("one", { status: "archived", tags: tags("web") }), makeProject("other", { status: "active" })],
  books: [makeBook("one", { status: "reading", tags: tags("web") }), makeBook("other")],
  photos: [makePhoto("one", { album: { slug: "harbours", title: "Harbours" }, tags: tags("web") }), makePhoto("other")],
};
/** Parameters that turn pages or look for a text. */
const OTHERS = { page: null, pageSize: null, q: "heron" } as const;

const filters = LIST_KINDS.flatMap((kind) => LISTS[kind].filters.map((filter) => ({ kind, ...filter })));

describe("every filter of every list", () => {
  const site = serve(makeDist(SITE));
  const ask = async (kind: ListKind, query: string): Promise<readonly { readonly slug: string }[]> => {
    const response = await site.get(`/${kind}${query}`);
    expect(response.status).toBe(200);
    return ((await response.json()) as { items: { slug: string }[] }).items;
  };

  it.each(filters)("$name leaves some of /$kind out", async ({ kind, name, member, ...filter }) => {
    const whole = await ask(kind, "");
    expect(whole).toHaveLength(2);
    const one = whole.find(({ slug }) => slug === "one");
    const [value = ""] = memberTexts(one ?? {}, member);
    // The other post is older.
    if (filter.type === "instant" && filter.bound === "to") {
      expect(await ask(kind, `?${name}=2024-04-30`)).toMatchObject([{ slug: "other" }]);
    } else expect(await ask(kind, `?${name}=${value}`)).toMatchObject([{ slug: "one" }]);
  });

  it("is a parameter of its route, and no other parameter is left untried", () => {
    for (const kind of LIST_KINDS) {
      const known = new Set([...LISTS[kind].filters.map(({ name }) => name), ...Object.keys(OTHERS)]);
      expect(QUERY_PARAMETERS[kind].map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it("q leaves some of /posts out", async () => {
    expect(await ask("posts", `?q=${OTHERS.q}`)).toMatchObject([{ slug: "one" }]);
  });
});
