import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const BIN = fileURLToPath(new URL("../../bin/quire.mjs", import.meta.url));
/** Where systems have their own Node; often older than the pinned one. */
const SYSTEM_NODES = ["/usr/bin/node", "/usr/local/bin/node"].filter((path) => existsSync(path));

describe("bin/quire.mjs", () => {
  it.each([process.execPath, ...SYSTEM_NODES])("passes arguments and exit codes on, under %s", (node) => {
    const help = spawnSync(node, [BIN, "build", "--help"], { encoding: "utf8" });
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining("Usage: quire build [options]")]);
    const wrong = spawnSync(node, [BIN, "bild"], { encoding: "utf8" });
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean "build"?')]);
  });
});
