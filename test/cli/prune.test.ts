import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { createSite, post, type SiteFixture } from "./site-fixture.ts";
import { createTestIo, type TestIo } from "./test-io.ts";

/** Words that occur in only one post: in its title, its tags, its headings, its text. */
const WORDS = ["Zyxomma", "quagswagging", "wobbegong", "fnarr"];
const SECRET = `---
title: ${WORDS[0]}
publishedAt: 2026-01-03
tags: [${WORDS[3]}]
aliases: [old-${WORDS[0]?.toLowerCase()}]
---

The ${WORDS[1]} froze over.

## On ${WORDS[2]}

Nothing.
`;

let site: SiteFixture;
beforeEach(async () => {
  site = await createSite({ "content/posts/secret.md": SECRET, "content/posts/thaw.md": post("Thaw", "2026-02-02") });
});
afterEach(() => site.remove());

async function run(args: readonly string[], now = "2026-06-01T12:00:00Z"): Promise<TestIo & { readonly code: number }> {
  const io = createTestIo({ cwd: site.cwd, now });
  const code = await main([...args], io);
  return { ...io, code };
}

/** Files of dist whose name or decompressed text contains one of the words. */
async function findWords(): Promise<string[]> {
  const dist = join(site.cwd, "dist");
  const found: string[] = [];
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const text = (
      entry.name.endsWith(".gz") ? gunzipSync(bytes) : entry.name.endsWith(".br") ? brotliDecompressSync(bytes) : bytes
    ).toString();
    if (WORDS.some((word) => `${path} ${text}`.toLowerCase().includes(word.toLowerCase()))) found.push(path.slice(dist.length + 1));
  }
  return found.sort();
}

const TAKEDOWNS: Readonly<Record<string, () => Promise<void>>> = {
  "its file deleted": () => rm(join(site.cwd, "content/posts/secret.md")),
  "made a draft": () => site.write("content/posts/secret.md", SECRET.replace("---\n", "---\ndraft: true\n")),
  "put into the future": () => site.write("content/posts/secret.md", SECRET.replace("2026-01-03", "2027-01-03")),
  "its words edited out": () => site.write("content/posts/secret.md", post("Secret", "2026-01-03")),
};

describe("a takedown", () => {
  it.each(Object.entries(TAKEDOWNS))("%s: none of its words is left in any file of dist", async (_, takeDown) => {
    expect((await run(["build"])).code).toBe(0);
    const before = await findWords();
    for (const part of ["api/v1/posts.json", "api/v1/posts/secret.json", "search.", "posts.chunk.", "posts.columns.", "feed.xml"]) {
      expect([part, before.some((path) => path.includes(part))]).toEqual([part, true]);
    }
    await takeDown();
    expect((await run(["build"])).code).toBe(0);
    expect(await findWords()).toEqual([]);
  });

  it.each(["its file deleted", "made a draft", "put into the future"])("%s: ends the grace period", async (name) => {
    await run(["build", "--grace", "48"]);
    await TAKEDOWNS[name]?.();
    await run(["build", "--grace", "48"]);
    expect(await findWords()).toEqual([]);
  });

  it("of single words leaves them in files kept for the grace period, until --prune --yes", async () => {
    await run(["build", "--grace", "48"]);
    await TAKEDOWNS["its words edited out"]?.();
    const listed = await run(["build", "--grace", "48", "--prune"]);
    const left = await findWords();
    expect(left.length).toBeGreaterThan(2);
    for (const path of left.filter((one) => !one.startsWith(".octavo"))) expect(listed.out()).toContain(`  ${path} (`);
    expect((await run(["build", "--grace", "48", "--prune", "--yes"])).code).toBe(0);
    expect(await findWords()).toEqual([]);
  });
});

describe("octavo build --prune", () => {
  it("lists files without removing them, names the command that removes them, and removes them", async () => {
    await run(["build"]);
    await site.write("dist/api/v1/posts/left-over.json", "{}");
    const listed = await run(["build", "--prune"]);
    expect(listed.out()).toContain(
      "nothing refers to these: 1 file, 2 bytes\n  api/v1/posts/left-over.json (2 bytes)\noctavo build --prune --yes removes them\n",
    );
    const removed = await run(["build", "--prune", "--yes"]);
    expect(removed.out()).toContain("removed files that nothing referred to: 1 file, 2 bytes\n  api/v1/posts/left-over.json (2 bytes)\n");
    expect(listed.out()).toContain(", 0 removed in dist/");
    expect(removed.out()).toContain(", 1 removed in dist/");
    expect((await run(["build", "--prune"])).out()).toContain("nothing to remove");
  });

  it("reports to scripts in JSON", async () => {
    await run(["build"]);
    await site.write("dist/api/v1/posts/left-over.json", "{}");
    expect(JSON.parse((await run(["build", "--json"])).out())).not.toHaveProperty("unreferenced");
    expect(JSON.parse((await run(["build", "--prune", "--json"])).out())).toMatchObject({
      ok: true,
      unreferenced: [{ path: "api/v1/posts/left-over.json", bytes: 2 }],
    });
  });

  it("removes nothing after a build that failed", async () => {
    await run(["build"]);
    await site.write("dist/api/v1/posts/left-over.json", "{}");
    await site.write("content/posts/broken.md", "---\ntitle: 5\n");
    expect((await run(["build", "--prune", "--yes"])).code).toBe(1);
    expect(await readFile(join(site.cwd, "dist/api/v1/posts/left-over.json"), "utf8")).toBe("{}");
  });

  it("is required by --yes", async () => {
    const io = await run(["build", "--yes"]);
    expect([io.code, io.err()]).toEqual([2, expect.stringContaining("--yes goes with --prune")]);
  });

  it("keeps files for as many hours as --grace states", async () => {
    await run(["build", "--grace", "2"], "2026-06-01T12:00:00Z");
    await site.write("content/posts/secret.md", post("Secret", "2026-01-03"));
    await run(["build", "--grace", "2"], "2026-06-01T13:00:00Z");
    expect(await findWords()).not.toEqual([]);
    await run(["build", "--grace", "2"], "2026-06-01T14:59:59Z");
    expect(await findWords()).not.toEqual([]);
    await run(["build", "--grace", "2"], "2026-06-01T15:00:00Z");
    expect(await findWords()).toEqual([]);
    expect((await run(["build", "--grace", "0"])).err()).toContain("want a whole number from 1");
  });
});
