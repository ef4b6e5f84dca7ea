import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LoaderTarget, octavoLoader } from "../../packages/octavo-client/astro/astro-loader.ts";
import type { ClientMethods, Post } from "../../packages/octavo-client/client.ts";
import { createFilesClient } from "../../packages/octavo-client/files/files-client.ts";
import { buildSampleSite, type SampleSite } from "../helpers/sample-site.ts";

let site: SampleSite;
let client: ClientMethods;
beforeAll(async () => {
  site = await buildSampleSite();
  client = createFilesClient({ folder: site.outDir });
});
afterAll(() => site.remove());

type Entry = Parameters<LoaderTarget["store"]["set"]>[0];

/** A loader's context as Astro creates it, with the entries of its store. */
function createTarget(): LoaderTarget & { readonly entries: Map<string, Entry>; readonly written: string[] } {
  const entries = new Map<string, Entry>();
  const written: string[] = [];
  return {
    entries,
    written,
    store: {
      get: (id) => entries.get(id),
      set: (entry) => {
        entries.set(entry.id, entry);
        return written.push(entry.id) > 0;
      },
      delete: (id) => void entries.delete(id),
      keys: () => [...entries.keys()],
    },
    logger: { info: () => {} },
    parseData: async ({ data }) => data,
    generateDigest: (data) => createHash("sha256").update(JSON.stringify(data)).digest("hex"),
  };
}

describe("octavoLoader", () => {
  it("loads whole posts with their HTML and headings, in the API's order", async () => {
    const target = createTarget();
    await octavoLoader({ client, kind: "posts" }).load(target);
    const { items } = await client.posts.list({ pageSize: 100 });
    expect([...target.entries.keys()]).toEqual(items.map(({ slug }) => slug));
    const post = await client.posts.get("tides-are-sums-of-cosines");
    const entry = target.entries.get(post.slug);
    expect(entry?.data).toEqual(post);
    expect(entry?.rendered.html).toBe(post.bodyHtml);
    expect(entry?.rendered.metadata.headings).toContainEqual({ depth: 2, slug: "five-rows", text: "Five rows" });
  });

  it("stores only changed documents, and deletes missing ones", async () => {
    const target = createTarget();
    const changed = "rye-bread-by-the-clock";
    const gone = "weaving-a-message";
    await octavoLoader({ client, kind: "posts" }).load(target);
    target.written.length = 0;
    await octavoLoader({ client, kind: "posts" }).load(target);
    expect(target.written).toEqual([]);
    const { list, get } = client.posts;
    async function* all(): ReturnType<ClientMethods["posts"]["all"]> {
      for (const post of (await list({ pageSize: 100 })).items) if (post.slug !== gone) yield post;
    }
    const edit = async (slug: string): Promise<Post> => ({ ...(await get(slug)), ...(slug === changed ? { title: "Another title" } : {}) });
    await octavoLoader({ client: { ...client, posts: { ...client.posts, all, get: edit } }, kind: "posts" }).load(target);
    expect(target.written).toEqual([changed]);
    expect(target.entries.get(changed)?.data.title).toBe("Another title");
    expect(target.entries.has(gone)).toBe(false);
  });

  it("loads documents that are in no list, each once under its current slug", async () => {
    const target = createTarget();
    const [first] = (await client.posts.list({ pageSize: 1 })).items;
    await octavoLoader({ client, kind: "posts", also: [first?.slug ?? "", "rye-bread-again"] }).load(target);
    expect(target.entries.has("rye-bread-again")).toBe(false);
    expect(target.written.filter((id) => id === first?.slug)).toHaveLength(1);
  });

  it.each(["projects", "books", "photos", "services", "pages", "series"] as const)("loads %s", async (kind) => {
    const target = createTarget();
    await octavoLoader({ client, kind }).load(target);
    expect(target.entries.size).toBe((await client[kind].list()).items.length);
    expect(target.entries.size).toBeGreaterThan(1);
  });
});
