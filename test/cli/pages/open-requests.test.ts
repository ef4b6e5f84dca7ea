import { chmod, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { createSite, type SiteFixture } from "../site-fixture.ts";
import { createTestIo, type TestIo } from "../test-io.ts";

let site: SiteFixture;
let io: TestIo;
let exit: Promise<number>;
let origin: string;

beforeAll(async () => {
  site = await createSite({ "content/posts/warned.md": "---\ntitle: Warned\npublishedAt: 2026-01-05\n---\n\nSee [](x.html).\n" });
  const editor = join(site.cwd, "edit");
  await writeFile(editor, `#!/bin/sh\nprintf '%s' "$1" > '${join(site.cwd, "opened")}'\n`);
  await chmod(editor, 0o755);
  io = createTestIo({ cwd: site.cwd, env: { EDITOR: editor, PATH: "/usr/bin:/bin" }, realTimers: 1_000 });
  exit = main(["dev", "--port", "0"], io);
  await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
  origin = /http:\/\/127\.0\.0\.1:\d+/.exec(io.out())?.[0] ?? "";
}, 60_000);
afterAll(async () => {
  io.abort();
  await exit;
  await site.remove();
});

/** Uses node:http, because fetch does not allow setting `Host` and `Origin`. */
function ask(method: string, query: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/_octavo/open?${query}`, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}

const opened = (): Promise<string | null> => readFile(join(site.cwd, "opened"), "utf8").catch(() => null);

it("octavo dev opens the file of a page, and the file in a message, for this server's pages", async () => {
  const own = { Origin: origin };
  expect([await ask("HEAD", "page=/posts/first-ice"), await ask("HEAD", "page=/")]).toEqual([200, 204]);
  expect(await ask("POST", "page=/posts/first-ice/", own)).toBe(204);
  await expect.poll(opened).toBe(join(site.cwd, "content/posts/first-ice.md"));
  expect(await ask("POST", "file=content/posts/warned.md&line=6&column=5", own)).toBe(204);
  await expect.poll(opened).toBe(join(site.cwd, "content/posts/warned.md"));
});

it("octavo dev opens nothing for other sites, machines or methods, or for files that the build has not read", async () => {
  await writeFile(join(site.cwd, "opened"), "nothing");
  const own = { Origin: origin };
  const refused = [
    await ask("POST", "page=/posts/first-ice", { Origin: "https://evil.example" }),
    await ask("POST", "page=/posts/first-ice"),
    await ask("POST", "page=/posts/first-ice", { Origin: "null" }),
    await ask("POST", "page=/posts/first-ice", { Origin: "http://evil.example", Host: "evil.example" }),
    await ask("GET", "page=/posts/first-ice", own),
    await ask("POST", "page=/nothing", own),
    await ask("POST", "file=/etc/passwd", own),
    await ask("POST", "file=content/posts/first-ice.md", own),
    await ask("POST", "file=../outside.md", own),
  ];
  expect(refused.slice(0, 3)).toEqual([403, 403, 403]);
  expect(refused.slice(4)).toEqual([405, 404, 404, 404, 404]);
  expect(refused[3]).toBeGreaterThanOrEqual(400);
  expect(await opened()).toBe("nothing");
});
