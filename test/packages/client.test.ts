import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findFences } from "../docs/docs-pages.ts";
import { runWith, startWith } from "./installed.ts";

/**
 * octavo-client from its tarball, in a front end's strict TypeScript: its README's snippets, and a
 * page.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const README = "packages/octavo-client/README.md";
const client = inject("tarballs").find(({ name }) => name === "octavo-client")?.file ?? "";

const PAGE = `import { type ClientProblem, createClient, OctavoError, type Post } from "octavo-client";
import { defineElements } from "octavo-client/elements";
import { trackPage } from "octavo-client/engagement";

const client = createClient({ baseUrl: "/api/v1" });

function render({ title, bodyHtml, cover, toc }: Post): HTMLElement {
  const article = document.createElement("article");
  if (cover !== null) {
    const image = new Image(cover.width ?? undefined, cover.height ?? undefined);
    image.src = cover.variants[0]?.url ?? cover.url;
    image.alt = cover.alt;
    article.append(image);
  }
  const body = document.createElement("div");
  body.innerHTML = bodyHtml;
  article.append(title, body, ...toc.map(({ title: heading }) => heading));
  return article;
}

function toText(problem: ClientProblem): string {
  switch (problem.code) {
    case "not-found":
      return "There is no such page.";
    case "validation-error":
      return problem.errors.map(({ detail }) => detail).join(" ");
    default:
      return problem.detail;
  }
}

try {
  const { items } = await client.posts.list({ tag: "weaving", hasCode: true, type: "TEXT" });
  const slug: string = items[0]?.slug ?? "";
  document.body.append(render(await client.posts.get(slug)));
  defineElements({ baseUrl: "/api/v1" });
  addEventListener("pagehide", trackPage({ baseUrl: "/api/v1", slug }));
} catch (error) {
  document.body.append(error instanceof OctavoError ? toText(error.problem) : String(error));
}
// @ts-expect-error there is no such filter
await client.posts.list({ tga: "weaving" });
// @ts-expect-error a cover may be missing
((post: Post) => post.cover.url)(await client.posts.get("a"));
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-strict-"));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await runWith(process.execPath, folder, "npm", ["install", client, "--no-audit", "--no-fund", "--ignore-scripts"]);
  const snippets = findFences(README, await readFile(join(ROOT, README), "utf8")).filter(({ language }) => language === "ts");
  expect(snippets.length).toBeGreaterThan(1);
  for (const { line, text } of snippets) await writeFile(join(folder, `readme-${line}.ts`), `${text}export {};\n`);
  await writeFile(join(folder, "page.ts"), PAGE);
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it("the first snippet of docs/front-ends.md prints a tag's posts", async () => {
  const site = join(folder, "site");
  const posts = { "a-scarf": "weaving", "a-heron": "birds" };
  await mkdir(join(site, "content/posts"), { recursive: true });
  await writeFile(join(site, "content/site.yaml"), "name: A\nurl: https://a.example\n");
  for (const [slug, tag] of Object.entries(posts))
    await writeFile(join(site, `content/posts/${slug}.md`), `---\ntitle: ${slug}\npublishedAt: 2026-01-31\ntags: [${tag}]\n---\nText.\n`);
  const snippet = findFences("docs/front-ends.md").find(({ text }) => text.includes("createClient("))?.text ?? "";
  const server = await startWith(process.execPath, site, "node", [join(ROOT, "bin/octavo.mjs"), "start", "--port", "0"]);
  try {
    await writeFile(join(folder, "snippet.mjs"), snippet.replace("https://ines.example", server.url));
    expect((await runWith(process.execPath, folder, "node", ["snippet.mjs"])).stdout).toBe(`a-scarf ${server.url}/posts/a-scarf\n`);
  } finally {
    await server.stop();
  }
}, 60_000);

describe("octavo-client in strict TypeScript", () => {
  it.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])(
    "has no mistakes in its README and in a page: module %s",
    async (module, moduleResolution) => {
      const strict = {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        noPropertyAccessFromIndexSignature: true,
      };
      const lib = ["es2023", "dom", "dom.iterable"];
      const compilerOptions = { ...strict, noEmit: true, target: "es2022", module, moduleResolution, lib, types: [] };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
      const { stdout } = await runWith(process.execPath, folder, join(ROOT, "node_modules/.bin/tsc"), ["-p", "."]).catch((error) => error);
      expect(stdout).toBe("");
    },
    60_000,
  );
});
