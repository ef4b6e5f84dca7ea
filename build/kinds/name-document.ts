import type { CollectionName } from "../../contract/define-config.ts";
import type { ResolvedConfig } from "../config/resolved-config.ts";
import { type FieldNaming, joinPictureAlt, type Renamed, renameFields } from "../fields/rename.ts";
import { chooseDate, readVisibility } from "../fields/visibility.ts";
import type { Diagnostics, FieldPath, Finding, Location } from "../shared/diagnostics.ts";
import type { KeyCounts } from "../shared/notice-counts.ts";
import { parseFileName } from "../shared/slugs.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { DataDocument, type DataPlaces, type NamedValues, type Origin } from "../sources/data-document.ts";
import { createMapping, isNothing, type Mapping, Numeral, toValues } from "../sources/data-values.ts";
import type { RawDocument } from "../sources/raw-document.ts";

/** A document with the API's names, and what its file says of it. */
export interface NamedDocument {
  readonly file: SourceFile;
  readonly data: DataDocument;
  /** `2024-01-31` from the file's name. */
  readonly fileDate: string | null;
  readonly bodyLine: number;
  /** "": there is none. */
  readonly slug: string;
  /** It is in a folder of drafts. */
  readonly inDrafts: boolean;
}

/** How the documents of a kind get their names. */
export interface KindNaming extends FieldNaming {
  readonly kind: CollectionName | "about";
  readonly mainPicture?: string | undefined;
  readonly fits?: ((field: string, value: unknown) => boolean) | undefined;
}

/** What parsing any one document needs to know. */
export interface FileContext {
  readonly config: ResolvedConfig;
  /** The site's: dates without an offset are read in it. */
  readonly timeZone: string;
  /** The site's: of documents that state none. */
  readonly language: string;
  /** The place of values that come from the configuration. */
  readonly elsewhere: Location;
}

interface NamingContext extends FileContext {
  readonly naming: KindNaming;
  readonly diagnostics: Diagnostics;
  readonly tally: Pick<KeyCounts, "leftAside">;
}

/** Gives a document's fields the API's names, lays it over the configuration's defaults, and finds its slug ("" where there is none: reported). */
export function nameDocument({ file, data, places, bodyLine }: RawDocument, kind: CollectionName, context: NamingContext): NamedDocument {
  const { config, diagnostics, elsewhere } = context;
  const name = parseFileName(file.relative);
  const hasFileDate = kind === "posts" && name.date !== null;
  const named = giveOwnNames(data ?? createMapping(), context, { places, hasFileDate });
  const defaults = toValues(config.frontMatter.defaults[kind]);
  const hasDefaults = Object.keys(defaults).length > 0;
  const all = hasDefaults ? layOver(named, giveOwnNames(defaults, context, { places: null, hasFileDate })) : named;
  const document = new DataDocument({ ...all, places, elsewhere });
  const stated = document.values.slug;
  const slug = isNothing(stated) ? name.slug : typeof stated === "string" ? stated.trim() : stated instanceof Numeral ? stated.source : "";
  if (slug === "" && isNothing(stated) && data !== null) {
    const message = "the file's name gives no slug: it has no letters a-z and no digits";
    diagnostics.error(document.locate([]), { code: "bad-slug", message, hint: "write slug: in the front matter", field: ["slug"] });
  }
  const inDrafts = file.relative.split("/").slice(0, -1).includes("_drafts");
  return { file, data: document, fileDate: name.date, bodyLine, slug, inDrafts };
}

interface Written {
  /** null: of the configuration. */
  readonly places: DataPlaces | null;
  readonly hasFileDate: boolean;
}

function giveOwnNames(values: Mapping, context: NamingContext, written: Written): NamedValues {
  const { diagnostics, elsewhere, naming, tally } = context;
  const { places } = written;
  const report = (path: FieldPath, finding: Finding): void => diagnostics.error(places?.key(path) ?? elsewhere, finding);
  const renamed = giveNames(values, { ...context, ...written, report });
  for (const { field, taken, left, canonical } of renamed.conflicts) {
    const [takenName, leftName] = [taken.join("."), left.join(".")];
    if (canonical) {
      const hint = `both mean ${field}: keep one`;
      diagnostics.error(places?.value(left) ?? elsewhere, { code: "two-names", message: `differs from ${takenName}`, hint, field: left });
    } else if (places !== null) tally.leftAside(leftName, takenName);
  }
  return joinPictureAlt(renamed, naming.mainPicture ?? "cover");
}

/** Understands who may see a document, and gives its fields the API's names. */
export function giveNames(
  values: Mapping,
  { naming, timeZone, hasFileDate, report }: Pick<NamingContext, "naming" | "timeZone"> & Pick<Written, "hasFileDate"> & Reporter,
): Renamed {
  const visible = readVisibility(values, { kind: naming.kind, naming, hasFileDate, report });
  return renameFields(visible, naming, { fits: naming.fits ?? (() => true), choose: chooseDate(timeZone) });
}

interface Reporter {
  /** Told of keys that are wrong. */
  report(path: FieldPath, finding: Finding): void;
}

/** Values over the configuration's: those count that have no value of the document's own. */
function layOver(own: NamedValues, below: NamedValues): NamedValues {
  const isOwn = (field = ""): boolean => field in own.values && (own.values[field] !== null || !(field in below.values));
  const origins = new Map<string, Origin>();
  for (const field of Object.keys(below.values)) if (!isOwn(field)) origins.set(field, { path: [field], isInFile: false });
  for (const [field, { path }] of below.origins) if (!isOwn(field.split(".")[0])) origins.set(field, { path, isInFile: false });
  for (const [field, origin] of own.origins) if (isOwn(field.split(".")[0])) origins.set(field, origin);
  const values = createMapping([...Object.entries(below.values), ...Object.entries(own.values).filter(([field]) => isOwn(field))]);
  return { values, origins };
}
