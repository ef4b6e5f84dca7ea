import { formatOffset } from "../../../build/shared/dates.ts";
import { isTimeZone } from "../../../contract/query/time-zone.ts";
import type { PostTexts } from "./post-keys.ts";

export interface GuessedTimeZone {
  readonly name: string;
  /** `the dates of posts (+01:00, +02:00)` */
  readonly source: string;
}

/** Zones by their offsets over a year, in minutes. */
const BY_OFFSETS: ReadonlyMap<string, string> = new Map([
  ["0,60", "Europe/London"],
  ["60,120", "Europe/Berlin"],
  ["120,180", "Europe/Helsinki"],
  ["-300,-240", "America/New_York"],
  ["-360,-300", "America/Chicago"],
  ["-420,-360", "America/Denver"],
  ["-480,-420", "America/Los_Angeles"],
  ["600,660", "Australia/Sydney"],
  ["720,780", "Pacific/Auckland"],
  ["330", "Asia/Kolkata"],
]);
/** Zones by language, with their constant offset. */
const BY_LANGUAGE: Readonly<Record<string, readonly [zone: string, offset: number]>> = {
  zh: ["Asia/Shanghai", 480],
  "zh-tw": ["Asia/Taipei", 480],
  "zh-hk": ["Asia/Hong_Kong", 480],
  ja: ["Asia/Tokyo", 540],
  ko: ["Asia/Seoul", 540],
};
/** Letters found only in one language's titles, least ambiguous first: Japanese also uses Han. */
const SCRIPTS: readonly (readonly [language: string, letter: RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ko", /\p{Script=Hangul}/u],
  ["zh", /\p{Script=Han}/u],
];

/**
 * Guesses the time zone from offsets in dates, or else from the language. Null if neither helps.
 * @param buildZone zone of the old addresses if dates state offsets; null to use the zone of the
 * offsets
 */
export function guessTimeZone(
  posts: readonly PostTexts[],
  language: string | null,
  buildZone: GuessedTimeZone | null = null,
): GuessedTimeZone | null {
  const dated = posts.filter(({ date }) => /\d:\d/.test(date));
  const stated = dated.flatMap(({ date }) => readOffset(date) ?? []);
  if (stated.length > 0 && buildZone !== null) return buildZone;
  const region = regionOf(posts, language);
  if (stated.length > 0 && stated.length * 2 >= dated.length) {
    const offsets = [...new Set(stated)].sort((a, b) => a - b);
    const name = zoneOf(offsets, region);
    return name === null ? null : { name, source: `the dates of posts (${offsets.map(formatOffset).join(", ")})` };
  }
  // A date that ends in Z is an instant and needs no zone.
  if (region === null || dated.some(({ date }) => /Z$/.test(date))) return null;
  return { name: region.zone, source: region.source };
}

interface Region {
  readonly zone: string;
  readonly offset: number;
  readonly source: string;
}

function regionOf(posts: readonly PostTexts[], language: string | null): Region | null {
  const tag = language?.toLowerCase().replaceAll("_", "-") ?? "";
  const ofTag = BY_LANGUAGE[tag] ?? BY_LANGUAGE[tag.split("-")[0] ?? ""];
  if (ofTag !== undefined) return { zone: ofTag[0], offset: ofTag[1], source: `the language ${language}` };
  const found = SCRIPTS.find(([, letter]) => posts.filter(({ title }) => letter.test(title)).length * 3 > posts.length);
  const [zone, offset] = BY_LANGUAGE[found?.[0] ?? ""] ?? [];
  return zone === undefined || offset === undefined ? null : { zone, offset, source: `the script of the titles (${found?.[0]})` };
}

function zoneOf(offsets: readonly number[], region: Region | null): string | null {
  const [first = 0] = offsets;
  if (offsets.length === 1 && region?.offset === first) return region.zone;
  const zone = BY_OFFSETS.get(offsets.join(","));
  if (zone !== undefined) return zone;
  if (offsets.length > 1) return null;
  // The sign in these names is reversed: Etc/GMT-8 is east of Greenwich.
  const name = first === 0 ? "UTC" : `Etc/GMT${first > 0 ? "-" : "+"}${Math.abs(first) / 60}`;
  return isTimeZone(name) ? name : null;
}

/** Minutes east of Greenwich; null if the date states no offset. */
function readOffset(date: string): number | null {
  const [, sign, hours = "", minutes = "0"] = /:\d{2}(?:\.\d+)? ?([+-])(\d{2}):?(\d{2})?$/.exec(date) ?? [];
  return sign === undefined ? null : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
