import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createOwnFolders, isWithin } from "../../../build/shared/own-folders.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "octavo-folders-")));
  for (const folder of ["content", "vault", "vault-2"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "secret.txt"), "");
  writeFileSync(join(root, "vault/a.md"), "");
});
afterEach(() => rmSync(root, { recursive: true }));

it("a link out of the folders has a target outside, however many links lead there", () => {
  symlinkSync(join(root, "secret.txt"), join(root, "vault-2/one"));
  symlinkSync("../vault-2/one", join(root, "content/two"));
  const folders = createOwnFolders([join(root, "content"), join(root, "vault"), join(root, "missing")]);
  expect(folders.targetOutside(join(root, "content/two"))).toBe(join(root, "secret.txt"));
});

it("a link into one of the folders has no target outside, and neither does a broken link", () => {
  symlinkSync("../vault/a.md", join(root, "content/a.md"));
  symlinkSync("nowhere", join(root, "content/b.md"));
  const folders = createOwnFolders([join(root, "content"), join(root, "vault")]);
  expect(["a.md", "b.md"].map((name) => folders.targetOutside(join(root, "content", name)))).toEqual([null, null]);
});

it("a folder that is a link itself counts as its target", () => {
  symlinkSync("vault", join(root, "notes"));
  symlinkSync("a.md", join(root, "vault/b.md"));
  expect(createOwnFolders([join(root, "notes")]).targetOutside(join(root, "notes/b.md"))).toBeNull();
});

it("a folder whose name only begins with another's is not within it", () => {
  expect([isWithin("/a/vault-2", "/a/vault"), isWithin("/a/vault/b", "/a/vault"), isWithin("/etc", "/")]).toEqual([false, true, true]);
});
