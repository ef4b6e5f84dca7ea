import { readInstant, toLocalTime } from "../../build/shared/dates.ts";
import { firstFew } from "../../build/shared/diagnostics.ts";
import { isTimeZone } from "../../contract/query/time-zone.ts";
import { plural } from "../build/result-text.ts";
import type { FormerSite } from "./former-site.ts";
import type { PostKeys } from "./posts/post-keys.ts";

/** Adds the findings about keys of the posts to a site's warnings and notes. */
export function addFindings(
  keys: PostKeys,
  site: FormerSite,
  { timeZone, warnings }: { readonly timeZone: string | null; readonly warnings: readonly string[] },
): Required<Pick<FormerSite, "warnings" | "notes">> {
  return {
    warnings: [...(site.warnings ?? []), ...warnings, ...warnOfPermalinks(keys, site), ...warnOfDays(keys, site, timeZone ?? "UTC")],
    notes: [...site.notes, ...noteOfMeanings(keys, site), ...noteOfUnlisted(keys, site), ...noteOfDates(keys)],
  };
}

/** Lists the names of our fields that mean something else in these posts. */
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
    `permalink of ${count} is not used but kept in extra, because not all values are paths: remove names: { posts: { permalink: "" } } from octavo.config.ts, and octavo check lists the ones that are not paths`,
  ];
}

/** A date that states its offset. */
const WITH_OFFSET = /^(\d{4}-\d{2}-\d{2})[T ]\d.*(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Warns of posts whose old addresses contain the day at the offset of their dates, if that day
 * differs in the site's time zone, which our addresses use.
 */
function warnOfDays({ named }: PostKeys, { datesInOwnOffset = false, pages }: FormerSite, timeZone: string): readonly string[] {
  if (!datesInOwnOffset || !isTimeZone(timeZone) || !/\{(?:year|month|day|i_month|i_day|date:)/.test(pages ?? "")) return [];
  const found = [...named].flatMap(([file, { date, url }]) => {
    const [, day] = WITH_OFFSET.exec(date) ?? [];
    const instant = day === undefined || url !== "" ? null : readInstant(date, timeZone);
    const here = instant?.ok === true ? toLocalTime(Date.parse(instant.value), timeZone).slice(0, 10) : day;
    return here === day ? [] : [`${file} (${day}, here ${here})`];
  });
  if (found.length === 0) return [];
  const what = found.length === 1 ? "1 post states" : `${found.length} posts state`;
  return [
    `${what} an offset at which the day differs from the day in ${timeZone}, so the address changes: ${firstFew(found, SHOWN_MAX)}. Add permalink: to keep it`,
  ];
}

const SHOWN_MAX = 3;

function noteOfDates({ dateKey }: PostKeys): readonly string[] {
  return dateKey === null ? [] : [`posts have no date under a common name: ${dateKey} is used as publishedAt`];
}

/** Keys with which a generator excludes posts from lists. */
function noteOfUnlisted({ uses }: PostKeys, { names = {} }: FormerSite): readonly string[] {
  const used = Object.keys(names).filter((key) => names[key] === "unlisted" && uses.has(key));
  return used.map((key) => `posts with ${key}: true have pages, but are in no list, feed or search (${key} means unlisted)`);
}
