import { pageKey } from "../../contract/page-key.ts";
import { CACHE_CONTROL, fileOfPath } from "../../contract/paths.ts";
import type { RedirectList } from "../../contract/schemas/list.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import type { ReadFile } from "../../edge/read-file.ts";

/** Relative to the out folder: former paths of pages with their current ones. */
export const REDIRECTS_FILE = fileOfPath("/redirects");

export interface FormerPageOptions {
  readonly read: ReadFile;
  /**
   * Path of the site. It is missing from request paths here, but is part of the paths that the
   * build wrote.
   */
  readonly base: string;
  /**
   * How long the file is cached, in milliseconds. With 0, it is read each time, and parsed if it
   * has changed.
   */
  readonly maxAgeMs: number;
  readonly clock?: () => number;
}

/** Redirects requests for former pages; null for all other requests. */
export function createFormerPages({
  read,
  base,
  maxAgeMs,
  clock = Date.now,
}: FormerPageOptions): (request: Request) => Promise<Response | null> {
  let cache: { readonly at: number; readonly text: string; readonly pages: ReadonlyMap<string, string> } | null = null;
  const open = async (): Promise<ReadonlyMap<string, string>> => {
    if (cache !== null && clock() - cache.at < maxAgeMs) return cache.pages;
    const at = clock();
    const bytes = await read(REDIRECTS_FILE);
    const text = bytes === null ? NO_REDIRECTS : new TextDecoder().decode(bytes);
    const pages = cache?.text === text ? cache.pages : readRedirects(text);
    cache = { at, text, pages };
    return pages;
  };
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return null;
    const { pathname, search } = new URL(request.url);
    const to = (await open()).get(pageKey(putBelow(base, pathname)));
    if (to === undefined) return null;
    return new Response(null, { status: 301, headers: { Location: to + search, "Cache-Control": CACHE_CONTROL.document } });
  };
}

const NO_REDIRECTS = '{"items":[]}';

function readRedirects(text: string): ReadonlyMap<string, string> {
  const { items }: RedirectList = JSON.parse(text);
  return new Map(items.map(({ from, to }) => [pageKey(from), to]));
}
