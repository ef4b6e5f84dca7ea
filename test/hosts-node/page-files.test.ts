import { mkdir, symlink, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isPageFolder, isPublicFile } from "../../cli/pages/page-folders.ts";
import { createPageFiles, type PageFiles } from "../../hosts/node/pages/page-files.ts";
import { createSite, type SiteFixture } from "../cli/site-fixture.ts";

let site: SiteFixture;
let pages: PageFiles;

beforeEach(async () => {
  site = await createSite({
    "public/index.html": "home",
    "public/about.html": "about",
    "public/notes/index.html": "notes",
    "public/été @ 100%.html": "summer",
    "public/.well-known/security.txt": "contact",
    "public/.htaccess": "secret",
    "public/.git/config": "secret",
    "public/_hosts/node/server.js": "secret",
    "public/_redirects": "secret",
    "public/_worker.js/index.js": "secret",
    "public/octavo.config.ts": "secret",
    "public/api/v1/posts.json": "secret",
    "public/media/a.txt": "secret",
    "outside.txt": "secret",
  });
  const { cwd } = site;
  pages = openPages("/blog", join(cwd, "public"));
});
afterEach(() => site.remove());

function openPages(base: string, folder: string): PageFiles {
  const { cwd } = site;
  const places = {
    roots: [cwd],
    contentDir: join(cwd, "content"),
    takesFile: () => false,
    configFiles: [],
    database: join(cwd, "data/octavo.db"),
  };
  return createPageFiles({
    ...{ base, folder },
    isPageFolder: (root) => isPageFolder(root, places),
    isPublic: (file) => isPublicFile(file, places),
  });
}

async function ask(path: string, init?: RequestInit): Promise<string | null> {
  const request = new Request(`http://localhost${path}`, init);
  const answer = await pages.find(request, new URL(request.url).pathname);
  return answer === null ? null : await answer.text();
}

describe("the author's own pages", () => {
  it.each([
    ["/", "home"],
    ["/index.html", "home"],
    ["/about", "about"],
    ["//about", "about"],
    ["/about.html", "about"],
    ["/%61bout", "about"],
    ["/notes", "notes"],
    ["/notes/", "notes"],
    ["/%C3%A9t%C3%A9%20@%20100%25", "summer"],
    ["/.well-known/security.txt", "contact"],
  ])("answer %s", async (path, text) => {
    expect(await ask(path)).toBe(text);
  });

  it.each([
    "/_hosts/node/server.js",
    "/%5fhosts/node/server.js",
    "//_hosts/node/server.js",
    "/_HOSTS/node/server.js",
    "/_redirects",
    "/_worker.js/index.js",
    "/.htaccess",
    "/%2ehtaccess",
    "/.git/config",
    "/octavo.config.ts",
    "//api/v1/posts.json",
    "/%61pi/v1/posts.json",
    "//media/a.txt",
    "/..%2foutside.txt",
    "/notes/..%2f..%2foutside.txt",
    "/..%5coutside.txt",
    "/about.html%00",
    "/about.html.",
    "/about.html%20",
    "/about.html/",
    "/%ff",
    "/missing",
    "/notes/missing.html",
  ])("show nothing at %s", async (path) => {
    expect(await ask(path)).toBeNull();
  });

  it("follow symbolic links only within the folder, and never to withheld files", async () => {
    const { cwd } = site;
    await mkdir(join(cwd, "public/links"));
    await symlink(join(cwd, "public/about.html"), join(cwd, "public/links/in.html"));
    await symlink(join(cwd, "outside.txt"), join(cwd, "public/links/out.txt"));
    await symlink(join(cwd, "public/.htaccess"), join(cwd, "public/links/hidden.txt"));
    await symlink(join(cwd, "public/_hosts"), join(cwd, "public/links/hosts"));
    await symlink(join(cwd, "content"), join(cwd, "public/links/content"));
    expect(await ask("/links/in")).toBe("about");
    for (const path of ["out.txt", "hidden.txt", "hosts/node/server.js", "content/site.yaml"])
      expect([path, await ask(`/links/${path}`)]).toEqual([path, null]);
  });

  it("do not come from a folder that contains the project", async () => {
    await site.write("index.html", "project");
    const { cwd } = site;
    const request = new Request("http://localhost/");
    const whole = openPages("", cwd);
    expect([await whole.find(request, "/"), whole.exist()]).toEqual([null, false]);
    const part = openPages("", join(cwd, "public"));
    expect([await (await part.find(request, "/"))?.text(), part.exist()]).toEqual(["home", true]);
  });

  it("are plain files beside the reader if there is no home page", async () => {
    await unlink(join(site.cwd, "public/index.html"));
    expect([await ask("/"), await ask("/about"), pages.exist()]).toEqual([null, "about", false]);
  });

  it("answer range and conditional requests", async () => {
    const request = new Request("http://localhost/about", { headers: { Range: "bytes=1-2" } });
    const part = await pages.find(request, "/about");
    expect([part?.status, await part?.text()]).toEqual([206, "bo"]);
    const whole = await pages.find(new Request("http://localhost/about"), "/about");
    const again = await pages.find(
      new Request("http://localhost/about", { headers: { "If-None-Match": whole?.headers.get("ETag") ?? "" } }),
      "/about",
    );
    expect(again?.status).toBe(304);
  });

  it("have a strong ETag, which is the key of compressed copies and changes with the file", async () => {
    const path = join(site.cwd, "public/index.html");
    const get = async (headers: Record<string, string> = {}) => {
      const answer = await pages.find(new Request("http://localhost/", { headers: { "Accept-Encoding": "br", ...headers } }), "/");
      const [tag, coding, text] = [
        answer?.headers.get("ETag") ?? "",
        answer?.headers.get("Content-Encoding") ?? null,
        await answer?.text(),
      ];
      return { status: answer?.status, tag, coding, length: text?.length };
    };
    const long = "home ".repeat(1_000);
    await writeFile(path, long);
    await utimes(path, 0, 0);
    const first = await get();
    expect(first).toEqual({ status: 200, tag: expect.stringMatching(/^"[0-9a-z-]+"$/), coding: null, length: long.length });
    expect(await get()).toEqual(first);
    expect(await get({ "If-None-Match": first.tag })).toMatchObject({ status: 304, tag: first.tag, length: 0 });
    await writeFile(path, long.replace("home", "tome"));
    await utimes(path, 0, 0);
    const second = await get({ "If-None-Match": first.tag });
    expect([second.status, second.tag === first.tag]).toEqual([200, false]);
  });
});
