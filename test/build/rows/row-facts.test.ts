import { expect, it } from "vitest";
import type { SourceRow } from "../../../build/cache/storage/cache-storage.ts";
import { joinFacts, type RowParsedFile, RowPost } from "../../../build/rows/row-facts.ts";
import { splitFacts } from "../../../build/rows/row-head.ts";

const HEAD = {
  kind: "posts",
  refers: { slug: "hello", aliases: ["hi"] },
  tags: ["sea"],
  entry: { title: "Hello", publishedAt: "2024-01-02T00:00:00.000Z", aliases: ["hi"], featured: true },
};
const DETAIL = { post: { bodyLine: 4, excerpt: null }, body: null };
const ROW = { digest: "d", id: "i", body: null, head: HEAD, detail: JSON.stringify(DETAIL) } as unknown as SourceRow;

it("a row's facts about a post make the same row again, even after linking, because the row's id does not change", () => {
  const facts = joinFacts(ROW);
  const again = (): unknown => {
    const { head, detail } = splitFacts(facts);
    return { head: JSON.parse(JSON.stringify(head)), detail: JSON.parse(detail) };
  };
  expect(again()).toEqual({ head: HEAD, detail: DETAIL });
  const post = (facts.parsed as RowParsedFile).linkable;
  if (!(post instanceof RowPost)) throw new Error("no post of a row");
  const source = {
    file: { path: "posts/hello.md", relative: "posts/hello.md", absolute: "/posts/hello.md" },
    locate: () => ({ file: "posts/hello.md", line: 1, column: 1 }),
    written: () => [],
    loadBody: async () => "",
  };
  const linked = { slug: "hello-2024-01-02", tags: [{ slug: "sea", name: "sea" }], categories: [], page: "/hello", formerPages: ["/hi"] };
  post.link(source, linked);
  post.aliases = [];
  expect(again()).toEqual({ head: HEAD, detail: DETAIL });
  expect(post.link(source, linked)).toMatchObject({
    slug: "hello-2024-01-02",
    aliases: ["hi"],
    page: "/hello",
    featured: true,
    title: "Hello",
    draft: false,
  });
});
