import { readPagePath } from "../build/kinds/addresses/page-path.ts";
import { toTagSlug } from "../build/shared/slugs.ts";
import type { ImportedEntry } from "./imported-entry.ts";

/**
 * An entry without values that no build accepts: reserved addresses, and names that consist of
 * signs. `left` is called for each.
 */
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
