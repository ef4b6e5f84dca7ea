import { pageKey } from "../../contract/page-key.ts";
import type { RedirectList } from "../../contract/schemas/list.ts";
import { compareText } from "../shared/diagnostics.ts";
import type { SitePage } from "./groups/site-pages.ts";

/** Where the former pages of listed documents are now, by their former paths. @param groupPages of tags and the like: nothing is redirected from there */
export function toRedirects(pages: readonly SitePage[], groupPages: readonly { readonly path: string }[]): RedirectList["items"] {
  const taken = new Set(groupPages.map(({ path }) => pageKey(path)));
  return pages
    .flatMap(({ path, former, listed }) => (listed ? former.map((from) => ({ from, to: path })) : []))
    .filter(({ from }) => !taken.has(pageKey(from)))
    .sort((a, b) => compareText(a.from, b.from));
}
