/** Checks the output of a build, so that a setup that does not work cannot look fast. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { EDIT_WORD, type Edited } from "../edits.ts";
import type { Peer } from "./peers.ts";

/** Maximum page size of a list in the API. */
const PAGE_SIZE = 100;

/** Content that the JSON of a post must have. */
export interface Expected {
  readonly title: string;
  /** Headings, list items and quotations as text without markup. */
  readonly texts: readonly string[];
  readonly tables: number;
  readonly codeBlocks: number;
}

/** Reads the expected content of every published post in a content folder, by slug. */
export async function readExpected(content: string): Promise<Map<string, Expected>> {
  const folder = join(content, "posts");
  const expected = new Map<string, Expected>();
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".md")) continue;
    const text = await readFile(join(folder, name), "utf8");
    if (!/^draft: true$/m.test(text)) expected.set(name.replace(/\.md$/, ""), toExpected(text));
  }
  return expected;
}

/** Applies an edit to the expected content. */
export function expectEdit(expected: Map<string, Expected>, { slug, post }: Edited): void {
  if (post === null) {
    expected.delete(slug);
    return;
  }
  const before = expected.get(slug) ?? { title: "", texts: [], tables: 0, codeBlocks: 0 };
  const texts = post.text === undefined ? before.texts : [...before.texts, post.text];
  expected.set(slug, { ...before, title: post.title ?? before.title, texts });
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

/**
 * Throws an error at the first difference: a missing or additional file, a missing text, a missing
 * title in the lists, or a missing word in the full-text index.
 */
export async function verify(peer: Peer, dir: string, expected: ReadonlyMap<string, Expected>): Promise<void> {
  const fail = (what: string): never => {
    throw new Error(`${peer.label}: ${what}\nhint: look into ${dir}; its template is in bench/peers/sites`);
  };
  const folder = join(dir, peer.posts.folder);
  // Folders may contain pictures beside the posts.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  if (files.length !== expected.size) fail(`${peer.posts.folder} contains ${files.length} files instead of ${expected.size}`);
  for (const [slug, due] of expected) {
    const found: Readonly<Record<string, unknown>> = JSON.parse(await readFile(join(folder, `${slug}.json`), "utf8"));
    const html = String(found[peer.posts.member]);
    if (found.title !== due.title) fail(`${slug} has the title ${JSON.stringify(found.title)}`);
    const missing = due.texts.find((text) => !html.includes(text));
    if (missing !== undefined) fail(`the HTML of ${slug} lacks ${JSON.stringify(missing)}`);
    if (count(html, /<table/g) !== due.tables) fail(`the HTML of ${slug} does not have ${due.tables} tables`);
    if (count(html, /<pre/g) !== due.codeBlocks) fail(`the HTML of ${slug} does not have ${due.codeBlocks} code blocks`);
  }
  const titles = peer.list === null ? null : readTitles(await readFile(join(dir, peer.list), "utf8"));
  if (titles !== null) checkTitles(titles, expected, fail);
  if (peer.api !== null) await verifyApi(peer.api, join(dir, peer.output), expected, fail);
}

/**
 * Requests the whole list of posts from the read handler and, if there is a search, searches for
 * one post: the edited one by the word of its edit, or else the one with the longest title by that
 * title.
 */
async function verifyApi(
  { host, search }: NonNullable<Peer["api"]>,
  dist: string,
  expected: ReadonlyMap<string, Expected>,
  fail: (what: string) => never,
): Promise<void> {
  const child = spawn(process.execPath, [host, dist], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [address] = await Promise.race([
      once(child.stdout, "data"),
      once(child, "exit").then(() => fail("the host of its output exited")),
    ]);
    const ask = async (path: string): Promise<string> => {
      const response = await fetch(`${String(address).trim()}/api/v1${path}`);
      return response.ok ? await response.text() : fail(`${path} answered ${response.status}`);
    };
    const titles: string[] = [];
    for (let page = 1; (page - 1) * PAGE_SIZE < expected.size; page += 1) {
      titles.push(...readTitles(await ask(`/posts?pageSize=${PAGE_SIZE}&page=${page}`)));
    }
    checkTitles(titles, expected, fail);
    if (!search) return;
    const edited = [...expected].find(([, { texts }]) => texts.some((text) => text.includes(EDIT_WORD)));
    const byTitle = [...expected].sort(([, a], [, b]) => b.title.length - a.title.length);
    const [slug, due] = edited ?? byTitle[0] ?? fail("there is no post");
    const query = edited === undefined ? due.title : EDIT_WORD;
    if (!(await ask(`/search?q=${encodeURIComponent(query)}`)).includes(`"${slug}"`)) fail(`the search for ${query} does not find ${slug}`);
  } finally {
    child.kill();
  }
}

function checkTitles(titles: readonly string[], expected: ReadonlyMap<string, Expected>, fail: (what: string) => never): void {
  const listed = new Set(titles);
  if (titles.length !== expected.size) fail(`${titles.length} posts are listed instead of ${expected.size}`);
  for (const [slug, due] of expected) {
    if (!listed.has(due.title)) fail(`${slug} is not listed with its title`);
  }
}

/** Returns the titles in a JSON array of posts, or in such an array in the member `items`. */
function readTitles(json: string): string[] {
  const value: { items?: { title: string }[] } | { title: string }[] = JSON.parse(json);
  return (Array.isArray(value) ? value : (value.items ?? [])).map((item) => item.title);
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
