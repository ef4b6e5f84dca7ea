import type { RedirectList } from "../../contract/schemas/list.ts";
import { compareText } from "../shared/diagnostics.ts";
import type { SitePage } from "./site-pages.ts";

/** Where the former pages of listed documents are now, by their former paths. */
export function toRedirects(pages: readonly SitePage[]): RedirectList["items"] {
  return pages
    .flatMap(({ path, former, listed }) => (listed ? former.map((from) => ({ from, to: path })) : []))
    .sort((a, b) => compareText(a.from, b.from));
}
