import { readInstant } from "../../build/shared/dates.ts";
import { escapeHtml } from "../../contract/text/escape-html.ts";
import { toLine, toPlainText } from "../body/html-text.ts";
import type { ImportedEntry } from "../imported-entry.ts";
import { type GhostRow, isOn, textOf } from "./ghost-tables.ts";

/** Rows of other tables that a post needs. */
export interface GhostRelations {
  readonly tags: readonly GhostRow[];
  /** Slugs. */
  readonly authors: readonly string[];
  readonly meta: GhostRow | undefined;
  /** The pattern of addresses: `/:slug/`. */
  readonly permalinks: string;
}

/** Why only the author or some readers may see a post; null if it is public. */
function findWithheld(row: GhostRow, meta: GhostRow | undefined): string | null {
  const status = textOf(row, "status");
  if (status === "sent" || isOn(meta, "email_only") || isOn(row, "email_only")) return "sent only by email";
  if (status !== "published" && status !== "scheduled") return toLine(status) || "without a status";
  const { visibility = null } = row;
  // An unknown value also means that only some readers may see it.
  return visibility === null || visibility === "public" ? null : toLine(textOf(row, "visibility")) || "members";
}

/** A post or page as in the export. */
export function toGhostEntry(
  row: GhostRow,
  { tags, authors, meta, permalinks }: GhostRelations,
  report: (what: string) => void,
): ImportedEntry {
  const withheld = findWithheld(row, meta);
  const publishedAt = toInstant(row.published_at) ?? (withheld === null ? toInstant(row.created_at) : null);
  const slug = textOf(row, "slug");
  const image = textOf(row, "feature_image");
  const alt = textOf(meta, "feature_image_alt") || textOf(row, "feature_image_alt");
  const named = tags.filter((tag) => textOf(tag, "visibility") !== "internal" && !textOf(tag, "name").startsWith("#"));
  if (named.length < tags.length) report("internal tags");
  for (const column of ["codeinjection_head", "codeinjection_foot"])
    if (textOf(row, column).trim() !== "") report("code injection: removed");
  return {
    kind: textOf(row, "type") === "page" || isOn(row, "page") ? "pages" : "posts",
    id: textOf(row, "id"),
    name: slug,
    title: toLine(textOf(row, "title")),
    withheld,
    html: readBody(row, report),
    hasBareLines: false,
    publishedAt,
    updatedAt: toInstant(row.updated_at),
    tags: [...new Set(named.map((tag) => toLine(textOf(tag, "name"))))].filter((name) => name !== ""),
    categories: [],
    authors,
    excerpt: toPlainText(textOf(row, "custom_excerpt")) || null,
    cover: image === "" ? null : { address: withoutGhostUrl(image), alt: alt === "" ? null : toLine(alt) },
    permalink: toPermalink(permalinks, slug, publishedAt),
    redirectFrom: [],
    featured: isOn(row, "featured"),
    commentsClosed: false,
    canonicalUrl: toWebAddress(textOf(row, "canonical_url") || textOf(meta, "canonical_url")),
  };
}

function readBody(row: GhostRow, report: (what: string) => void): string {
  const html = textOf(row, "html");
  if (html !== "") return resolveGhostHtml(html, report);
  const plain = textOf(row, "plaintext");
  if (plain === "" && textOf(row, "lexical") === "" && textOf(row, "mobiledoc") === "") return "";
  report("posts without HTML in the export: imported as plain text");
  return plain
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join("\n");
}

/** `2021-05-01T10:00:00.000Z`, `2015-01-01 10:00:00` or milliseconds, all in UTC. */
function toInstant(value: unknown): string | null {
  const text = typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 8e15 ? new Date(value).toISOString() : value;
  if (typeof text !== "string") return null;
  const result = readInstant(text, "UTC");
  return result.ok ? result.value.replace(".000Z", "Z") : null;
}

function toPermalink(pattern: string, slug: string, publishedAt: string | null): string | null {
  const [year = "", month = "", day = ""] = publishedAt?.slice(0, 10).split("-") ?? [];
  const filled = pattern.replace(":slug", encodeURIComponent(slug)).replace(":year", year).replace(":month", month).replace(":day", day);
  return /^[a-z0-9_-]/i.test(slug) && /^(?:\/[\w%.~-]+)+\/?$/.test(filled) && !filled.includes("..") ? filled : null;
}

export function toWebAddress(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Placeholder for the site's address in exports. */
const SITE_MARK = "__GHOST_URL__";
/**
 * Parts of a public post that only some readers see. An unclosed part extends to the end of the
 * post.
 */
const GATED = /<!--\s*kg-gated-block:begin((?:(?!<!--)[^>])*)-->([\s\S]*?)(?:<!--\s*kg-gated-block:end\s*-->|$)/g;

/** An address without the site's own part: `/content/images/2021/05/heron.jpg`. */
function withoutGhostUrl(text: string): string {
  return text.replaceAll(SITE_MARK, "");
}

/** The HTML that everybody sees. `report` is called for parts that only some readers see. */
function resolveGhostHtml(html: string, report: (what: string) => void): string {
  const open = html.replace(GATED, (_whole, rule: string, inner: string) => {
    if (/\bnonMember:\s*"?true\b/.test(rule)) return inner;
    report("parts of posts for members only: removed");
    return "";
  });
  return withoutGhostUrl(open);
}
