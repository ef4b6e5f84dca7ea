import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MERMAID_FILE, ROOT_FILES } from "../../contract/static-files.ts";
import { sendRaw } from "./http.ts";
import { makeOwnSite, type OwnSite, PICTURE } from "./own-site.ts";
import { HOSTS } from "./started.ts";
import type { StartedHost } from "./web-servers.ts";

/**
 * Shows which requests reach the program on Cloudflare, whose free plan counts only those. The
 * program marks its answers here.
 */

const START_TIMEOUT_MS = 120_000;
const MARK = "x-of-program";
const ENVIRONMENT = { secret: "", server: null };
const REDIRECTS = [{ from: "/2019/rain/", to: "/posts/rain" }];

/** Requests of the page of a post with comments, likes and counts. */
const VIEW = [
  ["GET", "/api/v1/posts/rain"],
  ["GET", "/api/v1/posts/rain/comments"],
  ["GET", "/api/v1/posts/rain/like"],
  ["POST", "/api/v1/engagement"],
  ["GET", "/octavo-elements.js"],
  ["GET", "/octavo-elements.de.json"],
  ["GET", "/octavo-engagement.js"],
  ["GET", PICTURE],
  ["GET", "/about.html"],
] as const;
/** All files at the root except one. */
const ROOT = Object.keys(ROOT_FILES).filter((address) => address !== "/llms-full.txt" && address !== `/${MERMAID_FILE}`);
const FILES = [...ROOT, "/index/v1/manifest.json", "/notes.txt"];

async function markProgram(distDir: string): Promise<void> {
  const file = join(distDir, "_worker.js/index.js");
  const program = await readFile(file, "utf8");
  const marked = program.replace(/export ?\{ ?(\w+) as default ?\};?/, (_, name: string) => {
    const fetch = `const answer = await ${name}.fetch(...args); const marked = new Response(answer.body, answer); marked.headers.set("${MARK}", "yes"); return marked;`;
    return `export default { async fetch(...args) { ${fetch} } };`;
  });
  expect(marked).not.toBe(program);
  await writeFile(file, marked);
}

describe.each(HOSTS.filter(({ name }) => name.startsWith("cloudflare")))("$name", ({ start }) => {
  let site: OwnSite;
  let host: StartedHost;
  beforeAll(async () => {
    site = await makeOwnSite({
      page404: false,
      redirects: REDIRECTS,
      files: Object.fromEntries(ROOT.map((address) => [address.slice(1), "x"])),
    });
    await markProgram(site.distDir);
    host = await start(site.distDir, ENVIRONMENT);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await host?.stop();
    await site?.remove();
  });
  const ask = async (method: string, target: string) => {
    const { status, headers } = await sendRaw(host.url, { method, target });
    return { status, location: headers.location, ofProgram: headers[MARK] === "yes" };
  };

  it("runs the program for four requests of a view, and for no file", async () => {
    const answers = await Promise.all(VIEW.map(async ([method, target]) => ({ target, ...(await ask(method, target)) })));
    expect(answers.filter(({ ofProgram }) => ofProgram).map(({ target }) => target)).toEqual(VIEW.slice(0, 4).map(([, target]) => target));
    for (const target of FILES) expect([target, await ask("GET", target)]).toEqual([target, { status: 200, ofProgram: false }]);
  });

  it("answers 404 for a missing file", async () => {
    for (const target of ["/llms-full.txt", "/index/v1/x.0123456789abcdef.json"]) expect((await ask("GET", target)).status).toBe(404);
  });

  it("redirects former pages without the program", async () => {
    for (const target of ["/2019/rain", "/2019/rain/", "/2019/rain/?a=b"])
      expect([target, await ask("GET", target)]).toEqual([
        target,
        { status: 301, location: `/posts/rain${target.endsWith("b") ? "?a=b" : ""}`, ofProgram: false },
      ]);
  });
});
