import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emit } from "../../../build/emit/emit.ts";
import type { OutputFile } from "../../../build/emit/output-file.ts";
import { prune } from "../../../build/emit/prune.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "octavo-prune-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const HOUR = 3_600_000;
const at = (hour: number) => ({ ms: 24 * HOUR, now: new Date(Date.UTC(2026, 0, 31, hour)).toISOString() });
const file = (path: string, content = path): OutputFile => ({ path, content: { text: content } });
const hash = (digit: string): string => digit.repeat(16);
const columns = (digit: string): string => `index/v1/posts.columns.${hash(digit)}.json`;
const media = (digit: string): string => `media/heron.480.${hash(digit)}.webp`;
const published = (digit: string, posts: readonly string[], services: readonly string[] = []): OutputFile =>
  file(
    `index/v1/published.${hash(digit)}.json`,
    JSON.stringify({ slugs: { posts, photos: [] }, services: services.map((id) => ({ id, slug: id })) }),
  );
const manifest = file("index/v1/manifest.json");
const build = (files: readonly OutputFile[], grace: ReturnType<typeof at> | null = null) => emit(dir, [...files, manifest], { grace });
const write = (path: string, text = "x"): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
};
const has = (path: string): boolean => existsSync(join(dir, path));
const pathsOf = async (remove = false): Promise<string[]> => (await prune(dir, remove)).map(({ path }) => path);

describe("a build with a grace period", () => {
  it("keeps hashed files that it no longer writes until the period is over, and removes all others immediately", async () => {
    await build([file(columns("a")), file(media("a")), file("api/v1/posts/rain.json"), file("feed.xml"), published("a", ["p"])], at(0));
    const result = await build([file(columns("b")), published("a", ["p"])], at(1));
    expect(result.removed).toBe(2);
    expect([has(columns("a")), has(media("a")), has("api/v1/posts/rain.json"), has("feed.xml")]).toEqual([true, true, false, false]);
    expect(readFileSync(join(dir, ".octavo-old"), "utf8")).toBe(
      `2026-01-31T01:00:00.000Z ${columns("a")}\n2026-01-31T01:00:00.000Z ${media("a")}\n`,
    );
    // Neither a build in between nor one that changes nothing restarts the period.
    await build([file(columns("c")), published("a", ["p"])], at(20));
    await build([file(columns("c")), published("a", ["p"])], at(24));
    expect([has(columns("a")), has(columns("b"))]).toEqual([true, true]);
    expect((await build([file(columns("c")), published("a", ["p"])], at(25))).removed).toBe(2);
    expect([has(columns("a")), has(media("a")), has(columns("b")), has(columns("c"))]).toEqual([false, false, true, true]);
  });

  it("keeps a file that is written again", async () => {
    await build([file(columns("a"))], at(0));
    await build([file(columns("b"))], at(1));
    await build([file(columns("a"))], at(2));
    expect(await pathsOf()).toEqual([columns("b")]);
    await build([file(columns("b"))], at(25));
    // The period starts again.
    expect(await pathsOf()).toEqual([columns("a")]);
  });

  it.each([
    ["a post", published("a", ["p", "q"]), published("b", ["p"])],
    ["a service", published("a", ["p"], ["srv-a"]), published("b", ["p"], ["srv-b"])],
    ["everything", published("a", ["p"]), file("index/v1/other.json")],
    ["something unknown", file(`index/v1/published.${hash("a")}.json`, "<html>"), published("b", ["p"])],
  ])("keeps no old files after %s was taken down", async (_, before, after) => {
    await build([file(columns("a")), file(media("a")), before], at(0));
    await build([file(columns("b")), before], at(1));
    expect(has(columns("a"))).toBe(true);
    await build([file(columns("c")), after], at(2));
    expect(readdirSync(join(dir, "index/v1")).filter((name) => name.includes("columns"))).toEqual([`posts.columns.${hash("c")}.json`]);
    expect([has(media("a")), has(".octavo-old")]).toEqual([false, false]);
  });

  it("keeps old files if a post was added or renamed, but not removed", async () => {
    await build([file(columns("a")), published("a", ["p"])], at(0));
    await build([file(columns("b")), published("b", ["p", "q"])], at(1));
    expect(await pathsOf()).toEqual([columns("a"), `index/v1/published.${hash("a")}.json`]);
  });

  it("keeps old files only until the first build without a grace period", async () => {
    await build([file(columns("a"))], at(0));
    await build([file(columns("b"))], at(1));
    await build([file(columns("b"))]);
    expect([has(columns("a")), has(".octavo-old")]).toEqual([false, false]);
  });
});

describe("prune", () => {
  it("finds nothing after a build without a grace period", async () => {
    await build([file(columns("a"))]);
    await build([file(columns("b"))]);
    expect(await pathsOf()).toEqual([]);
  });

  it("lists files that a grace period keeps and files left in Octavo's folders, and touches neither these nor the owner's files", async () => {
    await build([file(columns("a")), file("api/v1/posts.json")], at(0));
    await build([file(columns("b")), file("api/v1/posts.json")], at(1));
    const left = ["api/v1/posts/withdrawn.json", `index/v1/search.part.${hash("9")}.json`, "index/v1/stray.json.br", media("9")];
    for (const path of left) write(path);
    const foreign = ["media/2019/holiday.jpg", "media/heron.jpg", "api/readme.txt", "posts/x.0123456789abcdef.json", "CNAME"];
    for (const path of foreign) write(path);
    expect(await pathsOf()).toEqual([...left, columns("a")].sort());
    expect((await prune(dir, false)).find(({ path }) => path === columns("a"))?.bytes).toBe(columns("a").length);
    for (const path of [...left, ...foreign, columns("a"), columns("b")]) expect([path, has(path)]).toEqual([path, true]);
  });

  it("removes such files and empty folders on request, and the next build has nothing more to do", async () => {
    await build([file(columns("a"))], at(0));
    await build([file(columns("b"))], at(1));
    write("api/v1/posts/withdrawn.json");
    write("CNAME");
    expect(await pathsOf(true)).toEqual(["api/v1/posts/withdrawn.json", columns("a")]);
    expect([has("api"), has(columns("a")), has(columns("b")), has("index/v1/manifest.json"), has("CNAME")]).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(await pathsOf()).toEqual([]);
    expect(await build([file(columns("b"))], at(2))).toMatchObject({ written: 0, removed: 0 });
  });

  it("never touches files outside the folder, even if the list of old files is manipulated", async () => {
    await build([file(columns("a"))], at(0));
    const outside = join(dirname(dir), "precious-of-octavo-prune");
    writeFileSync(outside, "x");
    try {
      write(".octavo-old", `2020-01-01T00:00:00.000Z ../precious-of-octavo-prune\n2020-01-01T00:00:00.000Z ${columns("a")}\n`);
      await prune(dir, true);
      await build([file(columns("b"))], at(1));
      expect(existsSync(outside)).toBe(true);
    } finally {
      rmSync(outside);
    }
  });
});
