import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createContentSchemas } from "../../../build/content-schema/content-schemas.ts";
import { main } from "../../../cli/main.ts";
import { createTestIo } from "../test-io.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "octavo-schema-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

describe("octavo schema", () => {
  it("writes a file for each kind, the same each time", async () => {
    const io = createTestIo({ cwd });
    expect(await main(["schema", "--out", "a/b"], io)).toBe(0);
    const names = Object.keys(createContentSchemas());
    expect(io.out()).toBe(names.map((name) => `wrote a/b/${name}.json\n`).join(""));
    expect((await readdir(join(cwd, "a/b"))).sort()).toEqual(names.map((name) => `${name}.json`).sort());
    const text = await readFile(join(cwd, "a/b/posts.json"), "utf8");
    expect(JSON.parse(text)).toEqual(createContentSchemas().posts);
    expect(await main(["schema", "--out", "a/b", "--quiet"], io)).toBe(0);
    expect(await readFile(join(cwd, "a/b/posts.json"), "utf8")).toBe(text);
  });

  it("needs a folder", async () => {
    const io = createTestIo({ cwd });
    expect([await main(["schema"], io), io.err()]).toEqual([2, "octavo: schema needs --out\nhint: write octavo schema --out <folder>\n"]);
  });
});
