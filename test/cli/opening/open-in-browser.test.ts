import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openInBrowser } from "../../../cli/opening/open-in-browser.ts";
import { createTestIo } from "../test-io.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-open-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.runIf(process.platform === "linux")("openInBrowser passes the address to the system's opener", async () => {
  const opener = join(folder, "xdg-open");
  await writeFile(opener, `#!/bin/sh\nprintf '%s' "$*" > '${join(folder, "opened")}'\n`);
  await chmod(opener, 0o755);
  const io = createTestIo({ env: { PATH: `${folder}:/usr/bin:/bin` } });
  await openInBrowser("http://127.0.0.1:3000", io);
  await expect.poll(() => readFile(join(folder, "opened"), "utf8").catch(() => null)).toBe("http://127.0.0.1:3000");
  expect(io.err()).toBe("");
});

it("openInBrowser reports on one line that the system has no opener", async () => {
  const io = createTestIo({ env: { PATH: folder } });
  await openInBrowser("http://127.0.0.1:3000", io);
  expect(io.err()).toContain("open http://127.0.0.1:3000 yourself");
});
