import { expect, it } from "vitest";
import { SERVICE_WORKER_FILE, staticFileOf } from "../../contract/static-files.ts";
import { renderProgram } from "../../hosts/bundle/render-program.ts";
import { plainHostFiles } from "../../hosts/service-worker/plain-host.ts";

const site = { baseUrl: "", problemBaseUrl: "", links: { posts: "", projects: "", books: "", photos: "" }, aliases: {}, textFiles: [] };

it("a plain host gets the service worker, and GitHub the word that the files are final", async () => {
  const server = "https://api.ines.example";
  const files = await plainHostFiles(site, { server, reader: null, origins: [], folder: "dist" });
  expect(new Map(files.map(({ path, content }) => [path, content]))).toEqual(
    new Map([
      [SERVICE_WORKER_FILE, await renderProgram("service-worker", { server })],
      [".nojekyll", ""],
    ]),
  );
});

it("the worker's file is served as a script that is asked for anew each time", () => {
  expect(staticFileOf(`/${SERVICE_WORKER_FILE}`)).toEqual({
    name: SERVICE_WORKER_FILE,
    contentType: "text/javascript; charset=utf-8",
    cache: "manifest",
  });
});
