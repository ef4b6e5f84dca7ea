import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findMarkedPart, replaceBlock } from "../../contract/text/marked-block.ts";
import { BUILD_TIMEOUT_MS } from "../helpers/sample-site.ts";
import { buildHostDists, type HostDists } from "./dists.ts";
import { sendRaw } from "./http.ts";
import { HOSTS } from "./started.ts";
import type { StartedHost } from "./web-servers.ts";

/**
 * An owner's `_headers`, `_redirects` and `.well-known` on the hosts that read them, for sites at
 * the root and below a path.
 */

const SECURITY = "Contact: mailto:ines@ines.example\n";
const SITES = [
  { at: "at the root", base: "" },
  { at: "below a path", base: "/blog" },
];

async function addOwnFiles(distDir: string, base: string): Promise<void> {
  const texts = {
    _headers: "/*\n  X-Frame-Options: DENY\n/.well-known/*\n  X-Own: yes\n",
    _redirects: `/gone ${base}/here 302\n/from/* ${base}/to/:splat 301\n`,
  };
  for (const [name, own] of Object.entries(texts)) {
    const made = await readFile(join(distDir, name), "utf8");
    await writeFile(join(distDir, name), replaceBlock(own, findMarkedPart(made)));
  }
  await mkdir(join(distDir, ".well-known"));
  await writeFile(join(distDir, ".well-known/security.txt"), SECURITY);
}

describe.each(SITES)("a site $at", ({ base }) => {
  let dists: HostDists;
  let picture: string;
  beforeAll(async () => {
    dists = await buildHostDists({ server: null, reader: null, origins: [], folder: "dist" }, base);
    const { plain } = dists.dirs;
    await addOwnFiles(plain, base);
    const name = (await readdir(join(plain, "media"))).find((file) => /\.(?:webp|jpg)$/.test(file));
    picture = `/media/${name ?? expect.fail("the site has no picture")}`;
  }, BUILD_TIMEOUT_MS);
  afterAll(() => dists?.remove());

  describe.each(HOSTS.filter(({ name }) => /^(?:cloudflare|netlify)/.test(name)))("on $name", ({ start }) => {
    let host: StartedHost;
    const get = (target: string) => sendRaw(host.url, { method: "GET", target });
    beforeAll(async () => {
      host = await start(dists.dirs.plain, { secret: "", server: null, base });
    }, BUILD_TIMEOUT_MS);
    afterAll(() => host?.stop());

    it("sends the owner's file with the owner's headers", async () => {
      const { status, body, headers } = await get("/.well-known/security.txt");
      expect([status, body, headers["x-frame-options"], headers["x-own"]]).toEqual([200, SECURITY, "DENY", "yes"]);
    });

    it.each([
      ["/gone", 302, "/here"],
      ["/from/a/b", 301, "/to/a/b"],
    ])("follows the owner's redirect of %s", async (target, status, location) => {
      const answer = await get(target);
      expect([answer.status, answer.headers.location]).toEqual([status, base + location]);
    });

    it("lets a picture be cached forever and read from elsewhere, but not run anything", async () => {
      const { status, headers } = await get(picture);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      });
    });

    it("lets a hashed file of the index be cached forever, but not the manifest", async () => {
      const name = (await readdir(join(dists.dirs.plain, "index/v1"))).find((file) => /^(?!comments)[^.]+\.[^.]+\.json$/.test(file));
      expect(name).toBeDefined();
      expect((await get(`/index/v1/${name}`)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect((await get("/index/v1/manifest.json")).headers["cache-control"]).not.toContain("immutable");
    });

    it("answers the API with only its own headers", async () => {
      const { status, headers } = await get("/api/v1/site-settings");
      expect([status, headers["x-frame-options"]]).toEqual([200, undefined]);
    });
  });
});
