import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { BuildOptions, BuildResult } from "../../../build/build-options.ts";
import { buildSite } from "../../../build/build-site.ts";
import { loadConfig } from "../../../build/config/load-config.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-changed-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function build(cwd: string, save: () => void = () => {}): Promise<BuildResult> {
  const { config } = await loadConfig({ cwd });
  const options: BuildOptions = {
    cwd,
    config,
    contentDir: join(cwd, "content"),
    outDir: join(cwd, "dist"),
    cacheDir: join(cwd, ".octavo/cache"),
    now: "2026-06-01T00:00:00.000Z",
    drafts: false,
    future: false,
    search: false,
    strict: false,
    // This runs after all content was read and before the site is written.
    more: {
      key: "save",
      make: async () => {
        save();
        return [];
      },
    },
  };
  return buildSite(options);
}

function writeAll(cwd: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  return cwd;
}

const mediaOf = (cwd: string): (readonly [string, string])[] =>
  readdirSync(join(cwd, "dist/media")).map((name) => [name, readFileSync(join(cwd, "dist/media", name), "utf8")]);

it("a build publishes a linked file that is saved during the build under the name of its content", async () => {
  const cwd = join(root, "site");
  const files = {
    "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n",
    "content/posts/tides.md": "---\ntitle: Tides\npublishedAt: 2026-01-02\n---\n\n[Tides](tides.pdf)\n",
  };
  cpSync(writeAll(join(root, "clean"), { ...files, "content/posts/tides.pdf": "new tides" }), cwd, { recursive: true });
  writeFileSync(join(cwd, "content/posts/tides.pdf"), "old tides");
  let saves = 0;
  const built = await build(cwd, () => {
    saves += 1;
    if (saves === 1) writeFileSync(join(cwd, "content/posts/tides.pdf"), "new tides");
  });
  expect(built.ok).toBe(true);
  expect(saves).toBe(2);
  await build(join(root, "clean"));
  expect(mediaOf(cwd)).toEqual(mediaOf(join(root, "clean")));
  expect(mediaOf(cwd)).toEqual([[expect.stringMatching(/^tides\.[0-9a-f]{16}\.pdf$/), "new tides"]]);
});

it("a build reports a file that is saved again and again, and publishes nothing", async () => {
  const cwd = writeAll(join(root, "site"), {
    "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n",
    "content/posts/tides.md": "---\ntitle: Tides\npublishedAt: 2026-01-02\n---\n\n[Tides](tides.pdf)\n",
    "content/posts/tides.pdf": "0",
  });
  let saves = 0;
  const save = (): void => {
    saves += 1;
    writeFileSync(join(cwd, "content/posts/tides.pdf"), `${saves}`);
  };
  await expect(build(cwd, save)).rejects.toMatchObject({ name: "ChangedFileError", hint: expect.stringContaining("build again") });
  expect(readdirSync(join(cwd, "dist"))).toEqual([]);
});
