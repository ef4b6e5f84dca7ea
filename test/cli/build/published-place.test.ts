import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findPublished } from "../../../cli/build/published-place.ts";
import { stateFoldersOf } from "../../../cli/build/state-folder.ts";
import { MANIFEST_FILE } from "../../../contract/paths.ts";

it("the published site is the named folder, or dist, or the last build of start or dev", () => {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-published-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const build = (folder: string, seconds: number): string => {
    const manifest = join(folder, MANIFEST_FILE);
    mkdirSync(dirname(manifest), { recursive: true });
    writeFileSync(manifest, "{}");
    utimesSync(manifest, seconds, seconds);
    return folder;
  };
  const { localDir } = stateFoldersOf(cwd);
  expect(findPublished(null, cwd)).toBeNull();
  mkdirSync(join(localDir, "never-finished"), { recursive: true });
  expect(findPublished(null, cwd)).toBeNull();
  const last = build(join(localDir, "127.0.0.1-3000"), 2_000);
  build(join(localDir, "127.0.0.1-4000"), 1_000);
  expect(findPublished(null, cwd)).toBe(last);
  const dist = build(join(cwd, "dist"), 500);
  expect(findPublished(null, cwd)).toBe(dist);
  expect([findPublished("elsewhere", cwd), findPublished("https://ines.example", cwd)]).toEqual([
    join(cwd, "elsewhere"),
    "https://ines.example",
  ]);
});
