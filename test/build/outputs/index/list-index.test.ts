import { describe, expect, it } from "vitest";
import { assemble } from "../../../../build/assemble/assemble.ts";
import { toColumns } from "../../../../build/outputs/index/columns.ts";
import { indexLists } from "../../../../build/outputs/index/list-index.ts";
import { CHUNK_SIZE, type Columns, LARGE_CHUNK_SIZE, LARGE_CHUNKS_ABOVE } from "../../../../contract/index-format.ts";
import { LISTS } from "../../../../kinds/list-kinds.ts";
import { makeContent, makeMemos, makePost, textOfFile } from "../../factories.ts";

const listsOf = async (posts: ReturnType<typeof makePost>[]): Promise<ReturnType<typeof indexLists>> =>
  indexLists(assemble(makeContent({ posts }), { feeds: { rss: true, json: true } }), {}, makeMemos());
const sized = (count: number): Promise<ReturnType<typeof indexLists>> => {
  const posts = Array.from({ length: count }, (_, at) =>
    makePost(`p${at}`, {
      publishedAt: new Date(Date.UTC(2020, 0, 1 + at)).toISOString(),
      tags: at % 3 === 0 ? [{ slug: "third", name: "Third" }] : [],
    }),
  );
  return listsOf(posts);
};
const textOf = (index: ReturnType<typeof indexLists>, name: string | undefined): string =>
  textOfFile(index.files.find(({ path }) => path === `index/v1/${name}`) ?? { path: "", text: "" });

describe("indexLists", () => {
  it("puts documents into chunks, one per line, oldest first", async () => {
    const index = await sized(CHUNK_SIZE + 1);
    const [first, second] = index.lists.posts.chunks;
    const lines = textOf(index, first).trimEnd().split("\n").slice(1, -1);
    expect(lines).toHaveLength(CHUNK_SIZE);
    expect(JSON.parse((lines[0] ?? "").replace(/,$/, ""))).toMatchObject({ slug: "p0" });
    expect(JSON.parse(textOf(index, second))).toHaveLength(1);
  });

  it("changes only the last chunk when a newer post is added", async () => {
    const before = (await sized(CHUNK_SIZE * 3 + 5)).lists.posts.chunks;
    const after = (await sized(CHUNK_SIZE * 3 + 6)).lists.posts.chunks;
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(after[3]).not.toBe(before[3]);
  });

  it("writes large chunks only if there are many small ones", async () => {
    expect((await sized(CHUNK_SIZE * LARGE_CHUNKS_ABOVE)).lists.posts.largeChunks).toEqual([]);
    const many = (await sized(CHUNK_SIZE * LARGE_CHUNKS_ABOVE + 1)).lists.posts;
    expect(many.largeChunks).toHaveLength(Math.ceil(many.total / LARGE_CHUNK_SIZE));
  });

  it("stores a tag as a count, its newest post and differences, and dates as units after the first", async () => {
    const index = await sized(41);
    const columns = JSON.parse(textOf(index, index.lists.posts.columns)) as Columns;
    expect(columns.tags).toEqual({ third: `e 13${" 3".repeat(13)}` });
    expect(columns.publishedAt).toMatchObject({ missing: 0, first: Date.UTC(2020, 0, 1), unit: 86_400_000, width: 2 });
    expect(columns.publishedAt?.digits.match(/../g)?.slice(34, 39)).toEqual(["0y", "0z", "10", "11", "12"]);
    expect(columns.traits).toBe("t".repeat(41));
    expect(columns.order).toBeNull();
  });

  it("stores the traits of posts in the order of the list, and the number of posts at the start without a date", async () => {
    const [plain] = assemble(makeContent({ posts: [makePost("a")] }), { feeds: { rss: true, json: true } }).posts.map(({ item }) => item);
    if (plain === undefined) throw new Error("there is a post");
    const columns = toColumns(
      [
        { ...plain, publishedAt: null, type: "VIDEO" },
        { ...plain, publishedAt: "2020-01-01T00:00:00.000Z", hasCode: true },
        { ...plain, publishedAt: "2020-01-01T00:00:00.001Z", type: "IMAGE", hasCode: true },
      ],
      { filters: LISTS.posts.filters, order: null, aliases: {} },
    );
    expect(columns.traits).toBe("ITv");
    expect(columns.publishedAt).toEqual({ missing: 1, first: Date.UTC(2020, 0, 1), unit: 1, digits: "01", width: 1 });
  });

  it("starts every post summary with its slug and contains the counts once, as the read handler expects", async () => {
    const tricky = makePost("a", { title: '"likeCount":null,"commentCount":null {"slug":"b"' });
    const index = await listsOf([tricky]);
    const line = textOf(index, index.lists.posts.chunks[0]).split("\n")[1] ?? "";
    expect(line.startsWith('{"slug":"a"')).toBe(true);
    expect(line.split('"likeCount":null,"commentCount":null')).toHaveLength(2);
  });
});
