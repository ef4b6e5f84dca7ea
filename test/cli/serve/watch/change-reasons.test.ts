import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { toChangeReasons } from "../../../../cli/serve/watch/change-reasons.ts";

it("a reason names up to three files, and counts more as changed and deleted", () => {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-changes-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const paths = Array.from({ length: 1_002 }, (_, index) => join(cwd, `${index}.md`));
  for (const path of paths.slice(0, 2)) writeFileSync(path, "text");
  expect(toChangeReasons(paths.slice(0, 3), cwd)).toEqual(["0.md", "1.md", "2.md"]);
  expect(toChangeReasons(paths, cwd)).toEqual(["1,000 files deleted", "2 files changed"]);
  expect(toChangeReasons(paths.slice(2, 7), cwd)).toEqual(["5 files deleted"]);
});

it("a reason leaves out a file that an editor renamed to the changed one, and names a deleted folder", () => {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-changes-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, "a.md"), "text");
  expect(toChangeReasons([join(cwd, "a.md"), join(cwd, "sed5tVKYm")], cwd)).toEqual(["a.md"]);
  expect(toChangeReasons([join(cwd, "walks"), join(cwd, "walks/b.md")], cwd)).toEqual(["walks", "walks/b.md"]);
});
