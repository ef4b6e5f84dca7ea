import { PAGE_GROUPS } from "../../contract/config/define-config.ts";
import { pageKey } from "../../contract/page-key.ts";
import type { RedirectList } from "../../contract/schemas/list.ts";
import { compareText } from "../shared/diagnostics.ts";
import type { SitePage } from "./site-pages.ts";

/** Where the former pages of listed documents are now, by their former paths. */
export function toRedirects(pages: readonly SitePage[]): RedirectList["items"] {
  // Pages of documents had their former paths settled with each other.
  const taken = new Set(pages.filter(({ kind }) => PAGE_GROUPS.some((group) => group === kind)).map(({ path }) => pageKey(path)));
  return pages
    .flatMap(({ path, former, listed }) => (listed ? former.map((from) => ({ from, to: path })) : []))
    .filter(({ from }) => !taken.has(pageKey(from)))
    .sort((a, b) => compareText(a.from, b.from));
}
