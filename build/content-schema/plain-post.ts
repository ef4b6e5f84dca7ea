import type { z } from "zod";
import { isMapping, Numeral } from "../data-node.ts";
import { readInstant } from "../dates.ts";
import { isSlug } from "../slugs.ts";
import type { CollectionSchemas } from "./collections.ts";

/*
 * Most posts say a title, dates, tags and a series, each as it should be. Those are read here by hand, to the values that the schema gives, in a twentieth of the
 * time and without zod; everything else (another field, a value that is not plain, a mistake) is left to the schema.
 */

export type PostValues = z.infer<CollectionSchemas["posts"]>;

const SERIES_POSITION_MAX = 100_000;
/** What this reads; of the schema's other fields none is there. */
const READ = ["title", "slug", "draft", "type", "excerpt", "publishedAt", "updatedAt", "tags", "series", "featured", "commentsOpen"];
/** Says: this is for the schema. */
const LEFT = Symbol("left to the schema");
type Left = typeof LEFT;

/**
 * Values of a post's front matter with the API's names.
 * @param timeZone dates without an offset are read in it
 * @returns null: the schema is to read it
 */
export function readPlainPost(fields: unknown, timeZone: string): PostValues | null {
  if (!isMapping(fields) || !Object.keys(fields).every((name) => READ.includes(name))) return null;
  const title = readText(fields.title);
  const slug = readText(fields.slug);
  const type = fields.type === undefined || fields.type === "TEXT" ? (fields.type ?? null) : LEFT;
  const excerpt = readText(fields.excerpt);
  const publishedAt = readDate(fields.publishedAt, timeZone);
  const updatedAt = readDate(fields.updatedAt, timeZone);
  const tags = readTags(fields.tags);
  const series = readSeries(fields.series);
  const draft = readFlag(fields.draft);
  const featured = readFlag(fields.featured);
  const commentsOpen = readFlag(fields.commentsOpen);
  if (title === LEFT || title === null || slug === LEFT || (slug !== null && !isSlug(slug)) || type === LEFT || excerpt === LEFT)
    return null;
  if (publishedAt === LEFT || updatedAt === LEFT || tags === LEFT || series === LEFT) return null;
  if (draft === LEFT || featured === LEFT || commentsOpen === LEFT) return null;
  return {
    title,
    slug,
    draft: draft ?? false,
    type,
    excerpt,
    publishedAt,
    updatedAt,
    tags,
    series,
    aliases: [],
    cover: null,
    images: [],
    video: null,
    language: null,
    featured: featured ?? false,
    commentsOpen,
    canonicalUrl: null,
    author: null,
  };
}

/** null: nothing is said. */
function readText(value: unknown): string | null | Left {
  if (value === undefined || value === null) return null;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : LEFT;
}

function readDate(value: unknown, timeZone: string): string | null | Left {
  const written = readText(value);
  if (written === LEFT || written === null) return written;
  const result = readInstant(written, timeZone);
  return result.ok ? result.value : LEFT;
}

function readFlag(value: unknown): boolean | null | Left {
  if (value === undefined || value === null) return null;
  return typeof value === "boolean" ? value : LEFT;
}

function readTags(value: unknown): string[] | Left {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return LEFT;
  const tags: string[] = [];
  for (const item of value) {
    const tag = readText(item);
    if (tag === LEFT || tag === null) return LEFT;
    tags.push(tag);
  }
  return tags;
}

function readSeries(value: unknown): PostValues["series"] | Left {
  if (value === undefined || value === null) return null;
  const { slug, position, ...others } = isMapping(value) ? value : { slug: value };
  const name = readText(slug);
  if (name === LEFT || name === null || !isSlug(name) || Object.keys(others).length > 0) return LEFT;
  if (position === undefined || position === null) return { slug: name, position: null };
  const isPlace =
    position instanceof Numeral && Number.isSafeInteger(position.value) && position.value >= 1 && position.value <= SERIES_POSITION_MAX;
  return isPlace ? { slug: name, position: position.value } : LEFT;
}
