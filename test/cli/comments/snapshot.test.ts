import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
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
  it("writes the public comments beside the built site, and lists them", async () => {
    build(["hello", "tides"]);
    await data.comment({ slug: "hello", state: "approve", body: "public" });
    await data.comment({ slug: "tides", body: "waits" });
    await data.comment({ slug: "draft", state: "approve", body: "on what is not published" });
    const { code, out } = await data.run(["comments", "snapshot"]);
    expect([code, out]).toEqual([0, "dist: 1 comment on 1 post as of 2026-06-01T12:00:00.000Z; 9 files written, 0 removed\n"]);
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

  it("reports that nothing is built, and writes nothing", async () => {
    expect(await data.run(["comments", "snapshot", "--out", "site"])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/site contains no finished build\n.*octavo build/),
    });
    expect(existsSync(join(data.cwd, "site"))).toBe(false);
  });

  it("refuses another site's database, unless forced to use it", async () => {
    build(["hello"]);
    await data.comment({ slug: "hello", state: "approve" });
    const keep = (url: string): Promise<void> => data.use(({ site }) => site.keep({ name: "Other", url, timeZone: "UTC", author: null }));
    await keep("https://other.example");
    expect(await data.run(["comments", "snapshot"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("the database belongs to https://other.example, but dist is built for https://fjord.example"),
    });
    expect(existsSync(join(data.cwd, "dist/index/v1/comments.json"))).toBe(false);
    expect((await data.run(["comments", "snapshot", "--force"])).code).toBe(0);
    // A trial server on this machine.
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

  it("drops the comments of the last commented post when it is unpublished, if the site's address or the earlier snapshot allows it", async () => {
    const files = (): string =>
      readdirSync(join(data.cwd, "dist/index/v1"))
        .filter((name) => name.startsWith("comments"))
        .join(" ");
    const text = (): string =>
      files()
        .split(" ")
        .map((name) => readFileSync(join(data.cwd, "dist/index/v1", name), "utf8"))
        .join("");
    const id = await data.comment({ slug: "hello", state: "approve", body: "taken back with its post" });
    for (const url of [null, "https://fjord.example"]) {
      rmSync(join(data.cwd, "dist"), { recursive: true, force: true });
      build(["hello", "rain"]);
      expect((await data.run(["comments", "snapshot"])).code).toBe(0);
      expect(text()).toContain("taken back with its post");
      build(["rain"]);
      if (url === null) rmSync(join(data.cwd, "dist/api/v1/posts/hello"), { recursive: true });
      else await data.use(({ site }) => site.keep({ name: "Fjord", url, timeZone: "UTC", author: null }));
      const dropped = await data.run(["comments", "snapshot"]);
      expect([dropped.code, dropped.out]).toEqual([0, expect.stringMatching(/^dist: 0 comments on 0 posts/)]);
      expect(text()).not.toContain("taken back with its post");
      expect(entry().packs).toEqual([]);
      // The same run, started by a timer.
      expect((await data.run(["comments", "snapshot"])).code).toBe(0);
    }
    await data.use(({ comments }) => comments.get(id)).then((comment) => expect(comment?.state).toBe("approved"));
  });

  it("also drops them over the API, which states the site's address", async () => {
    let url = "https://elsewhere.example";
    const answers = (): Readonly<Record<string, unknown>> => ({
      "/api/v1/counts": { posts: { hello: { likeCount: 0, commentCount: 1, viewCount: null } } },
      "/api/v1/site-settings": { url },
      "/api/v1/comments": { items: [] },
    });
    const server = createServer(({ url: path = "" }, response) => response.end(JSON.stringify(answers()[path])));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    build(["rain"]);
    mkdirSync(join(data.cwd, "dist/api/v1/posts"), { recursive: true });
    const from = ["comments", "snapshot", "--from", `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
    expect(await data.run(from)).toMatchObject({ code: 1, err: expect.stringContaining("none of the 1 post with comments") });
    expect(existsSync(join(data.cwd, "dist/index/v1/comments.json"))).toBe(false);
    url = "https://fjord.example";
    expect(await data.run(from)).toMatchObject({ code: 0, out: expect.stringMatching(/^dist: 0 comments on 0 posts/) });
  });

  it("does not change a snapshot of published posts if none of the database's posts is among them", async () => {
    build(["hello", "rain"]);
    await data.comment({ slug: "rain", state: "approve", body: "of this site" });
    expect((await data.run(["comments", "snapshot"])).code).toBe(0);
    const before = readFileSync(join(data.cwd, "dist/index/v1/comments.json"), "utf8");
    const other = await createData();
    await other.comment({ slug: "elsewhere", state: "approve" });
    const refused = await data.run(["comments", "snapshot", "--db", other.db]);
    await other.remove();
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining("the post with comments (elsewhere) is not published in dist"),
    ]);
    expect(readFileSync(join(data.cwd, "dist/index/v1/comments.json"), "utf8")).toBe(before);
  });

  it("accepts a database or an API, not both, and names paths that cannot be reached", async () => {
    build(["hello"]);
    expect(await data.run(["comments", "snapshot", "--from", "http://127.0.0.1:9", "--db", "data/octavo.db"])).toMatchObject({ code: 2 });
    expect(await data.run(["comments", "snapshot", "--from", "http://127.0.0.1:9"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("http://127.0.0.1:9/api/v1/counts does not answer"),
    });
  });
});
