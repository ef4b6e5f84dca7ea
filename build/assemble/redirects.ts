import type { RedirectList } from "../../contract/schemas/list.ts";
import type { Paged } from "../kinds/entry.ts";
import { compareText } from "../shared/diagnostics.ts";

/** Where the former pages of documents are now, by their former paths. */
export function toRedirects(entries: readonly (Omit<Paged, "page"> & { readonly page: string | null })[]): RedirectList["items"] {
  return entries
    .flatMap(({ page, formerPages }) => (page === null ? [] : formerPages.map((from) => ({ from, to: page }))))
    .sort((a, b) => compareText(a.from, b.from));
}
