import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createClient } from "../../packages/octavo-client/client.ts";
import type { Reader } from "../../reader/view.ts";
import { isGroup, showGroup } from "../../reader/views/group-view.ts";
import { ENGLISH_WORDS } from "../../reader/words/english.ts";
import { createReaderWording } from "../../reader/words/reader-wording.ts";
import { type FakeNode, stubDocument } from "./fake-node.ts";

beforeEach(() => stubDocument("https://watt.example/tags/sea", ""));
afterEach(() => vi.unstubAllGlobals());

const kind = (name: string, filters: readonly string[]) => ({
  ...{
    name,
    builtIn: false,
    words: { one: name, many: `All ${name}` },
    page: null,
    count: 1,
    sorts: [],
    order: [],
    date: null,
    tags: true,
  },
  ...{ filters: filters.map((one) => ({ name: one })), schema: { properties: {} } },
});
const KINDS = [kind("talks", ["tag", "language"]), kind("links", ["tag"]), kind("notes", ["language"])];
const item = (slug: string) => ({
  slug,
  title: `The ${slug}`,
  url: null,
  path: null,
  excerpt: null,
  cover: null,
  tags: [],
  language: "en",
});

/** Answers of a site whose talks about the sea are in German alone. */
async function show(query: string, next = false): Promise<{ title: string; text: string; node: FakeNode[]; asked: string[] }> {
  const asked: string[] = [];
  const answer = (path: string, search: URLSearchParams): object => {
    if (path === "/kinds") return { items: KINDS };
    if (path === "/tags/talks/sea") return { name: "Sea", description: "Salt water" };
    const isShown = path === "/talks" && search.get("language") !== "en";
    return { items: isShown ? [item("tides")] : [], pagination: { hasNextPage: isShown && next } };
  };
  const client = createClient({
    baseUrl: "https://watt.example/api/v1",
    fetch: async (input) => {
      const { pathname, searchParams, search } = new URL(input);
      const path = pathname.slice("/api/v1".length);
      asked.push(`${path}${search}`);
      return Response.json(answer(path, searchParams));
    },
  });
  const languages = ["en", "de"].map((language) => ({ language, kinds: { talks: 1 } }));
  const facts = { language: "en", timeZone: "UTC", origin: "https://watt.example", kinds: [], languages };
  const wording = createReaderWording(ENGLISH_WORDS, facts);
  const { signal } = new AbortController();
  const reader = { client, signal, facts, wording, query: new URLSearchParams(query) } as unknown as Reader;
  const { title, content } = await showGroup(reader, "tags", "sea");
  const node = [content].flat(2) as unknown as FakeNode[];
  return { title, node, text: node.map((one) => one.text()).join("\n"), asked };
}

it("the page of a tag names it, describes it and lists the documents of each kind that has any", async () => {
  const { title, text, node, asked } = await show("");
  expect(title).toBe("Sea");
  expect(text).toContain("Salt water");
  expect(text).toContain("The tides");
  expect(node.flatMap((one) => one.texts("h2"))).toEqual(["All talks", "The tides"]);
  expect(asked.filter((path) => path.startsWith("/notes"))).toEqual([]);
});

it("documents in another language are better than none, unless a language was chosen", async () => {
  expect((await show("")).asked).toEqual(expect.arrayContaining(["/talks?language=en&tag=sea", "/talks?tag=sea", "/links?tag=sea"]));
  const { asked } = await show("language=de");
  expect(asked).toContain("/talks?language=de&tag=sea");
  expect(asked).not.toContain("/talks?tag=sea");
});

it("a list that goes on is a link to the whole of it, with the same language", async () => {
  const links = async (query: string, next: boolean) => (await show(query, next)).node.flatMap((one) => one.links());
  expect(await links("language=de", true)).toContain("/talks?tag=sea&language=de");
  expect(await links("language=de", false)).not.toContain("/talks?tag=sea&language=de");
});

it("groups are the ones that lists have a parameter for, and no member of every object", () => {
  expect(["tags", "categories", "series", "albums", "authors", "posts", "constructor"].map(isGroup)).toEqual([
    ...[true, true, true, true, true],
    ...[false, false],
  ]);
});
