import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SnapshotEntry } from "../../../threads/snapshot-format.ts";
import { toSiteFiles } from "../../threads/commented-site.ts";
import { createData, type DataFixture } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

function build(slugs: readonly string[]): void {
  for (const [path, text] of toSiteFiles(slugs)) {
    const file = join(data.cwd, "dist", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

const entry = (): SnapshotEntry => JSON.parse(readFileSync(join(data.cwd, "dist/index/v1/comments.json"), "utf8"));

describe("octavo comments snapshot", () => {
  it("writes what is public beside the built site, and says what", async () => {
    build(["hello", "tides"]);
    await data.comment({ slug: "hello", state: "approve", body: "public" });
    await data.comment({ slug: "tides", body: "waits" });
    await data.comment({ slug: "draft", state: "approve", body: "on what is not published" });
    const { code, out } = await data.run(["comments", "snapshot"]);
    expect([code, out]).toEqual([0, "dist: 1 comment on 1 post as of 2026-06-01T12:00:00.000Z; 4 files written, 0 removed\n"]);
    expect(entry()).toMatchObject({
      format: 1,
      takenAt: "2026-06-01T12:00:00.000Z",
      packs: [[expect.stringMatching(/^[0-9a-f]{16}$/), expect.anything()]],
    });
    expect(readFileSync(join(data.cwd, "dist/api/v1/posts/hello/comments.json"), "utf8")).toContain('"public"');
    expect(existsSync(join(data.cwd, "dist/api/v1/posts/tides/comments.json"))).toBe(false);
    const again = await data.run(["comments", "snapshot", "--json"]);
    expect(JSON.parse(again.out)).toEqual({ takenAt: "2026-06-01T12:00:00.000Z", posts: 1, comments: 1, written: 1, removed: 0 });
  });

  it("says that nothing is built, and writes nothing", async () => {
    expect(await data.run(["comments", "snapshot", "--out", "site"])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/site holds no finished build\n.*octavo build/),
    });
    expect(existsSync(join(data.cwd, "site"))).toBe(false);
  });

  it("refuses the database of another site, unless it is told to take it", async () => {
    build(["hello"]);
    await data.comment({ slug: "hello", state: "approve" });
    const keep = (url: string): Promise<void> => data.use(({ site }) => site.keep({ name: "Other", url, timeZone: "UTC", author: null }));
    await keep("https://other.example");
    expect(await data.run(["comments", "snapshot"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("the database is that of https://other.example, dist is built for https://fjord.example"),
    });
    expect(existsSync(join(data.cwd, "dist/index/v1/comments.json"))).toBe(false);
    expect((await data.run(["comments", "snapshot", "--force"])).code).toBe(0);
    // A server that was tried out on this machine.
    await keep("http://127.0.0.1:3000");
    expect((await data.run(["comments", "snapshot"])).code).toBe(0);
  });

  it("refuses a database none of whose posts is published", async () => {
    build(["rain"]);
    await data.comment({ slug: "hello", state: "approve" });
    expect(await data.run(["comments", "snapshot"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("the post with comments (hello) is not published in dist"),
    });
  });

  it("takes a database or an API, not both, and names what cannot be reached", async () => {
    build(["hello"]);
    expect(await data.run(["comments", "snapshot", "--from", "http://127.0.0.1:9", "--db", "data/octavo.db"])).toMatchObject({ code: 2 });
    expect(await data.run(["comments", "snapshot", "--from", "http://127.0.0.1:9"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("http://127.0.0.1:9/api/v1/counts does not answer"),
    });
  });
});
