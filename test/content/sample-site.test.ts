import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import exifr from "exifr";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { parse as parseToml } from "smol-toml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { ServicesPage } from "../../contract/schemas/service.ts";
import type { About } from "../../contract/schemas/site.ts";
import type { ServiceOffering } from "../../packages/octavo-client/generated/api-types.ts";
import { type OpenApi, openApi, serveInProcess } from "../api/open-api.ts";
import { BUILD_TIMEOUT_MS, buildSampleSite, CONTENT_DIR, SAMPLE_NOW, type SampleSite } from "../helpers/sample-site.ts";

/**
 * Checks, by counting in its API, that the sample site shows enough to people who try Octavo.
 */

let site: SampleSite;
let api: OpenApi;
beforeAll(async () => {
  site = await buildSampleSite();
  api = await openApi({ plain: site.outDir, counted: site.outDir, empty: site.outDir }, serveInProcess);
}, BUILD_TIMEOUT_MS);
afterAll(() => site.remove());

const FILES = readdirSync(CONTENT_DIR, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(CONTENT_DIR, name)).isFile());
const textOf = (name: string): string => readFileSync(join(CONTENT_DIR, name), "utf8");

interface Source {
  readonly name: string;
  readonly frontMatter: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Markdown files of a folder. */
function sourcesIn(folder: string): Source[] {
  return FILES.filter((name) => name.startsWith(folder) && name.endsWith(".md")).map((name) => {
    const [, fence = "", head = "", body = ""] =
      /^(---|\+\+\+)\n(.*?)\n\1\n(.*)$/s.exec(textOf(name)) ?? expect.fail(`${name} has no front matter`);
    return { name, frontMatter: fence === "---" ? parse(head) : parseToml(head), body };
  });
}

it("the sample site builds without a single finding", () => {
  expect(site.result.diagnostics.all()).toEqual([]);
  expect(site.result.notices).toEqual([]);
  expect(site.result.ok).toBe(true);
});

describe("posts", () => {
  it("are at least 24, of the three types, with and without code", () => {
    const { posts } = api.catalog;
    expect(posts.length).toBeGreaterThanOrEqual(24);
    expect(new Set(posts.map(({ type }) => type))).toEqual(new Set(["TEXT", "VIDEO", "IMAGE"]));
    expect(posts.filter(({ hasCode }) => hasCode).length).toBeGreaterThanOrEqual(5);
    expect(posts.filter(({ hasCode }) => !hasCode).length).toBeGreaterThanOrEqual(5);
    for (const { type, video, images } of posts) expect([type === "VIDEO", type === "IMAGE"]).toEqual([video !== null, images.length > 0]);
  });

  it("include two series of at least three", () => {
    const sizes = new Map<string, number>();
    for (const { series } of api.catalog.posts) if (series !== null) sizes.set(series.slug, (sizes.get(series.slug) ?? 0) + 1);
    expect([...sizes.values()].filter((size) => size >= 3).length).toBeGreaterThanOrEqual(2);
  });

  it("include a table, a footnote and a task list", () => {
    const html = api.catalog.documents.map(({ bodyHtml }) => bodyHtml).join("\n");
    expect(html).toMatch(/<table>[\s\S]*<th/);
    expect(html).toMatch(/<sup><a href="#[^"]+"[^>]*data-footnote-ref/);
    expect(html).toMatch(/<li class="task-list-item"><input type="checkbox"[^>]*disabled/);
  });

  it("include a long one with a deep table of contents, and one in a script that is not Latin", () => {
    const { documents } = api.catalog;
    expect(
      documents.some(({ toc, wordCount }) => wordCount > 1_000 && toc.length >= 8 && new Set(toc.map(({ level }) => level)).size >= 3),
    ).toBe(true);
    const letters = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
    expect(
      documents.some(({ bodyText }) => letters(bodyText, /(?!\p{Script=Latin})\p{L}/gu) > 3 * letters(bodyText, /\p{Script=Latin}/gu)),
    ).toBe(true);
  });

  it("include a draft, one dated in the future and a renamed one, of which only the last is published", async () => {
    const sources = sourcesIn("posts/");
    const drafts = sources.filter(({ frontMatter }) => frontMatter.draft === true);
    const future = sources.filter(({ frontMatter }) => Date.parse(String(frontMatter.publishedAt)) > Date.parse(SAMPLE_NOW));
    expect([drafts.length, future.length]).toEqual([1, 1]);
    expect(site.result.nextChange).toBe(new Date(String(future[0]?.frontMatter.publishedAt)).toISOString());
    expect(api.catalog.posts).toHaveLength(sources.length - 2);
    await expectNowhere([...drafts, ...future]);
    const aliases = sources.flatMap(({ frontMatter }) => (Array.isArray(frontMatter.aliases) ? frontMatter.aliases.map(String) : []));
    expect(aliases.length).toBeGreaterThanOrEqual(1);
    for (const alias of aliases) expect((await api.send(`/posts/${alias}`)).status).toBe(200);
  });
});

/**
 * No file of the site contains the title of an unpublished document, and none is named after it.
 */
async function expectNowhere(sources: readonly Source[]): Promise<void> {
  const names = readdirSync(site.outDir, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:json|xml|txt)$/.test(name));
  for (const { name, frontMatter } of sources) {
    const slug = (/([^/]+?)(?:\/index)?\.md$/.exec(name)?.[1] ?? "").replace(/^\d{4}-\d\d-\d\d-/, "");
    const title = String(frontMatter.title);
    for (const file of names) {
      const text = readFileSync(join(site.outDir, file), "utf8");
      expect([file, text.includes(JSON.stringify(title).slice(1, -1)), text.includes(`"${slug}"`)]).toEqual([file, false, false]);
    }
    expect(names.filter((file) => file.includes(slug))).toEqual([]);
  }
}

describe("the rest of the portfolio", () => {
  it("has six projects", () => {
    expect(api.catalog.projects).toHaveLength(6);
    expect(new Set(api.catalog.projects.map(({ status }) => status)).size).toBeGreaterThanOrEqual(3);
  });

  it("has eight books of all four states, with ISBNs whose check digits are right", () => {
    const { books } = api.catalog;
    expect(books).toHaveLength(8);
    expect(new Set(books.map(({ status }) => status))).toEqual(new Set(["want_to_read", "reading", "finished", "abandoned"]));
    const isbns = books.flatMap(({ isbn13 }) => (isbn13 === null ? [] : [isbn13]));
    expect(isbns.length).toBeGreaterThanOrEqual(6);
    for (const isbn of isbns)
      expect([isbn, [...isbn].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10]).toEqual([isbn, 0]);
  });

  it("has twelve photos whose source files state where they were taken, and publishes none of it", async () => {
    const sources = FILES.filter((name) => name.startsWith("photos/") && name.endsWith(".jpg"));
    expect(sources).toHaveLength(12);
    for (const name of sources) {
      const gps = await exifr.gps(join(CONTENT_DIR, name));
      expect([name, Number.isFinite(gps?.latitude), Number.isFinite(gps?.longitude)]).toEqual([name, true, true]);
    }
    const { photos } = api.catalog;
    expect(photos).toHaveLength(12);
    for (const { slug, exif, takenAt, image } of photos) {
      expect([slug, exif?.cameraModel == null, takenAt === null]).toEqual([slug, false, false]);
      for (const { url } of [image, ...image.variants]) {
        const bytes = readFileSync(join(site.outDir, new URL(url).pathname));
        expect(bytes.includes("Exif\0\0")).toBe(false);
        if (!url.endsWith(".webp")) expect(await exifr.gps(bytes)).toBeUndefined();
      }
    }
  });

  it("has four services, each with another pricing model, and one that is not published", async () => {
    const { items } = (await api.send("/services")).json<{ items: ServiceOffering[] }>();
    expect(items).toHaveLength(4);
    expect(new Set(items.map(({ pricing }) => pricing.model)).size).toBe(4);
    const unpublished = sourcesIn("services/").filter(({ frontMatter }) => frontMatter.published === false);
    expect(unpublished).toHaveLength(1);
    await expectNowhere(unpublished);
  });

  it("has a services page with translations and an about page with a portrait", async () => {
    const page = (await api.send("/services-page")).json<ServicesPage>();
    expect(Object.keys(page.translations).length).toBeGreaterThanOrEqual(1);
    const about = (await api.send("/about")).json<About>();
    expect(about.portrait?.variants.length).toBeGreaterThanOrEqual(1);
    expect(about.bioText?.length).toBeGreaterThan(300);
  });
});

describe("the files", () => {
  it("contain at most 3 MiB of pictures, each described, of various colours", () => {
    const pictures = FILES.filter((name) => /\.(?:jpe?g|png|webp|gif|avif|svg)$/.test(name));
    const bytes = pictures.reduce((sum, name) => sum + statSync(join(CONTENT_DIR, name)).size, 0);
    expect(pictures.length).toBeGreaterThan(30);
    expect(bytes).toBeLessThanOrEqual(3 * 1024 * 1024);
    const { photos, posts } = api.catalog;
    for (const image of [...photos.map((photo) => photo.image), ...posts.flatMap(({ cover, images }) => [cover, ...images])])
      expect(image?.alt).not.toBe("");
    expect(new Set(photos.map(({ image }) => image.dominantColor)).size).toBeGreaterThanOrEqual(10);
  });

  it("repeat no text, and contain no placeholder text", () => {
    const seen = new Map<string, string>();
    const repeated: string[] = [];
    const add = (name: string, text: string): void => {
      const plain = text.replace(/\s+/g, " ").trim().toLowerCase();
      // A shorter text is a caption, a step or a list item.
      if (plain.length < 40) return;
      const before = seen.get(plain);
      if (before !== undefined) repeated.push(`${before} and ${name}: ${plain.slice(0, 80)}`);
      seen.set(plain, name);
    };
    for (const { name, body, frontMatter } of sourcesIn("")) {
      for (const paragraph of paragraphsOf(body)) add(name, paragraph);
      for (const text of longTextsOf(frontMatter)) add(name, text);
    }
    for (const name of FILES.filter((file) => file.endsWith(".yaml"))) for (const text of longTextsOf(parse(textOf(name)))) add(name, text);
    expect(seen.size).toBeGreaterThan(300);
    expect(repeated).toEqual([]);
    for (const text of seen.keys()) expect(text).not.toMatch(/lorem ipsum|dolor sit|\btodo\b|\btbd\b|placeholder text|your text here/);
  });
});

/** Paragraphs as written in the source, at any level of nesting. */
function paragraphsOf(markdown: string): string[] {
  const found: string[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === "paragraph") found.push(markdown.slice(node.position?.start.offset, node.position?.end.offset));
    else if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(markdown));
  return found;
}

/**
 * Sentences of front matter and YAML: addresses and descriptions of pictures may be in two places.
 */
function longTextsOf(value: unknown, key = ""): string[] {
  if (typeof value === "string") return key === "alt" || /^\w+:\/\//.test(value) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => longTextsOf(member, Array.isArray(value) ? key : name));
}
