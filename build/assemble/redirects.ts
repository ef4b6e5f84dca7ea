import { pageKey } from "../../contract/page-key.ts";
import type { RedirectList } from "../../contract/schemas/list.ts";
import { compareText } from "../shared/diagnostics.ts";
import type { SitePage } from "./groups/site-pages.ts";

/**
 * Redirects from the former pages of listed documents, sorted by path.
 * @param groupPages pages of tags and other groups, which are never redirected
 */
export function toRedirects(pages: readonly SitePage[], groupPages: readonly { readonly path: string }[]): RedirectList["items"] {
  const taken = new Set(groupPages.map(({ path }) => pageKey(path)));
  return pages
    .flatMap(({ path, former, listed }) => (listed ? former.map((from) => ({ from, to: path })) : []))
    .filter(({ from }) => !taken.has(pageKey(from)))
    .sort((a, b) => compareText(a.from, b.from));
}
