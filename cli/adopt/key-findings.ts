import { plural } from "../build/result-text.ts";
import type { FormerSite } from "./former-site.ts";
import type { PostKeys } from "./posts/post-keys.ts";

/** Adds the findings about keys of the posts to a site's warnings and notes. */
export function addFindings(
  keys: PostKeys,
  site: FormerSite,
  warnings: readonly string[],
): Required<Pick<FormerSite, "warnings" | "notes">> {
  return {
    warnings: [...(site.warnings ?? []), ...warnings, ...warnOfPermalinks(keys, site)],
    notes: [...site.notes, ...noteOfMeanings(keys, site), ...noteOfUnlisted(keys, site), ...noteOfDates(keys)],
  };
}

/** Fields of ours whose names these posts use for something else. */
function noteOfMeanings({ uses, otherMeanings }: PostKeys, { wikiLinks = false }: FormerSite): readonly string[] {
  const named = [...otherMeanings]
    .filter((key) => key !== "permalink" && (key !== "aliases" || !wikiLinks))
    .map((key) => `${key} (${uses.get(key) ?? 0})`);
  if (named.length === 0) return [];
  return [`keys that mean something else here are kept in extra, and set no field: ${named.join(", ")}`];
}

/**
 * Explains why `permalink` is not used as the address: one of the values is a pattern, or an
 * address elsewhere.
 */
function warnOfPermalinks({ uses, otherMeanings }: PostKeys, { names = {} }: FormerSite): readonly string[] {
  if (!otherMeanings.has("permalink") || names.permalink === "") return [];
  const count = plural(uses.get("permalink") ?? 0, "post");
  return [
    `permalink of ${count} is left aside, in extra, because not all of them are paths: take names: { posts: { permalink: "" } } out of octavo.config.ts, and octavo check names those that are no path`,
  ];
}

function noteOfDates({ dateKey }: PostKeys): readonly string[] {
  return dateKey === null ? [] : [`posts state no date under a usual name: ${dateKey} is taken for it (publishedAt)`];
}

/** Keys with which a generator leaves posts out of lists. */
function noteOfUnlisted({ uses }: PostKeys, { names = {} }: FormerSite): readonly string[] {
  const used = Object.keys(names).filter((key) => names[key] === "unlisted" && uses.has(key));
  return used.map((key) => `posts with ${key}: true have their pages, and are in no list, feed or search (${key} means unlisted)`);
}
