import { expect, it } from "vitest";
import { CHUNK_READS_MAX, CHUNK_SIZE, LARGE_CHUNK_SIZE, type ListIndex } from "../../contract/index-format.ts";
import { planChunks } from "../../edge/lists/chunks.ts";

const COUNT = 30 * CHUNK_SIZE;
const names = (prefix: string, size: number) => Array.from({ length: Math.ceil(COUNT / size) }, (_, at) => `${prefix}${at}`);
const LIST: Pick<ListIndex, "chunks" | "largeChunks"> = { chunks: names("s", CHUNK_SIZE), largeChunks: names("l", LARGE_CHUNK_SIZE) };
/** One document in each of this many small chunks. */
const spread = (chunks: number) => Array.from({ length: chunks }, (_, at) => at * CHUNK_SIZE + 1);
const plan = (chunks: number, readsMax: number) => planChunks(LIST as ListIndex, spread(chunks), readsMax).map(({ name }) => name?.[0]);

it("a few small chunks are read directly", () => {
  expect(planChunks(LIST as ListIndex, [1, CHUNK_SIZE + 2], 40)).toEqual([
    { name: "s0", index: 1 },
    { name: "s1", index: 2 },
  ]);
});

it("large chunks replace small ones if an answer would read too many", () => {
  expect(new Set(plan(CHUNK_READS_MAX, 40))).toEqual(new Set(["s"]));
  expect(new Set(plan(CHUNK_READS_MAX + 1, 40))).toEqual(new Set(["l"]));
});

it("the number of remaining reads is the limit", () => {
  expect(new Set(plan(3, 3))).toEqual(new Set(["s"]));
  expect(new Set(plan(4, 3))).toEqual(new Set(["l"]));
});
