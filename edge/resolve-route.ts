import type { Manifest, PageIndex, PageRecord } from "../contract/index-format.ts";
import { pageKey } from "../contract/page-key.ts";
import type { ResolvedPage } from "../contract/schemas/list.ts";
import { putBelow } from "../contract/text/base-path.ts";
import type { Answer } from "./answer.ts";
import { type Site, slugKeyOf } from "./built-site.ts";
import { notFound } from "./read-failure.ts";
import { requirePart } from "./read-file.ts";

type Part = Readonly<Record<string, PageRecord>>;

/**
 * @param asked a path from `/` on, or an address
 * @throws ProblemError not-found, IndexUnavailable
 */
export async function answerResolve(site: Site, asked: string): Promise<Answer> {
  const page = await resolvePath(site, asked);
  if (page === null) throw notFound(NO_PAGE);
  return { body: JSON.stringify(page) };
}

const NO_PAGE = "No page of this site has that path.";

/**
 * The document of a page. Reads the manifest, the root of the page index and one part of it; an
 * unlisted document needs one more part. Returns null if no page has that path.
 * @throws IndexUnavailable
 */
export function resolvePath(site: Site, asked: string): Promise<ResolvedPage | null> {
  return site.withIndex(async (manifest) => {
    const root = await readRoot(site, manifest);
    const base = new URL(root.site);
    const key = keyOf(asked, base);
    const found = key === null ? undefined : ((await find(site, root, key)) ?? (await findUnlisted(site, root, key)));
    if (key === null || found === undefined) return null;
    const [kind, slug, path] = read(found, key, root);
    return { kind, slug, path, url: putBelow(root.site, path), moved: pageKey(path).normalize("NFC") !== key };
  });
}

async function readRoot(site: Site, { resolve }: Manifest): Promise<PageIndex> {
  return site.indexFile<PageIndex>(requirePart(resolve, "resolve"));
}

/** The key in the index; null for an address of another site. */
function keyOf(asked: string, base: URL): string | null {
  // A URL silently drops control characters at its ends.
  if (/\p{Cc}/u.test(asked)) return null;
  const url = URL.parse(asked, base);
  // The scheme does not matter, and an invalid address is not a page.
  return url === null || url.host !== base.host ? null : pageKey(url.pathname).normalize("NFC");
}

async function find(site: Site, { parts }: PageIndex, key: string): Promise<PageRecord | undefined> {
  const after = parts.findIndex(([first]) => first > key);
  const [, name] = parts[(after < 0 ? parts.length : after) - 1] ?? [];
  if (name === undefined) return undefined;
  const part = await site.indexFile<Part>(name);
  return Object.hasOwn(part, key) ? part[key] : undefined;
}

async function findUnlisted(site: Site, root: PageIndex, key: string): Promise<PageRecord | undefined> {
  const sealed = await find(site, root, `~${await slugKeyOf(key)}`);
  return typeof sealed === "string" ? unseal(sealed, key) : undefined;
}

async function unseal(sealed: string, key: string): Promise<PageRecord> {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  for (let block = 0; block * BLOCK_BYTES < bytes.length; block += 1) {
    const mask = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${key}\n${block}`)));
    for (const [at, byte] of mask.entries()) bytes[block * BLOCK_BYTES + at] = (bytes[block * BLOCK_BYTES + at] ?? 0) ^ byte;
  }
  return JSON.parse(new TextDecoder().decode(bytes));
}

const BLOCK_BYTES = 32;

function read(record: PageRecord, key: string, { kinds }: PageIndex): readonly [kind: string, slug: string, path: string] {
  const [number, slug, path] = Array.isArray(record) ? record : [Number(record)];
  const [kind, ending] = requirePart(kinds[number], "kinds");
  return [kind, slug ?? key.slice(key.lastIndexOf("/") + 1), path ?? key + ending];
}
