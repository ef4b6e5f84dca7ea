import { expect, it } from "vitest";
import { NO_RULES } from "../../contract/config/site-rules.ts";
import { SERVICE_WORKER_FILE, staticFileOf } from "../../contract/static-files.ts";
import { renderProgram } from "../../hosts/bundle/render-program.ts";
import type { GeneratorOptions } from "../../hosts/host-files.ts";
import { plainHostFiles } from "../../hosts/service-worker/plain-host.ts";

const ALONE: GeneratorOptions = { server: null, reader: null, origins: [], folder: "dist", hosts: ["github-pages"] };

const site = {
  baseUrl: "",
  problemBaseUrl: "",
  routes: [],
  base: "",
  hasPages: false,
  pagesOnRequest: false,
  links: new Map(),
  aliases: {},
  redirects: [],
  rules: NO_RULES,
  textFiles: [],
};

it("a plain host gets the service worker, and the file that tells GitHub not to process the others", async () => {
  const server = "https://api.ines.example";
  const files = await plainHostFiles(site, { ...ALONE, server });
  expect(new Map(files.map(({ path, content }) => [path, content]))).toEqual(
    new Map([
      [SERVICE_WORKER_FILE, await renderProgram("service-worker", { server })],
      [".nojekyll", ""],
    ]),
  );
});

it("a plain host redirects from former pages with HTML pages", async () => {
  const redirects = [
    { from: "/2019/old.html", to: "/posts/new" },
    { from: "/gr%C3%B6%C3%9Fe/", to: "/posts/a&b" },
    { from: "/index.php", to: "/posts/new" },
    { from: "/.git/x", to: "/posts/new" },
  ];
  const files = await plainHostFiles({ ...site, redirects }, ALONE);
  const pages = files.filter(({ content }) => /^<!doctype/i.test(String(content)));
  expect(pages.map(({ path }) => path)).toEqual(["2019/old.html", "größe/index.html"]);
  expect(pages[0]?.content).toContain('<meta http-equiv="refresh" content="0; url=/posts/new">');
  expect(pages[1]?.content).toContain('href="/posts/a&amp;b"');
});

it("the worker's file is served as a script that is revalidated each time", () => {
  expect(staticFileOf(`/${SERVICE_WORKER_FILE}`)).toEqual({
    name: SERVICE_WORKER_FILE,
    contentType: "text/javascript; charset=utf-8",
    cache: "manifest",
  });
});
