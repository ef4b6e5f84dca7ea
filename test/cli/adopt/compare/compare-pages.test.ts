import { afterEach, expect, it, vi } from "vitest";
import { Diagnostics } from "../../../../build/shared/diagnostics.ts";
import { comparePages } from "../../../../cli/adopt/compare/compare-pages.ts";
import type { FormerPages } from "../../../../cli/adopt/compare/former-page.ts";
import type { PresentPage, PresentPages } from "../../../../cli/adopt/compare/present-pages.ts";

afterEach(() => vi.restoreAllMocks());

function present(pages: readonly PresentPage[]): PresentPages {
  const site = { base: "", isRedirected: () => false, diagnostics: new Diagnostics(), about: null, faulty: [] };
  return { ...site, pages, timeZone: "Asia/Tokyo" };
}

function toPage(index: number): PresentPage {
  const slug = `heron-${index}`;
  const [path, file, publishedAt] = [`/posts/${slug}`, `posts/${slug}.md`, "2025-03-01T23:30:00.000Z"];
  return { path, slug, file, folder: "posts", publishedAt, title: `Heron ${index}`, isPublic: true };
}

function former(pages: readonly PresentPage[], date: string): FormerPages {
  return { pages: pages.map(({ path, title }) => ({ path, title, date })), isComplete: false, isPostsOnly: true, notes: [] };
}

it.each([
  ["in UTC", "2025-03-01", true],
  ["in the time zone of this site", "2025-03-02T08:30:00+09:00", true],
  ["in the old site's time zone", "Sat, 01 Mar 2025 18:30:00 -0500", true],
  ["that is another day", "2025-03-03", false],
  ["in an unknown format", "the first of March", true],
])("a date %s (%s) counts as the same day: %s", (_, date, isSame) => {
  const pages = [toPage(1)];
  const { differences } = comparePages(former(pages, date), present(pages));
  expect(differences.map(({ kind }) => kind)).toEqual(isSame ? [] : ["date"]);
});

it("a comparison does not create a date format for each page: one takes 20 KB, which V8 does not count", () => {
  const create = vi.spyOn(Intl, "DateTimeFormat");
  const pages = Array.from({ length: 2_000 }, (_, index) => toPage(index));
  expect(comparePages(former(pages, "2025-03-02T08:30:00+09:00"), present(pages)).present).toBe(2_000);
  expect(create.mock.calls.length).toBeLessThanOrEqual(1);
});
