import { formatOffset, readLocalDateTime } from "../../build/shared/dates.ts";
import { decodePercent } from "../../contract/text/decode-percent.ts";
import { toLine, toPlainText } from "../body/html-text.ts";
import type { ImportedEntry } from "../imported-entry.ts";
import type { WxrItem } from "./wxr-reader.ts";

/** Parts of the export that posts refer to. */
export interface WordPressIndex {
  /** Files of the media library, by id. */
  readonly attachments: ReadonlyMap<string, { readonly address: string; readonly alt: string | null }>;
  /** Slugs of authors by login. */
  readonly authorSlugs: ReadonlyMap<string, string>;
}

const PUBLIC: ReadonlySet<string> = new Set(["publish", "future"]);
/** If found in the body or in the post's fields, only some readers may see the post. */
const PAYWALL_BLOCK = /<!--\s+wp:(?:jetpack\/(?:paywall|premium-content)|memberpress|restrict-content|woocommerce-memberships)/;
const PAYWALL_SHORTCODE =
  /\[(?:restrict|member(?:s|ship)?|members?[-_]only|private|protected?|paywall|subscribers?(?:[-_]only)?|mepr-\w+|pms-restrict|wcm_restrict|s2If|um_loggedin|ihc-hide-content|wlm_private\w*)(?=[\s\]/])/i;

/** Why only the author or some readers may see a post; null if it is public. */
function findWithheld(item: WxrItem): string | null {
  const status = item.fields.get("wp:status") ?? "";
  if (!PUBLIC.has(status)) return toLine(status) || "without a status";
  if ((item.fields.get("wp:post_password") ?? "") !== "") return "password";
  const access = item.meta.get("_jetpack_newsletter_access") ?? "";
  if (access !== "" && access !== "everybody") return "members";
  const html = item.fields.get("content:encoded") ?? "";
  return PAYWALL_BLOCK.test(html) || PAYWALL_SHORTCODE.test(html) ? "members" : null;
}

/** A post or page as in the export. */
export function toWordPressEntry(item: WxrItem, index: WordPressIndex): ImportedEntry {
  const field = (name: string): string => item.fields.get(name) ?? "";
  const withheld = findWithheld(item);
  const isUndated = withheld !== null && toWordPressDate("", field("wp:post_date_gmt")) === null;
  const publishedAt = isUndated ? null : toWordPressDate(field("wp:post_date"), field("wp:post_date_gmt"));
  const permalink = toPermalink(field("link"));
  const author = index.authorSlugs.get(field("dc:creator"));
  return {
    kind: field("wp:post_type") === "page" ? "pages" : "posts",
    id: toLine(field("wp:post_id")),
    // Names in other letters are percent-encoded.
    name: decodePercent(field("wp:post_name")) ?? field("wp:post_name"),
    title: toPlainText(field("title")),
    withheld,
    html: field("content:encoded"),
    hasBareLines: !/<!--\s+wp:/.test(field("content:encoded")),
    publishedAt,
    updatedAt: toWordPressDate(field("wp:post_modified"), field("wp:post_modified_gmt")),
    tags: namesOf(item, "post_tag"),
    // WordPress puts everything without a category into this one.
    categories: namesOf(item, "category").filter((name) => name !== "Uncategorized"),
    authors: author === undefined ? [] : [author],
    excerpt: toPlainText(field("excerpt:encoded")) || null,
    cover: index.attachments.get(item.meta.get("_thumbnail_id") ?? "") ?? null,
    permalink,
    redirectFrom: toFormerPaths(permalink, field("wp:post_name"), item.meta.get("_wp_old_slug")),
    featured: field("wp:is_sticky") === "1",
    commentsClosed: field("wp:comment_status") === "closed",
    canonicalUrl: null,
  };
}

function namesOf({ terms }: WxrItem, domain: string): string[] {
  const names = terms.filter((term) => term.domain === domain).map(({ name }) => toPlainText(name));
  return [...new Set(names)].filter((name) => name !== "");
}

/** The path of a page's address. Drafts (`/?p=12`) have none. */
function toPermalink(link: string): string | null {
  const url = URL.parse(link);
  if (url === null || url.search !== "" || url.pathname === "/" || /\/\/|%0|%1|%7f|%2f|%5c/i.test(url.pathname)) return null;
  return url.pathname;
}

function toFormerPaths(permalink: string | null, name: string, oldSlug: string | undefined): string[] {
  if (permalink === null || oldSlug === undefined || oldSlug === "" || name === "" || /[/?#\s]/.test(oldSlug)) return [];
  const end = permalink.toLowerCase().lastIndexOf(name.toLowerCase());
  if (end <= 0) return [];
  const path = URL.parse(`${permalink.slice(0, end)}${oldSlug}${permalink.slice(end + name.length)}`, "https://site.example")?.pathname;
  return path === undefined || path === permalink ? [] : [path];
}

/** Minutes. No time zone is further from UTC. */
const OFFSET_MAX = 14 * 60;

/**
 * A date from WordPress: the site's local time (`2019-05-31 23:30:00`), with the offset derived
 * from the same date in UTC. `0000-00-00 00:00:00` means none. Without a UTC date, the local time
 * is read in the site's zone.
 */
function toWordPressDate(local: string, utc: string): string | null {
  const shown = toEpoch(local);
  const instant = toEpoch(utc);
  if (instant === null) return shown === null ? null : toIso(shown);
  const minutes = shown === null ? 0 : (shown - instant) / 60_000;
  if (minutes === 0 || !Number.isInteger(minutes) || Math.abs(minutes) > OFFSET_MAX) return `${toIso(instant)}Z`;
  return `${toIso(instant + minutes * 60_000)}${formatOffset(minutes)}`;
}

function toEpoch(text: string): number | null {
  const read = readLocalDateTime(text);
  return read.ok ? Date.parse(`${read.value}Z`) : null;
}

function toIso(epoch: number): string {
  return new Date(epoch).toISOString().slice(0, 19);
}
