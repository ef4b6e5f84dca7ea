import { CACHE_CONTROL } from "../../contract/paths.ts";

/** Redirects to a page's canonical address, and keeps the query. */
export function redirectToPage(path: string, { url }: Request): Response {
  return new Response(null, { status: 301, headers: { Location: path + new URL(url).search, "Cache-Control": CACHE_CONTROL.document } });
}
