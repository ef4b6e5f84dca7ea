import { MANIFEST_FILE } from "../../contract/paths.ts";
import { toSupportedTimeZone } from "../../contract/query/time-zone.ts";
import type { DistFiles } from "./dist-files.ts";

/** Data of the page at `/`, all read from dist. */
export interface LandingData {
  readonly name: string;
  readonly tagline: string | null;
  readonly language: string;
  /** All kinds with a list, including the site's own. */
  readonly kinds: readonly LandingKind[];
  readonly latest: readonly LatestPost[];
  /** Feeds and similar files that are not turned off. */
  readonly rootFiles: readonly (readonly [path: string, label: string])[];
  readonly postsAsMarkdown: boolean;
  /** Real values for the links, because a working path is better than a pattern. */
  readonly samples: {
    readonly post: string | null;
    readonly series: string | null;
    readonly service: string | null;
    readonly tag: string | null;
    readonly word: string | null;
  };
}

interface LandingKind {
  readonly name: string;
  readonly one: string;
  readonly many: string;
  readonly count: number;
  /** Slug of its first document; null if it has no documents. */
  readonly sample: string | null;
}

interface LatestPost {
  readonly slug: string;
  readonly title: string;
  readonly publishedAt: string | null;
  /** Its day in the site's time zone, `2026-01-31`; null without publishedAt. */
  readonly publishedOn: string | null;
}

/**
 * Existing files outside the API that people read or subscribe to, with their names on the page.
 */
const ROOT_PAGES: readonly (readonly [path: string, label: string])[] = [
  ["/feed.xml", "Feed"],
  ["/feed.json", "JSON Feed"],
  ["/sitemap.xml", "Sitemap"],
  ["/robots.txt", "Robots"],
  ["/llms.txt", "llms.txt"],
  ["/llms-full.txt", "llms-full.txt"],
];

/** Reads the data of the page; null if there is no finished build. */
export async function readLandingData(files: DistFiles): Promise<LandingData | null> {
  const [manifest, settings, posts] = await Promise.all([
    readObject(files, MANIFEST_FILE),
    readObject(files, "api/v1/site-settings.json"),
    readObject(files, "api/v1/posts.json"),
  ]);
  if (manifest === null || settings === null) return null;
  const items = arrayOf(posts?.items);
  const readSample = async (name: string): Promise<string | null> => {
    const found = await readObject(files, `api/v1/${name}.json`);
    return textOf(arrayOf(found?.items)[0]?.slug);
  };
  const kinds = arrayOf((await readObject(files, "api/v1/kinds.json"))?.items);
  const isThere = await Promise.all(ROOT_PAGES.map(async ([path]) => (await files.find(path.slice(1))) !== null));
  const first = items[0];
  const toDay = createLocalDay(toSupportedTimeZone(textOf(toObject(manifest.site)?.timeZone)));
  const withSeries = items.map((item) => toObject(item.series)).find((series) => series !== null);
  return {
    name: textOf(settings.name) ?? "Octavo",
    tagline: textOf(settings.tagline),
    language: textOf(settings.language) ?? "en",
    kinds: await Promise.all(kinds.map((kind) => toLandingKind(kind, readSample))),
    latest: items.slice(0, 5).map((item) => {
      const publishedAt = textOf(item.publishedAt);
      return {
        slug: textOf(item.slug) ?? "",
        title: textOf(item.title) ?? "",
        publishedAt,
        publishedOn: publishedAt === null ? null : toDay(publishedAt),
      };
    }),
    rootFiles: ROOT_PAGES.filter((_, index) => isThere[index]),
    postsAsMarkdown: manifest.postsAsMarkdown === true,
    samples: {
      post: textOf(first?.slug),
      series: textOf(withSeries?.slug),
      service: await readSample("services"),
      tag: textOf(arrayOf(first?.tags)[0]?.slug),
      word: longestWord(textOf(first?.title)),
    },
  };
}

/** The calendar day of an instant in a time zone. */
function createLocalDay(timeZone: string): (instant: string) => string | null {
  const day = { year: "numeric", month: "2-digit", day: "2-digit", calendar: "iso8601", numberingSystem: "latn" } as const;
  const format = new Intl.DateTimeFormat("en", { ...day, timeZone });
  return (instant) => {
    const ms = Date.parse(instant);
    if (Number.isNaN(ms)) return null;
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    return `${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
  };
}

async function toLandingKind(
  { name, words, count }: Readonly<Record<string, unknown>>,
  readSample: (name: string) => Promise<string | null>,
): Promise<LandingKind> {
  const value = textOf(name) ?? "";
  const { one, many } = toObject(words) ?? {};
  return {
    ...{ name: value, one: textOf(one) ?? value, many: textOf(many) ?? value },
    count: typeof count === "number" ? count : 0,
    sample: await readSample(value),
  };
}

function longestWord(title: string | null): string | null {
  const words = title?.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.reduce<string | null>((longest, word) => (word.length > (longest ?? "").length ? word : longest), null);
}

async function readObject(files: DistFiles, name: string): Promise<Record<string, unknown> | null> {
  const bytes = await files.read(name);
  if (bytes === null) return null;
  try {
    return toObject(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

function toObject(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function arrayOf(value: unknown): Record<string, unknown>[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.map(toObject).filter((item) => item !== null);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
