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

/** A document's references, or only the readable ones if it has mistakes. */
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
  /** Fields with an invalid value, for which there is a substitute. */
  readonly wrong: ReadonlySet<string>;
}

/** A kind of document: everything about its front matter. */
export interface KindDefinition<Create extends CreateFields, Own> {
  readonly kind: KindName;
  /** Names of the fields in common generators. */
  readonly names: FieldNames;
  /**
   * For one of the site's own kinds: its fields, and the names in the front matter that its
   * definition maps.
   */
  readonly own?: { readonly fields: readonly string[]; readonly names: Readonly<Record<string, string>> } | undefined;
  readonly fields: Create;
  /**
   * Returns the members of an entry that are not simply its values. Reports mistakes that involve
   * several fields.
   */
  readonly toOwn: (values: ValuesOf<Create>, context: EntryContext) => Own;
  /** For kinds with a data file: the fields that are not texts in CSV. */
  readonly cells?: Readonly<Record<string, CellType>>;
  /** Whether an entry has only the members from `toOwn` and those that all entries have. */
  readonly isNested?: boolean;
  /** Whether the folders of its files form a tree of documents. */
  readonly isTree?: boolean;
  /** The picture that a separate `imageAlt: …` describes. */
  readonly mainPicture?: string;
  /** The field with a local time that dates a document without `publishedAt`. */
  readonly localDate?: string;
  /** The field that dates a document in its address, instead of `publishedAt`. */
  readonly pageDate?: string | undefined;
  /** Explains a key that other kinds have. Returns null if no kind has it. */
  readonly explainKey?: (key: string) => string | null;
  /** Whether a value under another name can belong to a field. */
  readonly fits?: (field: string, value: unknown) => boolean;
  /**
   * Reads references to other documents, each field separately, so that mistakes in other fields do
   * not matter.
   */
  readonly readRefers?: (values: Mapping, slug: string) => Partial<Refers>;
}

/** A kind without the types of its values, which other code need not know. */
export interface Kind extends Omit<KindDefinition<CreateFields, object>, "fields" | "toOwn"> {
  /** The API's names of its fields. */
  fieldNames(): readonly string[];
  /** Schema of its front matter, with only the API's names. */
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
        // Invalid values must not cause further findings, such as a missing date because the date
        // is invalid.
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

/** Warns about a document that expires before it is published, and so is never public. */
function checkExpiry(
  { publishedAt, expiresAt }: Pick<Publicity, "publishedAt" | "expiresAt">,
  document: CheckedDocument,
  timeZone: string,
): void {
  if ((publishedAt ?? null) === null || (expiresAt ?? null) === null || Date.parse(String(expiresAt)) > Date.parse(String(publishedAt)))
    return;
  const message = `is not after publishedAt (${toLocalTime(Date.parse(String(publishedAt)), timeZone).slice(0, 16)}), so the document is never public`;
  document.warning(
    { code: "bad-value", message, hint: "check the year for a typing mistake", field: document.data.written(["expiresAt"]) },
    ["expiresAt"],
  );
}

/** Fields that several kinds have. */
export function createCommonFields(timeZone: string) {
  return { title: title.describe("Title, as plain text"), ...createNamingFields(timeZone) };
}

/** Fields that all kinds have. */
export function createNamingFields(timeZone: string) {
  const aboutSlug = "Last part of the address: lower-case letters a-z, digits and single hyphens. Default: derived from the file's name";
  return { slug: optional(slugField).describe(aboutSlug), ...createPublicityFields(timeZone) };
}

/** Fields of kinds whose documents have pages. */
export const PAGE_FIELDS = { permalink: optional(pagePath).describe("Path of the page: /2019/05/old-title/") };
const formerPaths = list(pagePath, "want a list of former paths: [/2019/05/old-title/]");
export const redirectFrom = formerPaths.describe("Former paths of the page, which redirect to it");
const loadEntities = lazyPackage<typeof import("entities/decode")>("entities/decode");
/**
 * A title, in which HTML entities are decoded because old tools wrote `Q &amp; A`. For a literal
 * `&amp;`, write `&amp;amp;`.
 */
export const title = text("want the title, as text").transform((written) => {
  if (!written.includes("&")) return written;
  return loadEntities().decodeHTMLStrict(written);
});
const names = list(text("want a name"), "want a list of names, or one text with commas");
export const tags = alsoReads(names, { type: "string" }).describe("Tags: a list of names, or one text with commas");
export const translationKey = optional(text()).describe("A key that all translations of a document share");
export const cover = optional(picture).describe("Picture: a path relative to the file, or { src, alt }");

/**
 * Reports an end before the start. Dates are compared to the precision that both have, such as year
 * or month.
 */
export function checkOrder(start: string | null, end: string | null, field: string, document: CheckedDocument): void {
  if (start === null || end === null) return;
  const shared = Math.min(start.length, end.length);
  if (compareText(end.slice(0, shared), start.slice(0, shared)) >= 0) return;
  document.error({
    code: "bad-value",
    message: `${end} is before startedOn (${start})`,
    hint: "check the year for a typing mistake",
    field: [field],
  });
}
