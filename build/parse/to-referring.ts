import type { CollectionName } from "../../contract/config.ts";
import { readBoolean } from "../content-schema/leaf.ts";
import { readReferring } from "../content-schema/referring.ts";
import { isMapping, Numeral, toValue } from "../data-node.ts";
import type { FieldPath } from "../diagnostics.ts";
import { isInDrafts, type NamedDocument } from "./parse-entry.ts";
import type { FileFacts, ParsedFile } from "./parsed-file.ts";

/** Reads what a document says of others, each field for itself: a mistake elsewhere in the document hides nothing here. */
export function noteReferring(kind: CollectionName, named: NamedDocument, facts: FileFacts): void {
  const values = toValue(named.document.root);
  const read = (field: string): unknown => (isMapping(values) ? values[field] : undefined);
  const isPost = kind === "posts";
  const aliases = isPost && isWritten(read("aliases")) ? readReferring.aliases(read("aliases")) : [];
  const series = isPost && isWritten(read("series")) ? readReferring.series(read("series")) : null;
  const relatedPostSlug = kind === "books" && isWritten(read("relatedPostSlug")) ? readReferring.slug(read("relatedPostSlug")) : null;
  const refers: NonNullable<ParsedFile["refers"]> = {
    slug: named.slug,
    draft: isInDrafts(named.file) || readBoolean(read("draft")) === true,
    series,
    aliases: aliases
      .map(({ alias, fromPath }, index) => ({ alias, fromPath, index }))
      .filter(({ alias }) => alias !== "" && alias !== named.slug),
    relatedPostSlug,
    id: kind === "services" ? toId(read("id"), named.slug) : null,
  };
  facts.refers = refers;
  for (const field of fieldsOf(refers)) facts.place(field, named.document.locate(field));
}

function isWritten(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The fields of which another document may make a mistake. */
function fieldsOf({ series, aliases, relatedPostSlug, id }: NonNullable<ParsedFile["refers"]>): FieldPath[] {
  return [
    [],
    ...(series === null
      ? []
      : [
          ["series", "slug"],
          ["series", "position"],
        ]),
    ...aliases.map(({ index }) => ["aliases", index]),
    ...(relatedPostSlug === null ? [] : [["relatedPostSlug"]]),
    ...(id === null ? [] : [["id"]]),
  ];
}

function toId(written: unknown, slug: string): string | null {
  if (written === undefined || written === null) return slug;
  if (written instanceof Numeral) return written.source;
  return typeof written === "string" ? written.trim() : null;
}
