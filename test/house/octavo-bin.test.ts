import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const BIN = fileURLToPath(new URL("../../bin/octavo.mjs", import.meta.url));
/** Where systems install their own Node, which is often older than the pinned one. */
const SYSTEM_NODES = ["/usr/bin/node", "/usr/local/bin/node"].filter((path) => existsSync(path));

describe("bin/octavo.mjs", () => {
  it.each([process.execPath, ...SYSTEM_NODES])("forwards arguments and exit codes under %s", (node) => {
    const help = spawnSync(node, [BIN, "build", "--help"], { encoding: "utf8" });
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining("Usage: octavo build [options]")]);
    const wrong = spawnSync(node, [BIN, "bild"], { encoding: "utf8" });
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean "build"?')]);
  });

  it.each(["--version", "-v", "version"])("prints the version of the package for %s", (word) => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string };
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, word], { encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });
});
