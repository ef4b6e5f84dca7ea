import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "../../cli/main.ts";
import { buildIn, bytesBelow, treeOf, writeFiles } from "../build/site-folder.ts";
import { createTestIo } from "../cli/test-io.ts";

export interface ImportFolder {
  readonly cwd: string;
  write(files: Readonly<Record<string, string>>): void;
  /** `octavo import <args>`; the table has no width. */
  run(...args: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
  /** The files below content/, as text. */
  content(): Map<string, string>;
  bytes(): Map<string, Buffer>;
  /** Builds, and returns every file of dist as text. */
  build(): Promise<Map<string, string>>;
  remove(): void;
}

const SITE_FILE = { "content/site.yaml": "name: Marsh notes\nurl: https://marsh.example\ntimeZone: Europe/Oslo\n" };

/** A folder with a site that has no posts yet. @param files files that describe it */
export function createImportFolder(files: Readonly<Record<string, string>> = SITE_FILE): ImportFolder {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "octavo-import-")));
  writeFiles(cwd, files);
  return {
    cwd,
    write: (files) => writeFiles(cwd, files),
    async run(...args) {
      const io = createTestIo({ cwd, columns: 400, isTTY: true });
      const code = await main(["import", ...args], io);
      return { code, out: io.out(), err: io.err() };
    },
    content: () => new Map([...bytesBelow(join(cwd, "content"))].map(([path, bytes]) => [path, bytes.toString()])),
    bytes: () => bytesBelow(join(cwd, "content")),
    async build() {
      const result = await buildIn(cwd);
      if (!result.ok) throw new Error(JSON.stringify(result.diagnostics.all(), null, 1));
      return treeOf(join(cwd, "dist"));
    },
    remove: () => rmSync(cwd, { recursive: true, force: true }),
  };
}

/** The number in the row of the table that contains `what`; null if there is none. */
export function rowOf(out: string, what: string): number | null {
  const line = out.split("\n").find((candidate) => candidate.includes(what));
  const count = /^(?:imported|changed|left out)?\s*(\d+) {2}/.exec(line ?? "")?.[1];
  return count === undefined ? null : Number(count);
}
