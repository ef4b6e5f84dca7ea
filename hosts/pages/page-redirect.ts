import { CACHE_CONTROL } from "../../contract/paths.ts";

/** A page has one address; the query is kept. */
export function redirectToPage(path: string, { url }: Request): Response {
  return new Response(null, { status: 301, headers: { Location: path + new URL(url).search, "Cache-Control": CACHE_CONTROL.document } });
}
