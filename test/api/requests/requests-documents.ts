import { expect } from "vitest";
import { API_PREFIX, ROUTES } from "../../../contract/paths.ts";
import { PROBLEM_TYPES } from "../../../contract/problem-types.ts";
import type { Post, PostSeries, PostSummary } from "../../../contract/schemas/post.ts";
import type { ServicesPage } from "../../../contract/schemas/service.ts";
import type { About, ApiEntry, SiteSettings } from "../../../contract/schemas/site.ts";
import type { TagCount } from "../../../contract/schemas/values.ts";
import { LIST_KINDS } from "../../../kinds/list-kinds.ts";
import type { ServiceOffering } from "../../../packages/octavo-client/generated/api-types.ts";
import { type Answer, type Api, type ApiRequest, BASE_URL, wrongQuery } from "../request.ts";

/** A path with one document. */

const document = (target: string, shows: string, check: (answer: Answer, api: Api) => void | Promise<void>): ApiRequest => ({
  target,
  status: 200,
  shows,
  check,
});

const toLink = (post: PostSummary | undefined): unknown =>
  post === undefined ? null : { slug: post.slug, title: post.title, url: post.url, path: post.path };

const POSTS: readonly ApiRequest[] = [
  document("/posts/four-cranes", "that every post agrees with its summary in the list", (_, { catalog }) => {
    catalog.documents.forEach((post, at) => {
      const { series, ...summary } = catalog.posts[at] ?? expect.fail();
      expect(post).toMatchObject(summary);
      if (series === null) expect(post.series).toBeNull();
      else expect(post.series).toMatchObject(series);
      expect(post.url).toBe(`https://ines.example/posts/${post.slug}`);
    });
  }),
  document("/posts/four-cranes", "that neighbours are the next older and the next newer post", (_, { catalog }) => {
    const { documents, posts } = catalog;
    documents.forEach(({ previousPost, nextPost }, at) => {
      expect({ previousPost, nextPost }).toEqual({ previousPost: toLink(posts[at + 1]), nextPost: toLink(posts[at - 1]) });
    });
    expect([documents.at(0)?.nextPost, documents.at(-1)?.previousPost]).toEqual([null, null]);
  }),
  document("/posts/twill-shifts-satin-jumps", "related posts: at most three, without the post itself, each unchanged", (_, { catalog }) => {
    for (const { slug, related } of catalog.documents) {
      expect(related.length).toBeLessThanOrEqual(3);
      expect(new Set([slug, ...related.map((each) => each.slug)]).size).toBe(related.length + 1);
      for (const each of related) expect(catalog.posts.find((post) => post.slug === each.slug)).toMatchObject(each);
    }
    expect(catalog.documents.filter(({ related }) => related.length > 0).length).toBeGreaterThan(10);
  }),
  document("/posts/http-caching-explained-slowly", "a table of contents whose entries link to the headings, in order", (_, { catalog }) => {
    for (const { bodyHtml, toc } of catalog.documents) {
      const headings = [...bodyHtml.matchAll(/<h([1-6])[^>]* id="([^"]+)"/g)].map(([, level, id]) => [Number(level), id]);
      expect(headings.filter(([, id]) => id !== "footnote-label")).toEqual(toc.map(({ level, id }) => [level, id]));
    }
  }),
  document("/posts/weaving-a-message", "the place in a series, with the posts before and after", (answer, { catalog }) => {
    const { series } = answer.json<Post>();
    const members = catalog.posts.filter((post) => post.series?.slug === series?.slug);
    expect(series).toMatchObject({ position: 3, total: members.length, next: null });
    expect(series?.previous).toEqual(toLink(members.find((post) => post.series?.position === 2)));
    expect(series?.items.map(({ slug }) => slug)).toEqual(members.toSorted((a, b) => at(a) - at(b)).map(({ slug }) => slug));
  }),
  ...["rye-bread-again", "sour-rye"].map((alias) =>
    document(`/posts/${alias}`, "a renamed post by a former slug, byte for byte", async ({ text, headers, json }, { send }) => {
      const present = await send("/posts/rye-bread-by-the-clock");
      expect(text).toBe(present.text);
      expect(headers.get("ETag")).toBe(present.headers.get("ETag"));
      expect(json<Post>().slug).toBe("rye-bread-by-the-clock");
    }),
  ),
  document("/posts/four-cranes?page=0&q=&utm_source=x&%FF", "that a path without parameters ignores all", async ({ text }, { send }) => {
    expect(text).toBe((await send("/posts/four-cranes")).text);
  }),
];

const at = (post: PostSummary): number => post.series?.position ?? 0;

const SERIES: readonly ApiRequest[] = ["weaving-for-programmers", "a-server-under-the-stairs"].map((slug) =>
  document(`/post-series/${slug}`, "the published posts of the series by position", (answer, { catalog }) => {
    const series = answer.json<PostSeries>();
    const members = catalog.posts.filter((post) => post.series?.slug === slug).toSorted((a, b) => at(a) - at(b));
    expect(members.length).toBeGreaterThanOrEqual(3);
    expect(series.items).toEqual(
      members.map((post) => {
        const { url, path, title, excerpt, type, publishedAt, readingTimeMinutes } = post;
        return { position: at(post), slug: post.slug, url, path, title, excerpt, type, publishedAt, readingTimeMinutes };
      }),
    );
    expect([series.slug, series.totalPosts]).toEqual([slug, members.length]);
    expect(series.updatedAt).toBe(members.map(({ updatedAt }) => updatedAt ?? "").reduce((a, b) => (a > b ? a : b)));
  }),
);

const TAGS: readonly ApiRequest[] = LIST_KINDS.filter((kind) => kind !== "pages").map((kind) =>
  document(`/tags/${kind}`, "each tag in use, how often, most used first, then by name", (answer, { catalog }) => {
    const counts = new Map<string, TagCount>();
    for (const { tags } of catalog[kind])
      for (const { slug, name } of tags) counts.set(slug, { slug, name, count: (counts.get(slug)?.count ?? 0) + 1, url: null, path: null });
    const wanted = [...counts.values()].sort((a, b) => (a.count !== b.count ? b.count - a.count : a.name < b.name ? -1 : 1));
    expect(wanted.length, `give the documents of content/${kind} tags`).toBeGreaterThan(5);
    expect(answer.json()).toEqual({ items: wanted });
  }),
);

const SITE: readonly ApiRequest[] = [
  document("/services", "only the published offerings, unpaged", (answer) => {
    const { items, ...rest } = answer.json<{ items: ServiceOffering[] }>();
    expect(rest).toEqual({});
    expect(items.map(({ slug }) => slug).sort()).toEqual(["api-review", "pair-hour", "small-build", "woven-commission"]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(4);
    expect(answer.headers.get("Link")).toBeNull();
  }),
  document("/services-page", "the page in the site's language and in others", (answer) => {
    const { locale, availableLocales, translations, hero, process, cta } = answer.json<ServicesPage>();
    expect(locale).toBe("en");
    expect([...availableLocales].sort()).toEqual([locale, ...Object.keys(translations)].sort());
    expect(Object.keys(translations)).toContain("nb");
    const nb = translations.nb;
    expect(hero?.title).not.toBe(nb?.hero?.title);
    expect(nb?.process?.steps).toHaveLength(process?.steps.length ?? Number.NaN);
    expect(cta?.label).toMatch(/\S/);
  }),
  document("/site-settings", "the values in site.yaml, with absolute addresses", (answer) => {
    const settings = answer.json<SiteSettings>();
    expect(settings).toMatchObject({ name: "Ines Halvorsen", url: "https://ines.example", language: "en", timeZone: "Europe/Oslo" });
    expect(settings.feeds).toEqual({ rss: "https://ines.example/feed.xml", json: "https://ines.example/feed.json" });
    expect(settings.logo?.url).toMatch(/^https:\/\/ines\.example\/media\/logo\.[0-9a-f]{16}\.png$/);
    expect(JSON.stringify(settings)).not.toContain("hello@ines.example");
  }),
  document("/about", "the owner, with a portrait, as HTML and as text", (answer) => {
    const { portrait, bioHtml, bioText } = answer.json<About>();
    expect(portrait?.alt).not.toBe("");
    expect(bioHtml).toContain("<p>");
    expect(bioText).not.toMatch(/<p>/);
  }),
  document("", "the site's name and its addresses, all of which answer", async (answer, api) => {
    const { name, language, links } = answer.json<ApiEntry>();
    expect({ name, language, site: links.site }).toEqual({ name: "Ines Halvorsen", language: "en", site: "https://ines.example" });
    for (const link of [links.openapi, links.kinds, `${links.search}?q=weaving`])
      expect((await api.send(link.slice(BASE_URL.length))).status).toBe(200);
  }),
  wrongQuery("/resolve", ["path required"]),
  wrongQuery("/resolve?path=posts/four-cranes&pth=/", ["path invalid_format"]),
  wrongQuery(`/resolve?path=/${"a".repeat(1_024)}&page=2`, ["path too_big", "page unrecognized"]),
  ...["/posts/four-cranes", "/posts/four-cranes/", "https://ines.example/posts/four-cranes?x=1"].map((path) =>
    document(`/resolve?path=${encodeURIComponent(path)}`, "the document of a page", (answer) => {
      const url = "https://ines.example/posts/four-cranes";
      expect(answer.json()).toEqual({ kind: "posts", slug: "four-cranes", path: "/posts/four-cranes", url, moved: false });
    }),
  ),
  document("/openapi.json", "a document of every path, at the site's own address", (answer) => {
    const found = answer.json<{ openapi: string; servers: { url: string }[]; paths: Record<string, object> }>();
    expect(found.openapi).toMatch(/^3\.1\./);
    expect(found.servers.map(({ url }) => url)).toEqual([BASE_URL]);
    expect(Object.keys(found.paths).sort()).toEqual(ROUTES.map(({ path }) => path || API_PREFIX).sort());
    for (const { path, methods } of ROUTES)
      expect(Object.keys(found.paths[path || API_PREFIX] ?? {}).sort()).toEqual(methods.map((method) => method.toLowerCase()).sort());
  }),
  ...Object.entries(PROBLEM_TYPES).map(([code, { title, status }]) =>
    document(`/problems/${code}`, "what the problem means", (answer) => {
      expect(answer.json()).toMatchObject({ type: `${BASE_URL}/problems/${code}`, code, title, statuses: [...status] });
    }),
  ),
];

export const DOCUMENT_REQUESTS: readonly ApiRequest[] = [...POSTS, ...SERIES, ...TAGS, ...SITE];
