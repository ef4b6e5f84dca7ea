import type { CollectionName } from "../../contract/config.ts";
import type { ResolvedConfig } from "../config.ts";
import { DEFAULT_NAMES } from "../content-schema/names.ts";
import { joinCoverAlt, type RenameOptions, renameFields } from "../content-schema/rename.ts";
import { chooseDate, fitsKind, readVisibility } from "../content-schema/visibility.ts";
import { DataDocument, EMPTY_MAP, fromValue, type MapEntry, type MapNode } from "../data-node.ts";
import type { FieldPath, Location } from "../diagnostics.ts";
import type { EntryBase, PictureRef, SourceFile } from "../entries.ts";
import { stripMdx } from "../mdx.ts";
import { isSlug, parseFileName } from "../slugs.ts";
import type { SourceText } from "../source-text.ts";
import type { ParseContext } from "./context.ts";
import type { RawDocument } from "./document.ts";
import { toPlace } from "./parsed-file.ts";
import { hasShortcode } from "./tally.ts";

/** A document of a collection with the API's names, and what its entry is made with. */
export interface NamedDocument {
  readonly file: SourceFile;
  readonly document: DataDocument;
  /** `2024-01-31` from the file's name. */
  readonly fileDate: string | null;
  readonly body: string;
  readonly bodyLine: number;
  readonly slug: string;
}

/** Gives a document's fields the API's names, lays it over the collection's defaults, and finds its slug ("" where there is none: reported). */
export async function nameDocument(raw: RawDocument, kind: CollectionName, context: ParseContext): Promise<NamedDocument> {
  const { config, diagnostics, elsewhere } = context;
  const { file, source } = raw;
  const written = raw.data ?? EMPTY_MAP;
  const name = parseFileName(file.relative);
  const naming: Naming = { source, hasFileDate: kind === "posts" && name.date !== null };
  const root = withDefaults(toNamed(written, kind, context, naming), kind, context, naming);
  const document = new DataDocument(source, root, elsewhere, written);
  const stated = root.entries.get("slug")?.node;
  const ownText = stated?.kind === "scalar" && stated.value !== null && stated.value !== "" ? stated.value : null;
  const slug =
    ownText === null ? name.slug : typeof ownText === "string" ? ownText.trim() : typeof ownText === "object" ? ownText.source : "";
  if (slug === "" && ownText === null && raw.data !== null) {
    const message = "the file's name gives no slug: it has no letters a-z and no digits";
    diagnostics.error(document.locate([]), { code: "bad-slug", message, hint: "write slug: in the front matter", field: ["slug"] });
  }
  if (isSlug(slug)) context.facts.claim = { slug, at: toPlace(document.locate(["slug"])) };
  if (hasShortcode(raw.body)) context.facts.shortcode();
  const body = /\.mdx$/i.test(file.relative)
    ? await stripMdx(raw.body, { file: file.path, line: raw.bodyLine, lenient: config.mdx === "lenient", diagnostics })
    : raw.body;
  return { file, document, fileDate: name.date, body, bodyLine: raw.bodyLine, slug };
}

/** Names that a collection's fields may have, the author's own first; and those that the author maps to nothing. */
export function fieldNames(kind: CollectionName, config: ResolvedConfig): NamedFields {
  const known = NAMED_FIELDS.get(config) ?? new Map<CollectionName, NamedFields>();
  NAMED_FIELDS.set(config, known);
  const fields = known.get(kind) ?? findFieldNames(kind, config);
  known.set(kind, fields);
  return fields;
}

type NamedFields = Pick<RenameOptions, "names" | "mapped" | "ignored">;

/** The same for every document of a kind. */
const NAMED_FIELDS = new WeakMap<ResolvedConfig, Map<CollectionName, NamedFields>>();

function findFieldNames(kind: CollectionName, config: ResolvedConfig): NamedFields {
  const own = Object.entries(config.frontMatter.names[kind]);
  const mapped = new Set(own.map(([name]) => name));
  const names: Record<string, string[]> = {};
  for (const [name, field] of own) if (field !== "") names[field] = [...(names[field] ?? []), name];
  for (const [field, defaults] of Object.entries(DEFAULT_NAMES[kind])) {
    names[field] = [...(names[field] ?? []), ...defaults.filter((name) => !mapped.has(name))];
  }
  return { names, mapped, ignored: own.filter(([, field]) => field === "").map(([name]) => name) };
}

interface Naming {
  readonly source: SourceText;
  readonly hasFileDate: boolean;
}

function toNamed(root: MapNode, kind: CollectionName, context: ParseContext, { source, hasFileDate }: Naming): MapNode {
  const { diagnostics, elsewhere, timeZone } = context;
  const named = fieldNames(kind, context.config);
  // Values that documents have by default are the configuration's.
  const locate = (start: number, end: number): Location => (start < 0 ? elsewhere : source.locate(start, end));
  const visible = readVisibility(root, {
    kind,
    mapped: named.mapped,
    dateNames: ["publishedAt", ...(named.names.publishedAt ?? [])],
    hasFileDate,
    report: ({ keyStart, keyEnd }, finding) => diagnostics.error(locate(keyStart, keyEnd), finding),
  });
  const renamed = renameFields(visible, { ...named, fits: fitsKind(kind), choose: chooseDate(timeZone) });
  for (const { field, taken, left, node, canonical } of renamed.conflicts) {
    const [takenName, leftName] = [taken.join("."), left.join(".")];
    if (!canonical) {
      if (node.start >= 0) context.facts.leftAside(leftName, takenName);
      continue;
    }
    const hint = `both mean ${field}: keep one`;
    diagnostics.error(locate(node.start, node.end), { code: "two-names", message: `differs from ${takenName}`, hint, field: left });
  }
  return joinCoverAlt(renamed.root, kind === "photos" ? "image" : "cover");
}

function withDefaults(root: MapNode, kind: CollectionName, context: ParseContext, naming: Naming): MapNode {
  const defaults = fromValue(context.config.frontMatter.defaults[kind]);
  if (defaults.kind !== "map" || defaults.entries.size === 0) return root;
  const entries = new Map<string, MapEntry>(toNamed(defaults, kind, context, naming).entries);
  for (const [key, entry] of root.entries) {
    if (entry.node.kind !== "scalar" || entry.node.value !== null || !entries.has(key)) entries.set(key, entry);
  }
  return { ...root, entries };
}

/** Whether and when a document is public, as its values say. */
export interface Publicity {
  readonly draft: boolean;
  readonly publishedAt: string | null;
  readonly expiresAt: string | null;
}

/** The members that all entries have. */
export function toBase(
  { file, slug, bodyLine }: NamedDocument,
  { draft, publishedAt, expiresAt }: Publicity,
): Pick<EntryBase, "slug" | "bodyLine" | keyof Publicity> {
  return { slug, bodyLine, draft: draft || isInDrafts(file), publishedAt, expiresAt };
}

export function isInDrafts(file: SourceFile): boolean {
  return file.relative.split("/").slice(0, -1).includes("_drafts");
}

/** Single documents keep no facts. */
type PictureContext = Pick<ParseContext, "diagnostics"> & Partial<Pick<ParseContext, "facts">>;

/** A picture as referred to; a missing text is a warning. */
export function toPicture(
  picture: { readonly src: string; readonly alt: string | null } | null,
  field: FieldPath,
  document: DataDocument,
  context: PictureContext,
  { needsAlt = true }: { readonly needsAlt?: boolean } = {},
): PictureRef | null {
  if (picture === null) return null;
  const written = document.written(field);
  if (picture.alt === null && needsAlt) {
    const hint = `say what it shows: { src: ${picture.src}, alt: A grey heron }, or alt: "" where it only decorates`;
    context.diagnostics.warning(document.locate(field), {
      code: "missing-alt",
      message: "the picture has no alt text",
      hint,
      field: written,
    });
  }
  context.facts?.place(written, document.locate(written));
  return { src: picture.src, alt: picture.alt, field: written };
}

export function toPictures(
  pictures: readonly { readonly src: string; readonly alt: string | null }[],
  field: string,
  document: DataDocument,
  context: PictureContext,
): PictureRef[] {
  return pictures.flatMap((picture, index) => toPicture(picture, [field, index], document, context) ?? []);
}

/** Notes the tags that a document names; they are resolved when all documents are known. */
export function noteTags(names: readonly string[], document: DataDocument, { facts }: ParseContext): void {
  for (const [index, name] of names.entries()) {
    const path = ["tags", index];
    facts.tags.push({ name, field: document.written(path), at: toPlace(document.locate(path)) });
  }
}
