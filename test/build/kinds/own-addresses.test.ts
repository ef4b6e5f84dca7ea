import { afterEach, beforeEach, expect, it } from "vitest";
import { createOwnKindSite, type OwnKindSite } from "./own-kind-site.ts";

let site: OwnKindSite;
beforeEach(() => {
  site = createOwnKindSite();
  site.write({ "content/site.yaml": "name: Fjord\nurl: https://fjord.example\ntimeZone: America/New_York\n" });
});
afterEach(() => site.remove());

const PAGE = 'page: "/talks/{year}/{month}/{day}/{slug}/"';
const configure = (members: string): void => site.configure(`{ talks: { words, ${members}, ${PAGE} } }`);
const write = (front: string): void => site.write({ "content/talks/a.md": `---\ntitle: A\n${front}\n---\nA.\n` });

it.each([
  ["the first date field", "fields: { heldOn: field.date() }", "heldOn: 2024-03-01", "/talks/2024/03/01/a/"],
  [
    "the first date field in the order",
    'fields: { announced: field.date(), heldOn: field.date() }, order: ["title", "-heldOn", "announced"]',
    "announced: 2023-01-01\nheldOn: 2024-03-01",
    "/talks/2024/03/01/a/",
  ],
  [
    "an instant, in the site's time zone",
    "fields: { startsAt: field.instant() }",
    "startsAt: 2024-03-01T02:00:00Z",
    "/talks/2024/02/29/a/",
  ],
  ["a default", 'fields: { heldOn: field.date().default("2020-05-06") }', "publishedAt: 2024-01-01", "/talks/2020/05/06/a/"],
  ["publishedAt, if the kind has no date field", "fields: {}", "publishedAt: 2024-01-02", "/talks/2024/01/02/a/"],
  [
    "publishedAt, if it is in the order",
    'fields: { heldOn: field.date() }, order: ["-publishedAt"]',
    "heldOn: 2023-05-06\npublishedAt: 2024-01-02",
    "/talks/2024/01/02/a/",
  ],
  [
    "publishedAt, if the first date is computed",
    'fields: {}, computed: { madeOn: field.date() }, compute: () => ({ madeOn: "2020-01-01" })',
    "publishedAt: 2024-01-02",
    "/talks/2024/01/02/a/",
  ],
])("the date in a page's path is the date by which the documents are ordered: %s", async (_, members, front, path) => {
  configure(members);
  write(front);
  expect(await site.build()).toEqual([]);
  expect(site.read("/talks/a")).toMatchObject({ path, url: `https://fjord.example${path}` });
});

it("a document without that date is an error with the name of the field, even if it has another date", async () => {
  configure("fields: { heldOn: field.date().optional() }");
  write("publishedAt: 2024-01-02");
  const message = "missing: the page's address, /talks/{year}/{month}/{day}/{slug}/, contains the date";
  const hint = "write heldOn: 2024-01-31, or permalink: with the path of its page";
  expect(await site.build()).toEqual([`content/talks/a.md:2:1 error: ${message} (${hint})`]);
  write("permalink: /talks/some-day/");
  expect(await site.build()).toEqual([]);
  write("draft: true");
  expect(await site.build()).toEqual([]);
});

it("a required date that is missing or invalid is only one error", async () => {
  configure("fields: { heldOn: field.date() }");
  write("excerpt: B");
  expect(await site.build()).toEqual([expect.stringMatching(/^content\/talks\/a\.md:2:1 error: missing \(/)]);
  write("heldOn: 2024-13-01");
  expect(await site.build()).toEqual([expect.stringContaining('content/talks/a.md:3:9 error: "2024-13-01" is not a date')]);
});

it("former patterns redirect, except for documents that lack their date", async () => {
  site.configure('{ talks: { words, fields: {}, page: "/t/{slug}/", formerPage: ["/talks/{slug}", "/{year}/{slug}/"] } }');
  write("publishedAt: 2024-01-02");
  site.write({ "content/talks/b.md": "---\ntitle: B\n---\nB.\n" });
  expect(await site.build()).toEqual([]);
  expect(site.read("/redirects")).toEqual({
    items: [
      { from: "/2024/a/", to: "/t/a/" },
      { from: "/talks/a", to: "/t/a/" },
      { from: "/talks/b", to: "/t/b/" },
    ],
  });
  site.configure('{ talks: { words, fields: {}, page: "/t/{slug}/", formerPage: "/old/{slug}/" } }');
  expect(await site.build()).toEqual([]);
  expect(site.read("/redirects")).toMatchObject({ items: [{ from: "/old/a/" }, { from: "/old/b/" }] });
});
