import { expect, it } from "vitest";
import { describeFiles } from "../../../cli/build/limit-notices.ts";
import type { FileSize } from "../../../hosts/host-limits.ts";

const many = (count: number, toPath: (n: number) => string): FileSize[] =>
  Array.from({ length: count }, (_, n) => ({ path: toPath(n), bytes: 10 }));

it("for a site with too many files, the notice lists them by kind, and hosts that accept them", () => {
  const files = [
    ...many(18_000, (n) => `api/v1/posts/p${n}.json`),
    ...many(3_000, (n) => `index/v1/search.shard.${n}.json`),
    ...many(500, (n) => `index/v1/posts.chunk.${n}.json`),
    ...many(2, (n) => `media/a${n}.webp`),
    ...many(1, () => "CNAME"),
  ];
  expect(describeFiles(files, 0, files.length)).toBe(
    " (18,000 posts, 3,000 for search, 500 chunks of lists, 2 pictures and linked files, 1 of other kinds). All of them fit on its paid plan, Netlify, Deno Deploy, GitHub Pages, your own machine (nginx, Caddy, Node, Deno, Bun); see docs/hosts.md",
  );
});

it("for a site with too many pages, the notice explains how the host can render them", () => {
  const files = [...many(9_000, (n) => `api/v1/posts/p${n}.json`), ...many(11_001, (n) => `posts/p${n}.html`)];
  expect(describeFiles(files, 0, files.length)).toContain(
    '(11,001 pages, 9,000 posts). Without the pages there are 9,000: with website: { render: "edge" }, the host\'s program generates nearly all of them.',
  );
});

it("the notice does not name a host that would also refuse the files", () => {
  const files = many(110_000, (n) => `api/v1/posts/p${n}.json`);
  expect(describeFiles(files, 0, files.length)).toBe(
    " (110,000 posts). All of them fit on Deno Deploy, GitHub Pages, your own machine (nginx, Caddy, Node, Deno, Bun); see docs/hosts.md",
  );
});
