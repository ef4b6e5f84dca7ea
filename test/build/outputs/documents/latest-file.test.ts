import { expect, test } from "vitest";
import { LATEST_MAX } from "../../../../contract/limits.ts";
import type { LatestItem } from "../../../../contract/schemas/list.ts";
import { makeBook, makeDist, makePage, makePhoto, makePost, makeProject, makeService, type SiteInput } from "../../../edge/site-fixture.ts";

function latestOf(input: SiteInput): readonly LatestItem[] {
  const { items }: { items: LatestItem[] } = JSON.parse(makeDist(input).get("api/v1/latest.json") ?? "");
  return items;
}

const onDay = (day: number): { readonly publishedAt: string } => ({ publishedAt: `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z` });

test("the newest documents of all kinds are listed, by kind and slug if they have the same instant", () => {
  const items = latestOf({
    posts: [makePost("old", onDay(1)), makePost("b", onDay(3)), makePost("a", onDay(3)), makePost("undated", { publishedAt: null })],
    projects: [makeProject("loom", { ...onDay(3), summary: "A loom." })],
    books: [makeBook("fun-home", { ...onDay(9), subtitle: "A family tragicomic", language: "fr" })],
    photos: [makePhoto("boats", { ...onDay(2), language: "de" })],
    pages: [makePage("uses"), makePage("now", onDay(5))],
    services: [makeService("hour")],
  });
  expect(items.map(({ kind, slug }) => `${kind}/${slug}`)).toEqual([
    "books/fun-home",
    "pages/now",
    "posts/a",
    "posts/b",
    "projects/loom",
    "photos/boats",
    "posts/old",
  ]);
  // The language of a book is not the language of the site's text about it.
  expect(items[0]).toMatchObject({ language: null, excerpt: expect.stringContaining("A family tragicomic") as string });
  expect(items[4]).toMatchObject({ excerpt: "A loom.", language: "en" });
  expect(items[5]).toMatchObject({ excerpt: null, language: "de", cover: { url: expect.stringMatching(/^https:/) as string } });
});

test(`at most ${LATEST_MAX} are listed`, () => {
  const posts = Array.from({ length: LATEST_MAX + 5 }, (_, index) => makePost(`p${index}`, onDay(1 + (index % 28))));
  const projects = Array.from({ length: 5 }, (_, index) => makeProject(`j${index}`, onDay(28)));
  const items = latestOf({ posts, projects });
  expect(items).toHaveLength(LATEST_MAX);
  expect(items.filter(({ kind }) => kind === "projects")).toHaveLength(5);
});
