import type { z } from "zod";
import type { ResolvedConfig } from "../config/resolved-config.ts";
import { type ExtraRules, NO_EXTRA, readExtra } from "../fields/extra.ts";
import { createPublicityFields, pagePath, picture, slug as slugField } from "../fields/field-values.ts";
import type { FieldNames } from "../fields/front-matter-names.ts";
import { alsoReads, list, mapping, optional, text } from "../fields/leaf.ts";
import { type ValidateOptions, validate } from "../fields/validate.ts";
import type { Referring } from "../references/check-references.ts";
import { toLocalTime } from "../shared/dates.ts";
import { compareText, Diagnostics } from "../shared/diagnostics.ts";
import { lazyPackage } from "../shared/lazy-package.ts";
import type { CellType } from "../sources/data-file/csv-entries.ts";
import type { Mapping } from "../sources/data-values.ts";
import { CheckedDocument } from "./checked-document.ts";
import type { KindName } from "./document/kind-name.ts";
import type { CreateFields, EntryBase, Plain, Publicity, ValuesOf } from "./entry.ts";
import type { NamedDocument } from "./name-document.ts";

/** A document's references to others. */
export type Refers = Omit<Referring, "kind" | "file" | "locate" | "written">;

/** Input for an entry of a kind, besides its values. */
export interface EntryContext extends NamedDocument {
  readonly document: CheckedDocument;
  readonly timeZone: string;
  readonly checks: ResolvedConfig["checks"];
  /** Fields that have a wrong value: something stands in for it. */
  readonly wrong: ReadonlySet<string>;
}

/** A kind of document: everything that is known of its front matter. */
export interface KindDefinition<Create extends CreateFields, Own> {
  readonly kind: KindName;
  /** Names of the fields in the common generators. */
  readonly names: FieldNames;
  readonly fields: Create;
  /** The members of an entry that are not its values as they are. Reports what is wrong with several fields together. */
  readonly toOwn: (values: ValuesOf<Create>, context: EntryContext) => Own;
  /**
   * For a kind whose documents are entries of one data file: fields that are not read as text from
   * a cell of CSV.
   */
  readonly cells?: Readonly<Record<string, CellType>>;
  /** Whether an entry has no member beside those that `toOwn` makes and those of all entries. */
  readonly isNested?: boolean;
  /** Whether the folders of its files are a tree of its documents. */
  readonly isTree?: boolean;
  /** The picture that `imageAlt: …` beside it describes. */
  readonly mainPicture?: string;
  /** The field with a local time that dates a document without `publishedAt`. */
  readonly localDate?: string;
  /** The field that dates a document in its address, in place of `publishedAt`. */
  readonly pageDate?: string | undefined;
  /** Explains a key that documents of other kinds may have; null: none may. */
  readonly explainKey?: (key: string) => string | null;
  /** Whether a value under another name can be meant for a field. */
  readonly fits?: (field: string, value: unknown) => boolean;
  /** Reads what a document says of others, each field for itself: a mistake elsewhere in the document hides nothing here. */
  readonly readRefers?: (values: Mapping, slug: string) => Partial<Refers>;
}

/** A kind whose values and own members are known to itself alone. */
export interface Kind extends Omit<KindDefinition<CreateFields, object>, "fields" | "toOwn"> {
  /** The API's names of its fields. */
  fieldNames(): readonly string[];
  /** Schema of its front matter, with our names alone. */
  schema(): z.ZodType;
  createReader(timeZone: string): ReadEntry;
}

export interface EntryReading extends ValidateOptions {
  readonly extra: ExtraRules | null;
  readonly checks: ResolvedConfig["checks"];
}

/** Reads the front matter of one document; tags and categories are kept as written. */
export type ReadEntry = (
  named: NamedDocument,
  options: EntryReading,
) => { readonly entry: Plain<EntryBase>; readonly tags: readonly string[]; readonly categories: readonly string[] } | null;

export function defineBuiltInKind<Create extends CreateFields, Own extends object>(definition: KindDefinition<Create, Own>): Kind {
  const { kind, fields, toOwn } = definition;
  return {
    ...definition,
    fieldNames: () => Object.keys(fields("UTC")),
    schema: () => mapping(fields("UTC"), "want keys and values"),
    createReader: (timeZone) => {
      const all = fields(timeZone);
      const schema = mapping(all, "want keys and values");
      const optionals = definition.isNested === true ? Object.entries<z.ZodType>(all).map(([name, one]) => [name, optional(one)]) : [];
      const lenient = mapping(Object.fromEntries(optionals), "want keys and values");
      return (named, options) => {
        const { diagnostics } = options;
        const extra =
          options.extra === null ? NO_EXTRA : readExtra(named.extra, { rules: options.extra, document: named.data, diagnostics });
        const { values, wrong } = validate(named.data, schema, definition.isNested === true ? { ...options, lenient } : options);
        if (values === null) return null;
        const { slug: _, tags = [], categories = [], ...rest } = values as Mapping & CommonValues;
        // Wrong values cause no further findings, such as a missing date where the date is wrong.
        const further = wrong.size === 0 ? diagnostics : new Diagnostics();
        const document = new CheckedDocument(named.data, further);
        const own = toOwn(values as ValuesOf<Create>, { ...named, document, timeZone, wrong, checks: options.checks });
        checkExpiry({ ...rest, ...own }, document, timeZone);
        if (wrong.size > 0) diagnostics.replay(further.all().filter(({ field = "" }) => !wrong.has(field.split(".")[0] ?? "")));
        const { slug, bodyLine } = named;
        const { draft, publishedAt, expiresAt } = rest;
        const shown = definition.isNested === true ? { draft, publishedAt, expiresAt } : rest;
        return { entry: { ...shown, draft: draft || named.inDrafts, ...own, kind, slug, bodyLine, extra }, tags: tags ?? [], categories };
      };
    },
  };
}

type CommonValues = Publicity & { readonly slug: unknown; readonly tags?: readonly string[]; readonly categories?: readonly string[] };

/** Such a document is never public. */
function checkExpiry(
  { publishedAt, expiresAt }: Pick<Publicity, "publishedAt" | "expiresAt">,
  document: CheckedDocument,
  timeZone: string,
): void {
  if ((publishedAt ?? null) === null || (expiresAt ?? null) === null || Date.parse(String(expiresAt)) > Date.parse(String(publishedAt)))
    return;
  const message = `is not after publishedAt (${toLocalTime(Date.parse(String(publishedAt)), timeZone).slice(0, 16)}): it is never public`;
  document.warning({ code: "bad-value", message, hint: "look for a mistyped year", field: document.data.written(["expiresAt"]) }, [
    "expiresAt",
  ]);
}

/** Fields that more than one kind has. */
export function createCommonFields(timeZone: string) {
  return { title: title.describe("Title, as text"), ...createNamingFields(timeZone) };
}

/** Fields that all kinds have. */
export function createNamingFields(timeZone: string) {
  const aboutSlug = "Last part of the address: lower-case letters a-z, digits and single hyphens. Default: from the file's name";
  return { slug: optional(slugField).describe(aboutSlug), ...createPublicityFields(timeZone) };
}

/** Fields of kinds whose documents have a page. */
export const PAGE_FIELDS = { permalink: optional(pagePath).describe("Path of its page: /2019/05/old-title/") };
const formerPaths = list(pagePath, "want a list of former paths: [/2019/05/old-title/]");
export const redirectFrom = formerPaths.describe("Former paths of its page, which lead to it");
const loadEntities = lazyPackage<typeof import("entities")>("entities");
/** Old tools wrote titles as HTML: `Q &amp; A`. Who means these letters writes `&amp;amp;`. */
export const title = text("want the title, as text").transform((written) => {
  if (!written.includes("&")) return written;
  return loadEntities().decodeHTMLStrict(written);
});
const names = list(text("want a name"), "want a list of names, or one text with commas");
export const tags = alsoReads(names, { type: "string" }).describe("Tags: a list of names, or one text with commas");
export const translationKey = optional(text()).describe("The same text in all translations of a document");
export const cover = optional(picture).describe("Picture: a path relative to the file, or { src, alt }");

/** Dates known to the year or month compare as far as both are known. */
export function checkOrder(start: string | null, end: string | null, field: string, document: CheckedDocument): void {
  if (start === null || end === null) return;
  const known = Math.min(start.length, end.length);
  if (compareText(end.slice(0, known), start.slice(0, known)) >= 0) return;
  document.error({ code: "bad-value", message: `${end} is before startedOn (${start})`, hint: "look for a mistyped year", field: [field] });
}
