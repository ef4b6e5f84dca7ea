import { readPagePath } from "../build/kinds/addresses/page-path.ts";
import { toTagSlug } from "../build/shared/slugs.ts";
import type { ImportedEntry } from "./imported-entry.ts";

/** An entry without what no build would take: addresses that no page may have, and names of nothing but signs. `left` hears of each. */
export function toAcceptedEntry(entry: ImportedEntry, left: (what: string) => void): ImportedEntry {
  const keepPath = (path: string): boolean => {
    const reading = readPagePath(path);
    if (!reading.ok) left("addresses of pages that cannot stay as they were");
    return reading.ok;
  };
  const keepName = (name: string): boolean => {
    if (toTagSlug(name) !== "") return true;
    left("tags and categories without letters or numbers");
    return false;
  };
  return {
    ...entry,
    permalink: entry.permalink !== null && keepPath(entry.permalink) ? entry.permalink : null,
    redirectFrom: entry.redirectFrom.filter(keepPath),
    tags: entry.tags.filter(keepName),
    categories: entry.categories.filter(keepName),
  };
}
