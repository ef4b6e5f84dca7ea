import { expect, it } from "vitest";
import { createReadHandler } from "../../edge/handler.ts";
import { makeDist, makePhoto, makePost, tags } from "./site-fixture.ts";

const INES = { slug: "ines", name: "Ines", url: null, bio: "Weaves.", avatar: null };
const site = {
  photos: [makePhoto("snow", { album: { slug: "winter", title: "Winter" }, tags: tags("constructor") })],
  posts: [
    makePost("rain", { tags: tags("web", "größe"), categories: tags("notes"), authors: [INES] }),
    makePost("snow", { tags: tags("web") }),
  ],
};
const dist = makeDist(site);
const described = makeDist({
  ...site,
  groupTexts: {
    tags: { web: { description: "The web.", cover: null } },
    categories: { notes: { description: null, cover: makePhoto("reeds").image } },
    albums: { winter: { description: "Snow.", cover: null } },
  },
});

async function get(path: string, files: ReadonlyMap<string, string> = dist): Promise<{ readonly status: number; readonly body: unknown }> {
  const handle = createReadHandler({ read: async (file) => (files.has(file) ? new TextEncoder().encode(files.get(file)) : null) });
  const response = await handle(new Request(`https://fjord.example/api/v1${path}`));
  return { status: response.status, body: await response.json() };
}

const NO_PAGE = { description: null, cover: null, url: null, path: null };

it.each([
  ["/tags/posts/web", { slug: "web", name: "WEB", count: 2, ...NO_PAGE }],
  ["/tags/posts/WEB", { slug: "web", name: "WEB", count: 2, ...NO_PAGE }],
  ["/tags/posts/%57eb", { slug: "web", name: "WEB", count: 2, ...NO_PAGE }],
  ["/tags/posts/gr%C3%B6%C3%9Fe", { slug: "größe", name: "GRÖSSE", count: 1, ...NO_PAGE }],
  ["/tags/posts/GRO%CC%88%C3%9FE", { slug: "größe", name: "GRÖSSE", count: 1, ...NO_PAGE }],
  ["/authors/Ines", { ...INES, count: 1, pageUrl: null, path: null, description: "Weaves." }],
  ["/categories/notes", { slug: "notes", name: "NOTES", count: 1, ...NO_PAGE }],
])("the read handler answers %s from its collection", async (path, body) => {
  expect(await get(path)).toEqual({ status: 200, body });
});

it.each([
  ...[
    "/tags/posts/never",
    "/tags/photos/web",
    "/tags/nothing/web",
    "/tags/p%6Fsts/web",
    "/tags/posts/web/",
    "/tags/posts/",
    "/tags/posts/%",
  ],
  ...["/tags/posts/%ff", "/tags/posts/we%2Fb", "/categories/__proto__", "/categories/n/x", "/authors/nobody", "/albums/nothing"],
  ...["/posts/r%61in", "/p%6Fsts", "/post-series/%41"],
])("the read handler finds nothing at %s", async (path) => {
  expect((await get(path)).status).toBe(404);
});

it("the read handler reports that a collection cannot be read, instead of denying that the tag exists", async () => {
  const lost = new Map([...dist].filter(([path]) => path !== "api/v1/tags/posts.json"));
  expect((await get("/tags/posts/web", lost)).status).toBe(503);
});

it("the read handler adds the description and the cover that the author gives", async () => {
  expect((await get("/tags/posts/web", described)).body).toMatchObject({ name: "WEB", count: 2, description: "The web.", cover: null });
  expect((await get("/tags/posts/größe", described)).body).toMatchObject({ description: null, cover: null });
  expect((await get("/tags/photos/constructor", described)).body).toMatchObject({ slug: "constructor", description: null, cover: null });
  const { image } = makePhoto("reeds");
  expect((await get("/categories/notes", described)).body).toMatchObject({ count: 1, description: null, cover: image });
  const album = { slug: "winter", title: "Winter", count: 1, cover: makePhoto("snow").image, description: "Snow." };
  expect((await get("/albums/winter", described)).body).toMatchObject(album);
});

it("the read handler reports that the descriptions cannot be read, instead of omitting them", async () => {
  const lost = new Map([...described].filter(([path]) => !path.startsWith("index/v1/groups.")));
  expect(lost.size).toBe(described.size - 1);
  expect((await get("/tags/posts/web", lost)).status).toBe(503);
});
