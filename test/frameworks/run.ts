/**
 * `npm run test:frameworks`: builds the Astro template and the plain HTML of docs/front-ends.md as their users would, from the packed packages and with
 * the sample content, and compares the visible text of each page with what the API says. It takes Astro from npm.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromParse5 } from "hast-util-from-parse5";
import { toText } from "hast-util-to-text";
import { parse } from "parse5";
import type { ClientMethods } from "../../packages/octavo-client/client.ts";
import { createFilesClient } from "../../packages/octavo-client/files/files-client.ts";
import { packAll } from "../../scripts/pack/tarballs.ts";
import { findFences } from "../docs/docs-pages.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "octavo-frameworks-"));
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };

function run(cwd: string, command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
}

interface ExpectedPage {
  /** Of the address. */
  readonly path: string;
  /** All of it must be on the page. */
  readonly texts: readonly string[];
}

/** What the API says, page by page. */
async function* readExpected(client: ClientMethods): AsyncGenerator<ExpectedPage, void, undefined> {
  for await (const { slug } of client.posts.all({ pageSize: 100 })) {
    const { url, title, bodyHtml } = await client.posts.get(slug);
    yield { path: new URL(url).pathname, texts: [title, visibleText(bodyHtml)] };
  }
}

/** The other kinds, which the plain site leaves out. */
async function* readOthers(client: ClientMethods): AsyncGenerator<ExpectedPage, void, undefined> {
  const pathOf = ({ url }: { readonly url: string }): string => new URL(url).pathname;
  for await (const item of client.projects.all())
    yield { path: pathOf(item), texts: [item.title, visibleText(item.descriptionHtml ?? "")] };
  for await (const item of client.books.all()) yield { path: pathOf(item), texts: [item.title, visibleText(item.reviewHtml ?? "")] };
  for await (const item of client.photos.all()) yield { path: pathOf(item), texts: [item.title, visibleText(item.captionHtml ?? "")] };
  for (const { slug, title, descriptionHtml } of (await client.services.list()).items)
    yield { path: `/services/${slug}`, texts: [title, visibleText(descriptionHtml ?? "")] };
  const { headline, bioHtml } = await client.site.about();
  yield { path: "/about", texts: [headline ?? "", visibleText(bioHtml ?? "")] };
  for (const { slug } of (await client.tags.list("posts")).items) {
    const { items } = await client.posts.list({ tag: slug, pageSize: 100 });
    yield { path: `/tags/${encodeURIComponent(slug)}`, texts: items.map(({ title }) => title) };
  }
  const titles = (await client.posts.list({ pageSize: 100 })).items.map(({ title }) => title);
  yield { path: "/archive", texts: titles };
  const { name, tagline } = await client.site.settings();
  yield { path: "/", texts: [name, tagline ?? "", ...titles.slice(0, 6)] };
}

/** As one reads it, without what lies between words. */
function visibleText(html: string): string {
  return withoutGaps(toText(fromParse5(parse(html))));
}

function withoutGaps(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

async function compare(site: string, dist: string, expected: AsyncIterable<ExpectedPage>): Promise<number> {
  let pages = 0;
  for await (const { path, texts } of expected) {
    const html = readFileSync(join(site, dist, `${path === "/" ? "/index" : decodeURI(path)}.html`), "utf8");
    const shown = visibleText(html);
    for (const text of texts)
      if (!shown.includes(withoutGaps(text))) throw new Error(`${site}${path} does not show what the API says: ${text.slice(0, 200)}`);
    pages += 1;
  }
  return pages;
}

async function tryAstro(packed: ReadonlyMap<string, string>): Promise<number> {
  const site = join(folder, "astro");
  run(
    ROOT,
    process.execPath,
    "bin/octavo.mjs",
    "init",
    site,
    "--template",
    "astro",
    "--yes",
    "--quiet",
    "--package",
    packed.get("octavo") ?? "",
  );
  rmSync(join(site, "content"), { recursive: true });
  cpSync(join(ROOT, "content"), join(site, "content"), { recursive: true });
  run(site, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error");
  run(site, "npm", "run", "build");
  const client = createFilesClient({ folder: join(site, "dist") });
  return (await compare(site, "dist", readExpected(client))) + (await compare(site, "dist", readOthers(client)));
}

async function tryPlain(packed: ReadonlyMap<string, string>): Promise<number> {
  const site = join(folder, "plain");
  mkdirSync(site);
  cpSync(join(ROOT, "content"), join(site, "content"), { recursive: true });
  writeFileSync(join(site, "package.json"), '{ "private": true, "type": "module" }\n');
  const script = findFences("docs/front-ends.md").find(({ before }) => before.endsWith("`build.mjs`:"));
  if (script === undefined) throw new Error("docs/front-ends.md has no build.mjs");
  writeFileSync(join(site, "build.mjs"), script.text);
  run(site, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error", packed.get("octavo") ?? "", packed.get("octavo-client") ?? "");
  run(site, "npx", "--no", "octavo", "build", "--quiet");
  run(site, process.execPath, "build.mjs");
  return compare(site, "dist", readExpected(createFilesClient({ folder: join(site, "dist") })));
}

try {
  const packed = new Map((await packAll(ROOT, join(folder, "packed"))).map(({ name, file }) => [name, file]));
  console.log(`Astro: ${await tryAstro(packed)} pages show what the API says`);
  console.log(`plain HTML: ${await tryPlain(packed)} pages show what the API says`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
