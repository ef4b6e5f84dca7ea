/** Looks at what a build wrote, so that a setup that does not work cannot look fast. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Peer } from "./peers.ts";
import { EDIT } from "./site.ts";

/** What must be found in the JSON of a post. */
export interface Expected {
  readonly title: string;
  /** Headings, list items and quotations: text without marks. */
  readonly texts: readonly string[];
  readonly tables: number;
  readonly codeBlocks: number;
}

/** Reads what every post of a corpus must give, by slug. */
export async function readExpected(corpus: string): Promise<ReadonlyMap<string, Expected>> {
  const folder = join(corpus, "posts");
  const expected = new Map<string, Expected>();
  for (const name of await readdir(folder)) expected.set(name.replace(/\.md$/, ""), toExpected(await readFile(join(folder, name), "utf8")));
  return expected;
}

function toExpected(text: string): Expected {
  const [, head = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  return {
    title: /^title: (.*)$/m.exec(head)?.[1] ?? "",
    texts: [...body.matchAll(/^(?:#{2,3}|-|>) (.+)$/gm)].map((match) => match[1] ?? ""),
    tables: [...body.matchAll(/^\|---/gm)].length,
    codeBlocks: [...body.matchAll(/^```\w+$/gm)].length,
  };
}

/** Throws at the first thing that is missing: a file too few or too many, a text, a title in the lists, a word in the full-text index. */
export async function verify(peer: Peer, dir: string, expected: ReadonlyMap<string, Expected>, changed: string | null): Promise<void> {
  const fail = (what: string): never => {
    throw new Error(`${peer.label}: ${what}\nhint: look into ${dir}; its template is in bench/peers/sites`);
  };
  const folder = join(dir, peer.posts.folder);
  const files = await readdir(folder).catch(() => []);
  if (files.length !== expected.size) fail(`${files.length} files in ${peer.posts.folder} where ${expected.size} are due`);
  for (const [slug, due] of expected) {
    const found: Readonly<Record<string, unknown>> = JSON.parse(await readFile(join(folder, `${slug}.json`), "utf8"));
    const html = String(found[peer.posts.member]);
    const edited = slug === changed;
    if (found.title !== (edited ? EDIT.title : due.title)) fail(`${slug} has the title ${JSON.stringify(found.title)}`);
    const missing = [...due.texts, ...(edited ? [EDIT.sentence] : [])].find((text) => !html.includes(text));
    if (missing !== undefined) fail(`the HTML of ${slug} lacks ${JSON.stringify(missing)}`);
    if (count(html, /<table/g) !== due.tables) fail(`the HTML of ${slug} has not ${due.tables} tables`);
    if (count(html, /<pre/g) !== due.codeBlocks) fail(`the HTML of ${slug} has not ${due.codeBlocks} blocks of code`);
  }
  const titles = new Set([...(await readAll(dir, peer.lists)).matchAll(/"title":"([^"]*)"/g)].map((match) => match[1]));
  for (const [slug, due] of expected) {
    if (!titles.has(slug === changed ? EDIT.title : due.title)) fail(`${slug} is in no list with its title`);
  }
  if (peer.search === null || changed === null) return;
  if (!(await readAll(dir, peer.search)).includes(EDIT.word)) fail(`the full-text index lacks ${EDIT.word}`);
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

async function readAll(dir: string, { folder, prefix }: { readonly folder: string; readonly prefix: string }): Promise<string> {
  const names = (await readdir(join(dir, folder))).filter((name) => name.startsWith(prefix));
  return (await Promise.all(names.map((name) => readFile(join(dir, folder, name), "utf8")))).join("\n");
}
