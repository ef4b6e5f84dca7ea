import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { PACKAGE_ROOT } from "../../../build/shared/package-root.ts";
import { noteOfOldNode } from "../../../cli/init/node-note.ts";

/** A folder with a `node` that prints this version. */
async function installNode(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-node-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "node"), `#!/bin/sh\necho v${version}\n`);
  await chmod(join(folder, "node"), 0o755);
  return folder;
}

it("the note reports a terminal's Node that is too old, even if octavo's own folder has another", async () => {
  const folder = await installNode("20.20.2");
  const env = { PATH: [join(PACKAGE_ROOT, "node_modules/node/bin"), folder].join(delimiter) };
  const oldest = /NODE_MIN = \[(\d+), (\d+)\]/.exec(await readFile(join(PACKAGE_ROOT, "bin/node-version.mjs"), "utf8"));
  expect(await noteOfOldNode(folder, { env })).toBe(
    `note: your terminal starts Node 20.20.2, but this site needs ${oldest?.slice(1).join(".")} or newer. Get it from https://nodejs.org\n`,
  );
});

it("the note says nothing about a Node that is new enough or missing", async () => {
  const folder = await installNode("22.18.0");
  expect(await noteOfOldNode(folder, { env: { PATH: folder } })).toBe("");
  expect(await noteOfOldNode(folder, { env: {} })).toBe("");
});
