import { existsSync, readdirSync } from "node:fs";
import type { Image, PostSummary, SiteSettings } from "octavo-client";
import { openSite } from "octavo-client/astro";
import { changeTags } from "./change-tags.ts";

/** The API: from `octavo dev` while you write, from dist-octavo in a build. */
export const client = openSite();

/** Every page needs the settings; a build reads them once. */
let built: Promise<SiteSettings> | null = null;

export function readSettings(): Promise<SiteSettings> {
  if (import.meta.env.DEV) return client.site.settings();
  built ??= client.site.settings();
  return built;
}

/** Unlisted posts are in no list, but their files exist. */
export function findUnlisted(): string[] {
  const folder = "dist-octavo/api/v1/posts";
  if (import.meta.env.DEV || !existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
}

/**
 * Path of the site, "" or `/blog`: `base` of astro.config.mjs, and the path of `url` in
 * content/site.yaml.
 */
const BASE = import.meta.env.BASE_URL.replace(/\/$/, "");

/** The link to a page of src/pages or a file of the site: `/tags`, with the base. */
export function toHref(path: string): string {
  return BASE + path;
}

/** The path of a document's page. */
export function toPath(url: string): string {
  return new URL(url).pathname;
}

/** The parameter of a catch-all route for a page. */
export function toParam(url: string): string {
  return decodeURI(toPath(url).slice(BASE.length)).replace(/^\/|\/$/g, "");
}

/**
 * Removes the site's origin from addresses in tags, so that previews show their own pages and
 * pictures. Wide code can be scrolled, even by keyboard.
 */
export function toLocal(html: string | null, origin: string): string {
  return changeTags(html ?? "", (url) => toLocalUrl(url, origin));
}

export function toLocalUrl(url: string, origin: string): string {
  return url.startsWith(`${origin}/`) ? toHref(url.slice(origin.length)) : url;
}

/**
 * The poster of a video, unless it would be loaded from another server: only Octavo's own pictures
 * have known colours.
 */
export function ownPoster(video: PostSummary["video"], { url }: SiteSettings): Image | null {
  const poster = video?.poster ?? null;
  return poster !== null && (poster.dominantColor !== null || poster.url.startsWith(`${url}/`)) ? poster : null;
}

export function formatDay(instant: string | null, { language, timeZone }: SiteSettings): string {
  if (instant === null) return "";
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(new Date(instant));
}

/**
 * Formats `2025`, `2025-02` and `2025-02-03`: some dates are only a year or a month.
 */
export function formatPartialDay(day: string | null, { language }: SiteSettings): string {
  if (day === null) return "";
  const [year, month, date] = day.split("-").map(Number);
  const parts: Intl.DateTimeFormatOptions =
    date !== undefined ? { dateStyle: "long" } : month !== undefined ? { month: "long", year: "numeric" } : { year: "numeric" };
  return new Intl.DateTimeFormat(language, { ...parts, timeZone: "UTC" }).format(
    new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date ?? 1)),
  );
}
