import type { z } from "zod";
import { toLocalTime } from "../../shared/dates.ts";
import { compareText, Diagnostics } from "../../shared/diagnostics.ts";
import type { KindName } from "../../shared/kind-name.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import type { Mapping } from "../../sources/data-values.ts";
import type { CellType } from "../../sources/files/csv-entries.ts";
import { lazyPackage } from "../../sources/lazy-package.ts";
import { rememberLast } from "../../sources/remember-last.ts";
import { type ExtraRules, NO_EXTRA, readExtra } from "../fields/extra.ts";
import { createPublicityFields, pagePath, picture, slug as slugField } from "../fields/field-values.ts";
import type { FieldNames } from "../fields/front-matter-names.ts";
import { alsoReads, list, mapping, optional, text } from "../fields/leaf.ts";
import { type ValidateOptions, validate } from "../fields/validate.ts";
import { CheckedDocument } from "./checked-document.ts";
import type { CreateFields, EntryBase, Plain, Publicity, ValuesOf } from "./entry.ts";
import type { NamedDocument } from "./name-document.ts";

/** References of a document. If it has mistakes, only the readable ones. */
export interface Refers {
  readonly slug: string;
  readonly draft: boolean;
  readonly series: { readonly slug: string; readonly position: number | null } | null;
  readonly aliases: readonly { readonly alias: string; readonly fromPath: boolean; readonly index: number }[];
  /** References in fields. */
  readonly references: readonly { readonly field: string; readonly kind: KindName; readonly slug: string }[];
  /** Only for services. */
  readonly id: string | null;
}

/** Input for an entry of a kind, in addition to its values. */
export interface EntryContext extends NamedDocument {
  readonly document: CheckedDocument;
  readonly timeZone: string;
  readonly checks: ResolvedConfig["checks"];
  /** Fields with a wrong value, which has a substitute. */
  readonly wrong: ReadonlySet<string>;
}

/** A kind of document: everything about its front matter. */
export interface KindDefinition<Create extends CreateFields, Own> {
  readonly kind: KindName;
  /** Names of the fields in common generators. */
  readonly names: FieldNames;
  /** For an own kind: what its definition says of names in the front matter. */
  readonly own?: { readonly fields: readonly string[]; readonly names: Readonly<Record<string, string>> } | undefined;
  readonly fields: Create;
  /**
   * The members of an entry that are not simply its values. Reports mistakes that involve several
   * fields.
   */
  readonly toOwn: (values: ValuesOf<Create>, context: EntryContext) => Own;
  /** For kinds whose documents are entries of a data file: fields that are not texts in CSV. */
  readonly cells?: Readonly<Record<string, CellType>>;
  /** Whether an entry only has the members from `toOwn` and those of all entries. */
  readonly isNested?: boolean;
  /** Whether the folders of its files form a tree of documents. */
  readonly isTree?: boolean;
  /** The picture that a separate `imageAlt: …` describes. */
  readonly mainPicture?: string;
  /** The field with a local time that dates a document without `publishedAt`. */
  readonly localDate?: string;
  /** The field that dates a document in its address, instead of `publishedAt`. */
  readonly pageDate?: string | undefined;
  /** Explains a key that other kinds have. null: no kind has it. */
  readonly explainKey?: (key: string) => string | null;
  /** Whether a value under another name can belong to a field. */
  readonly fits?: (field: string, value: unknown) => boolean;
  /**
   * Reads references to other documents, each field separately: a mistake elsewhere in the document
   * does not matter.
   */
  readonly readRefers?: (values: Mapping, slug: string) => Partial<Refers>;
}

/** A kind whose types of values are hidden from other code. */
export interface Kind extends Omit<KindDefinition<CreateFields, object>, "fields" | "toOwn"> {
  /** The API's names of its fields. */
  fieldNames(): readonly string[];
  /** Schema of its front matter, with only our names. */
  schema(): z.ZodType;
  createReader(timeZone: string): ReadEntry;
}

export interface EntryReading extends ValidateOptions {
  readonly extra: ExtraRules | null;
  readonly checks: ResolvedConfig["checks"];
}

/** Reads the front matter of one document. Tags and categories stay as written. */
export type ReadEntry = (
  named: NamedDocument,
  options: EntryReading,
) => { readonly entry: Plain<EntryBase>; readonly tags: readonly string[]; readonly categories: readonly string[] } | null;

export function defineBuiltInKind<Create extends CreateFields, Own extends object>(definition: KindDefinition<Create, Own>): Kind {
  const { kind, fields, toOwn } = definition;
  // Each call creates the schemas of all fields, which takes most of a millisecond.
  const fieldNames = rememberLast(() => Object.keys(fields("UTC")));
  return {
    ...definition,
    fieldNames: () => fieldNames(""),
    schema: () => mapping(fields("UTC"), "want keys and values"),
    createReader: rememberLast((timeZone) => {
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
        // Wrong values cause no follow-up findings, such as a missing date because the date is
        // wrong.
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
    }),
  };
}

type CommonValues = Publicity & { readonly slug: unknown; readonly tags?: readonly string[]; readonly categories?: readonly string[] };

/** A document that expires before it is published is never public. */
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

/** Fields that several kinds have. */
export function createCommonFields(timeZone: string) {
  return { title: title.describe("Title, as text"), ...createNamingFields(timeZone) };
}

/** Fields that all kinds have. */
export function createNamingFields(timeZone: string) {
  const aboutSlug = "Last part of the address: lower-case letters a-z, digits and single hyphens. Default: from the file's name";
  return { slug: optional(slugField).describe(aboutSlug), ...createPublicityFields(timeZone) };
}

/** Fields of kinds whose documents have pages. */
export const PAGE_FIELDS = { permalink: optional(pagePath).describe("Path of its page: /2019/05/old-title/") };
const formerPaths = list(pagePath, "want a list of former paths: [/2019/05/old-title/]");
export const redirectFrom = formerPaths.describe("Former paths of its page, which lead to it");
const loadEntities = lazyPackage<typeof import("entities/decode")>("entities/decode");
/** Old tools wrote titles as HTML: `Q &amp; A`. For these literal characters, write `&amp;amp;`. */
export const title = text("want the title, as text").transform((written) => {
  if (!written.includes("&")) return written;
  return loadEntities().decodeHTMLStrict(written);
});
const names = list(text("want a name"), "want a list of names, or one text with commas");
export const tags = alsoReads(names, { type: "string" }).describe("Tags: a list of names, or one text with commas");
export const translationKey = optional(text()).describe("The same text in all translations of a document");
export const cover = optional(picture).describe("Picture: a path relative to the file, or { src, alt }");

/** Dates are compared to the precision that both have, such as year or month. */
export function checkOrder(start: string | null, end: string | null, field: string, document: CheckedDocument): void {
  if (start === null || end === null) return;
  const shared = Math.min(start.length, end.length);
  if (compareText(end.slice(0, shared), start.slice(0, shared)) >= 0) return;
  document.error({ code: "bad-value", message: `${end} is before startedOn (${start})`, hint: "look for a mistyped year", field: [field] });
}
