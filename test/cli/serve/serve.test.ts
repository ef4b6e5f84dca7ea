import { rename, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { createSite, post, type SiteFixture } from "../site-fixture.ts";
import { createTestIo, type TestIo, type TestIoOptions } from "../test-io.ts";

let site: SiteFixture;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  site = await createSite();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await site.remove();
});

interface Running {
  readonly io: TestIo;
  readonly exit: Promise<number>;
  readonly url: string;
}

/** Starts a serving command on a free port and waits until it prints its address. */
async function serve(args: readonly string[], options: TestIoOptions = {}): Promise<Running> {
  const io = createTestIo({ cwd: site.cwd, realTimers: 1_000, ...options });
  const exit = main([...args, "--port", "0"], io);
  stops.push(() => {
    io.abort();
    return exit;
  });
  await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(io.out())?.[0];
  if (url === undefined) throw new Error(`it did not serve: ${io.out()}${io.err()}`);
  return { io, exit, url };
}

async function slugs(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/v1/posts`);
  const list: { items: { slug: string }[] } = JSON.parse(await answer.text());
  return list.items.map((item) => item.slug);
}

const hasDist = (): Promise<boolean> =>
  stat(join(site.cwd, "dist")).then(
    () => true,
    () => false,
  );

describe("octavo start", () => {
  it("builds, serves on a free port and prints it, and never touches dist", async () => {
    const { io, url } = await serve(["start"]);
    expect(io.out()).toContain("documents  1 post");
    expect(await slugs(url)).toEqual(["first-ice"]);
    expect((await fetch(url)).headers.get("content-type")).toContain("text/html");
    expect(await hasDist()).toBe(false);
  });

  it("replaces the site's address with its own", async () => {
    const { url } = await serve(["start"]);
    const post = await (await fetch(`${url}/api/v1/posts/first-ice`)).text();
    expect(post).toContain(`${url}/posts/first-ice`);
    expect(post).not.toContain("marsh.example");
  });

  it("exits with code 0 on a signal, after which the port is free again", async () => {
    const { io, exit, url } = await serve(["start"]);
    io.abort();
    expect(await exit).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it("gives the owner's tools the site's own address, not its local one", async () => {
    await serve(["start"]);
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["privacy", "export", "--email", "olga@mail.example"], io)).toBe(0);
    expect(JSON.parse(io.out())).toMatchObject({ site: { url: "https://marsh.example" } });
  });

  it("fails if the content has mistakes", async () => {
    await site.write("content/posts/broken.md", post("Broken", "2024-13-01"));
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["start", "--port", "0"], io)).toBe(1);
    expect(io.err()).toContain("content/posts/broken.md:3:14");
    expect(io.out()).not.toContain("http://");
  });

  it("publishes a scheduled post at its instant", async () => {
    await site.write("content/posts/noon.md", post("Noon", "2026-06-01T12:30:00Z"));
    const { io, url } = await serve(["start"], { now: "2026-06-01T12:00:00Z" });
    io.advance(30 * 60_000 - 1);
    expect(await slugs(url)).toEqual(["first-ice"]);
    io.advance(1);
    await io.waitFor("the public site has changed");
    expect(await slugs(url)).toEqual(["noon", "first-ice"]);
    expect((await fetch(`${url}/api/v1/posts/noon`)).status).toBe(200);
  });

  it("publishes nothing on schedule if --now stops the clock", async () => {
    await site.write("content/posts/noon.md", post("Noon", "2026-06-01T12:30:00Z"));
    const { io } = await serve(["start", "--now", "2026-06-01T12:00:00Z"]);
    expect(io.timers()).not.toContain(Date.parse("2026-06-01T12:30:00Z"));
  });

  it("explains a port in use", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["start", "--port", String(port)], io)).toBe(1);
    expect(io.err()).toContain(`octavo: port ${port} on 127.0.0.1 is in use\nhint: `);
    expect(io.err()).toContain(`--port ${port + 1} (0 for any free port)`);
    await new Promise((resolve) => taken.close(resolve));
  });

  it("explains a host address that this machine does not have", async () => {
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["start", "--port", "0", "--host", "192.0.2.1"], io)).toBe(1);
    expect(io.err()).toContain("192.0.2.1 is not an address of this machine");
  });

  it("serves a finished build without building with --read-only", async () => {
    await main(["build", "--out", "site"], createTestIo({ cwd: site.cwd }));
    await rm(join(site.cwd, "content"), { recursive: true });
    const { url, io } = await serve(["start", "--read-only", "--out", "site"]);
    expect(await slugs(url)).toEqual(["first-ice"]);
    expect(await (await fetch(`${url}/api/v1/posts/first-ice`)).text()).toContain("https://marsh.example/posts/first-ice");
    expect(io.out()).toContain("serving site/ at");
  });

  it("explains what to do if there is no finished build", async () => {
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["start", "--read-only"], io)).toBe(1);
    expect(io.err()).toBe("octavo: dist contains no finished build\nhint: run octavo build first, or start without --read-only\n");
  });

  it("refuses --out without --read-only, rather than ignoring it", async () => {
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["start", "--out", "x"], io)).toBe(2);
    expect(io.err()).toContain("--out goes with --read-only");
  });

  it("accepts --server only with --read-only, and not with a database", async () => {
    const alone = createTestIo({ cwd: site.cwd });
    expect(await main(["start", "--server", "http://127.0.0.1:1"], alone)).toBe(2);
    expect(alone.err()).toContain("--server goes with --read-only");
    expect(await main(["build"], createTestIo({ cwd: site.cwd }))).toBe(0);
    const both = createTestIo({ cwd: site.cwd });
    expect(await main(["start", "--read-only", "--server", "http://127.0.0.1:1", "--db", "x.db"], both)).toBe(2);
    expect(both.err()).toContain("--server and --db exclude each other");
  });

  it("answers 503 to visitors' writes if the --server is unavailable, and still answers reads", async () => {
    expect(await main(["build"], createTestIo({ cwd: site.cwd }))).toBe(0);
    const { url } = await serve(["start", "--read-only", "--server", "http://127.0.0.1:1"]);
    expect(await slugs(url)).toEqual(["first-ice"]);
    expect((await fetch(`${url}/api/v1/posts/first-ice/comments`)).status).toBe(503);
  });
});

describe("octavo dev", () => {
  it("builds again on a save, and serves the last good build in the meantime", async () => {
    const { io, url } = await serve(["dev"]);
    await site.write("content/posts/second.md", post("Second", "2026-02-03"));
    await io.waitFor("content/posts/second.md: built in");
    expect(await slugs(url)).toEqual(["second", "first-ice"]);

    await site.write("content/posts/second.md", post("Second", "2024-13-01"));
    await io.waitFor("the last good build is served");
    expect(io.err()).toContain("content/posts/second.md:3:14");
    expect(await slugs(url)).toEqual(["second", "first-ice"]);

    await site.write("content/posts/second.md", post("Second, mended", "2026-02-03"));
    await io.waitForTimes("content/posts/second.md: built in", 2);
    await rm(join(site.cwd, "content/posts/first-ice.md"));
    await io.waitFor("content/posts/first-ice.md: built in");
    expect(await slugs(url)).toEqual(["second"]);
  });

  it("reports once that a saved draft is not public", async () => {
    const { io } = await serve(["dev"]);
    await site.write("content/posts/draft.md", post("Draft", "2026-01-31", "draft: true\n"));
    await io.waitFor("not public: 1 draft (--drafts and --future show them)");
    await site.write("content/posts/first-ice.md", post("First ice again", "2026-01-02"));
    await io.waitFor("content/posts/first-ice.md: built in");
    expect(io.out().split("not public").length - 1).toBe(1);
  });

  it("shows a warning once, and only counts it after later saves", async () => {
    const odd = (title: string): string => `${post(title, "2026-02-03")}\n![](./there-is-none.png)\n`;
    await site.write("octavo.config.mjs", 'export default { checks: { missingPictures: "warning" } };\n');
    await site.write("content/posts/second.md", odd("Second"));
    const { io } = await serve(["dev"]);
    const times = (): number => io.err().split("content/posts/second.md:").length - 1;
    const before = times();
    expect(before).toBeGreaterThan(0);
    await site.write("content/posts/first-ice.md", post("First ice again", "2026-01-02"));
    await io.waitFor("content/posts/first-ice.md: built in");
    expect(times()).toBe(before);
    expect(io.err()).toMatch(/, \d+ warnings? as before\n/);
  });

  it("keeps watching if the first build fails, and serves once it is fixed", async () => {
    await site.write("content/posts/first-ice.md", post("First ice", "2024-13-01"));
    const { io, url } = await serve(["dev"]);
    expect(io.err()).toContain("content/posts/first-ice.md:3:14");
    expect((await fetch(url)).status).toBe(503);
    await site.write("content/posts/first-ice.md", post("First ice", "2024-12-01"));
    await io.waitFor("built in");
    expect(await slugs(url)).toEqual(["first-ice"]);
  });

  it("rereads the configuration when it changes, including a new one", async () => {
    const { io, url } = await serve(["dev"]);
    await site.write("octavo.config.mjs", `export default { urls: { posts: "/notes/{slug}" } };\n`);
    await io.waitFor("octavo.config.mjs: built in");
    expect(await (await fetch(`${url}/api/v1/posts/first-ice`)).text()).toContain(`${url}/notes/first-ice`);
  });

  it("rereads modules that the configuration imports, directly or not", async () => {
    const shouting = (word: string): string =>
      `export default () => (tree) => void tree.children.push({ type: "paragraph", children: [{ type: "text", value: "${word}" }] });\n`;
    await site.write("plugins/own/aloud.mjs", shouting("Ahoy"));
    await site.write("plugins/shout.mjs", 'export { default } from "./own/aloud.mjs";\n');
    await site.write(
      "octavo.config.mjs",
      'import shout from "./plugins/shout.mjs";\nexport default { markdown: { remarkPlugins: [shout] } };\n',
    );
    const { io, url } = await serve(["dev"]);
    const readPost = async (): Promise<string> => (await fetch(`${url}/api/v1/posts/first-ice`)).text();
    expect(await readPost()).toContain("Ahoy");
    await site.write("plugins/own/aloud.mjs", shouting("Belay"));
    await io.waitFor("plugins/own/aloud.mjs: built in");
    expect(await readPost()).toContain("Belay");
    await rm(join(site.cwd, "plugins/own/aloud.mjs"));
    await io.waitFor("nothing was built");
    await site.write("plugins/own/aloud.mjs", shouting("Cast off"));
    await io.waitForTimes("plugins/own/aloud.mjs: built in", 2);
    expect(await readPost()).toContain("Cast off");
  });

  it("builds once a package that the configuration imports is installed with its dependencies", async () => {
    await site.write("package.json", '{ "type": "module" }');
    await site.write("octavo.config.mjs", 'import shout from "@marsh/shout";\nexport default { markdown: { remarkPlugins: [shout] } };\n');
    const { io, url } = await serve(["dev"]);
    expect(io.err()).toContain('"@marsh/shout" is not installed');
    const install = async (name: string, code: string): Promise<void> => {
      await site.write(`node_modules/${name}/index.js`, code);
      await site.write(`node_modules/${name}/package.json`, `{ "name": "${name}", "type": "module", "exports": "./index.js" }`);
    };
    await install(
      "@marsh/shout",
      'import word from "word";\nexport default () => (tree) => void tree.children.push({ type: "paragraph", children: [{ type: "text", value: word }] });\n',
    );
    await io.waitFor('"word" is not installed');
    await install("word", 'export default "Ahoy";\n');
    await io.waitFor("word is installed: built in");
    expect(await (await fetch(`${url}/api/v1/posts/first-ice`)).text()).toContain("Ahoy");
  });

  it("reports once that nothing is built, and why in each answer, until a save fixes it", async () => {
    await site.write("octavo.config.mjs", "export default { markdwon: {} };\n");
    const { io, url } = await serve(["dev"]);
    for (const path of ["/", "/posts/first-ice", "/api/v1/posts", "/api/v1/posts?q=ice"]) {
      const answer = await fetch(url + path);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(await answer.text()).toContain("The first build found mistakes. The terminal lists them, and each save starts another build.");
    }
    expect(io.err().split("nothing is served yet")).toHaveLength(2);
    expect(io.err()).not.toContain("manifest.json");
    await site.write("octavo.config.mjs", "export default {};\n");
    await io.waitFor("octavo.config.mjs: built in");
    expect(await slugs(url)).toEqual(["first-ice"]);
  });

  it("reports once that the build it serves is missing", async () => {
    await main(["build"], createTestIo({ cwd: site.cwd }));
    const { io, url } = await serve(["preview"]);
    await rm(join(site.cwd, "dist"), { recursive: true });
    for (const path of ["/api/v1/posts", "/api/v1/posts/first-ice", "/"]) {
      const answer = await fetch(url + path);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(await answer.text()).toContain("There is no finished build in dist. octavo build creates it.");
    }
    expect(io.err().split("the site cannot be served: there is no index/v1/manifest.json\nhint: octavo build creates it\n")).toHaveLength(
      2,
    );
  });

  it("detects the content folder again after it was moved away and back", async () => {
    const { io, url } = await serve(["dev"]);
    await rename(join(site.cwd, "content"), join(site.cwd, "elsewhere"));
    await io.waitFor("there is no such folder");
    expect(await slugs(url)).toEqual(["first-ice"]);
    await rename(join(site.cwd, "elsewhere"), join(site.cwd, "content"));
    await io.waitFor("built in");
    await site.write("content/posts/second.md", post("Second", "2026-02-03"));
    await io.waitFor("content/posts/second.md: built in");
    expect(await slugs(url)).toEqual(["second", "first-ice"]);
  });

  it("watches the folders that a new configuration names", async () => {
    await site.write("other/site.yaml", "name: Other\nurl: https://other.example\n");
    await site.write("other/posts/thaw.md", post("Thaw", "2026-02-03"));
    const { io, url } = await serve(["dev"]);
    await site.write("octavo.config.mjs", 'export default { content: "other" };\n');
    await io.waitFor("octavo.config.mjs: built in");
    expect(await slugs(url)).toEqual(["thaw"]);
    await site.write("other/posts/flood.md", post("Flood", "2026-02-04"));
    await io.waitFor("other/posts/flood.md: built in");
    expect(await slugs(url)).toEqual(["flood", "thaw"]);
  });
});

describe("octavo api", () => {
  /** The server's log until it is ready or has failed. */
  async function logOf(args: readonly string[], until: string): Promise<readonly Record<string, unknown>[]> {
    const io = createTestIo({ cwd: site.cwd });
    const exit = main(["api", "--port", "0", ...args], io);
    stops.push(() => {
      io.abort();
      return exit;
    });
    await Promise.race([io.waitFor(until), exit]);
    const lines = io.out().split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it("starts before anything is published, and warns once that it is not ready", async () => {
    const [listening, warning, ...others] = await logOf(["--published", "dist"], "not ready");
    expect(listening).toMatchObject({ level: "info", message: "listening" });
    const detail = "there is no index/v1/manifest.json";
    expect(warning).toEqual({
      time: "2026-06-01T12:00:00.000Z",
      level: "warn",
      message: "the published content cannot be read; requests that need it get 503",
      published: join(site.cwd, "dist"),
      error: "Error",
      detail,
    });
    expect(others).toEqual([expect.objectContaining({ level: "info", message: "not ready: check --published" })]);
  });

  it("is ready if something is published", async () => {
    await main(["build"], createTestIo({ cwd: site.cwd }));
    expect(await logOf([], '"ready"')).toEqual([
      expect.objectContaining({ message: "listening" }),
      expect.objectContaining({ message: "ready", buildId: expect.stringMatching(/^[0-9a-f]{16}$/) }),
    ]);
  });
});

describe("two servers in one folder", () => {
  it("do not build over each other", async () => {
    await site.write("content/posts/hidden.md", post("Hidden", "2026-02-03").replace("title:", "draft: true\ntitle:"));
    const plain = await serve(["start"]);
    const drafts = await serve(["start", "--drafts", "--db", "data/drafts.db"]);
    expect(await slugs(drafts.url)).toContain("hidden");
    expect(await slugs(plain.url)).toEqual(["first-ice"]);
    expect(await (await fetch(`${plain.url}/api/v1/posts/first-ice`)).text()).toContain(plain.url);
  });

  it("do not write to one database, but commands may while the first runs", async () => {
    const first = await serve(["start"]);
    const io = createTestIo({ cwd: site.cwd });
    expect(await main(["api", "--published", "dist", "--port", "0"], io)).toBe(1);
    expect(io.err()).toBe(
      `octavo: another server has ${join(site.cwd, "data/octavo.db")} open\nhint: stop it (npm run dev, octavo dev or serve), or give this one its own database: --db <file>\n`,
    );
    const command = createTestIo({ cwd: site.cwd });
    expect(await main(["spam-words", "add", "casino"], command), command.err()).toBe(0);
    first.io.abort();
    expect(await first.exit).toBe(0);
    // The first has ended, so its database is free.
    await serve(["start"]);
  });
});
