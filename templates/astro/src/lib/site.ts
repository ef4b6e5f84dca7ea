import { existsSync, readdirSync } from "node:fs";
import type { SiteSettings } from "octavo-client";
import { openSite } from "octavo-client/astro";

/** The API: of `octavo dev` while you write, of dist-octavo in a build. */
export const client = openSite();

/** Settings are asked for on every page: in a build once is enough. */
let built: Promise<SiteSettings> | null = null;

export function readSettings(): Promise<SiteSettings> {
  if (import.meta.env.DEV) return client.site.settings();
  built ??= client.site.settings();
  return built;
}

/** No list names unlisted posts; their files are there. */
export function findUnlisted(): string[] {
  const folder = "dist-octavo/api/v1/posts";
  if (import.meta.env.DEV || !existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
}

/** The path of an absolute address: where the page of a document is. */
export function toPath(url: string): string {
  return new URL(url).pathname;
}

/** The parameter of a catch-all route for a page. */
export function toParam(url: string): string {
  return decodeURI(toPath(url)).replace(/^\/|\/$/g, "");
}

/** Addresses of the site itself without its origin: previews show their own pages and pictures. Within tags alone, never in text. */
export function toLocal(html: string | null, origin: string): string {
  const local = (html ?? "").replace(/<(?:a|img|source|video|audio)\b[^>]*>/g, (tag) => tag.replaceAll(`${origin}/`, "/"));
  // Code that is wider than a phone is scrolled, by the keyboard too.
  return local.replace(/<pre\b/g, '<pre tabindex="0"');
}

export function toLocalUrl(url: string, origin: string): string {
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

export function formatDay(instant: string | null, { language, timeZone }: SiteSettings): string {
  if (instant === null) return "";
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(new Date(instant));
}

/** `2025`, `2025-02` and `2025-02-03`, as books and projects know their days. */
export function formatPartialDay(day: string | null, { language }: SiteSettings): string {
  if (day === null) return "";
  const [year, month, date] = day.split("-").map(Number);
  const parts: Intl.DateTimeFormatOptions =
    date !== undefined ? { dateStyle: "long" } : month !== undefined ? { month: "long", year: "numeric" } : { year: "numeric" };
  return new Intl.DateTimeFormat(language, { ...parts, timeZone: "UTC" }).format(
    new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date ?? 1)),
  );
}
