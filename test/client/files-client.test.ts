import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_PREFIX } from "../../contract/paths.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { type ClientMethods, createClient } from "../../packages/octavo-client/client.ts";
import { createFilesClient } from "../../packages/octavo-client/files/files-client.ts";
import { buildSampleSite, type SampleSite } from "../helpers/sample-site.ts";
import { collect, failureOf } from "./outcomes.ts";

let site: SampleSite;
let empty: string;
beforeAll(async () => {
  site = await buildSampleSite();
  empty = await mkdtemp(join(tmpdir(), "octavo-no-site-"));
});
afterAll(async () => {
  await site.remove();
  await rm(empty, { recursive: true, force: true });
});

const QUESTIONS: Readonly<Record<string, (client: ClientMethods) => Promise<unknown>>> = {
  "a list": (client) => client.posts.list(),
  "a list with filters": (client) => client.posts.list({ tag: ["weaving"], hasCode: false, language: "en", publishedFrom: "2024-01-01" }),
  "a page past the end": (client) => client.posts.list({ page: 99, pageSize: 7 }),
  "a text in posts": (client) => client.posts.list({ q: "tide" }),
  "all posts": (client) => collect(client.posts.all({ pageSize: 5 })),
  "a post": (client) => client.posts.get("tides-are-sums-of-cosines"),
  "a search": (client) => client.search({ q: "heron", kind: "post" }),
  "a misspelt search": (client) => client.search({ q: "weavnig" }),
  projects: (client) => client.projects.list({ status: "active" }),
  books: (client) => client.books.list({ pageSize: 2 }),
  photos: (client) => client.photos.list({ tag: "birds" }),
  services: (client) => client.services.list(),
  "the archive": (client) => client.archive.get(),
  "a series": (client) => client.series.get("weaving-for-programmers"),
  tags: (client) => client.tags.list("posts"),
  settings: (client) => client.site.settings(),
  "the API's description": (client) => client.api.description(),
};

describe("createFilesClient", () => {
  it.each(Object.entries(QUESTIONS))("answers like the site: %s", async (_, ask) => {
    const app = createNodeHost({ distDir: site.outDir });
    const online = createClient({
      baseUrl: `https://ines.example${API_PREFIX}`,
      fetch: async (url, init) => app.fetch(new Request(url, init)),
    });
    const answer = await ask(createFilesClient({ folder: site.outDir }));
    expect(answer).toEqual(await ask(online));
    expect(answer).toBeTypeOf("object");
  });

  it("accepts a file: URL, and reports each answer", async () => {
    const statuses: number[] = [];
    const client = createFilesClient({ folder: pathToFileURL(site.outDir), onResponse: ({ status }) => statuses.push(status) });
    const { items } = await client.posts.list({ pageSize: 1 });
    expect(items).toHaveLength(1);
    await failureOf(client.posts.get("no-such-post"));
    expect(statuses).toEqual([200, 404]);
  });

  it("lists the API's objections", async () => {
    const client = createFilesClient({ folder: site.outDir });
    expect((await failureOf(client.posts.get("no-such-post"))).problem.code).toBe("not-found");
    const { problem } = await failureOf(client.posts.list({ page: 0 }));
    expect([problem.code, problem.errors.map(({ parameter }) => parameter)]).toEqual(["validation-error", ["page"]]);
  });

  it.each<[string, (client: ClientMethods) => Promise<unknown>]>([
    ["a comment", (client) => client.comments.submit("hello", { authorName: "Ada", body: "Hello" })],
    ["a like", (client) => client.likes.add("hello")],
    ["an inquiry", (client) => client.inquiries.submit({ email: "ada@ada.example", message: "Hello" })],
    ["engagement", (client) => client.engagement.send({ type: "page_view", path: "/" })],
  ])("refuses %s at once, and names the client to use", async (_, write) => {
    const { problem } = await failureOf(write(createFilesClient({ folder: site.outDir })));
    expect([problem.code, problem.status]).toEqual(["temporary-reduced-capacity", 503]);
    expect(problem.detail).toContain("createClient({ baseUrl })");
  });

  it.each([
    ["an empty folder", ""],
    ["a missing folder", "no-such-folder"],
  ])("explains what to do about %s", async (_, name) => {
    const folder = join(empty, name);
    const { problem } = await failureOf(createFilesClient({ folder }).posts.list());
    expect(problem.code).toBe("index-unavailable");
    expect(problem.detail).toBe(`${folder} contains no finished build: run octavo build first, or name the folder that it wrote.`);
  });
});
