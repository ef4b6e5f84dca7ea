import { encodeSegment } from "../../../contract/text/encode-segment.ts";
import { readInstant, toLocalTime } from "../../shared/dates.ts";
import type { Diagnostics, FieldPath, Finding, Location } from "../../shared/diagnostics.ts";
import { isOwnKey, type KindName, shownKind, toOwnKey } from "../../shared/kind-name.ts";
import type { ResolvedConfig, SlugSetting } from "../../shared/resolved-config.ts";
import { dateInPaths, nameOfFile } from "../../shared/slugs.ts";
import type { SourceFile } from "../../shared/source-file.ts";
import { DataDocument, type DataPlaces } from "../../sources/data-document.ts";
import { copyMapping, createMapping, isNothing, type Mapping, Numeral, readBoolean } from "../../sources/data-values.ts";
import type { RawDocument } from "../../sources/files/raw-document.ts";
import { describe } from "../../sources/wording.ts";
import { slugOfDocument } from "../addresses/document-slug.ts";
import type { LanguageOfFile, ReadFileLanguage } from "../addresses/file-language.ts";
import type { NameSlug, ToAscii } from "../addresses/file-slug.ts";
import { makesPaths } from "../addresses/page-pattern.ts";
import { pathInTree } from "../addresses/page-tree.ts";
import { type ExtraRules, type ExtraValues, NO_EXTRA_VALUES, takeNamed, takeRest } from "../fields/extra.ts";
import { PICTURE_ALT_NAMES } from "../fields/front-matter-names.ts";
import type { KeyCounts } from "../fields/notice-counts.ts";
import { type FieldNaming, joinPictureAlt, type Renamed, renameFields } from "../fields/rename.ts";
import { chooseDate, readVisibility } from "../fields/visibility.ts";
import { valuesOfPlace } from "./folder-values.ts";
import { layOver, type NamedFields, putBefore } from "./layer-values.ts";
import { readSlug } from "./stated-slug.ts";

/** A document with the API's names, and the facts from its file's path. */
export interface NamedDocument {
  readonly file: SourceFile;
  readonly data: DataDocument;
  /** `2024-01-31` from the file's name, its folders, its permalink or git. */
  readonly fileDate: string | null;
  readonly bodyLine: number;
  /** "" if the document has none. */
  readonly slug: string;
  /** The slug for page patterns: without the language of a translation. */
  readonly pageSlug: string;
  /** The text from which the slug is derived, as written. */
  readonly slugText: string;
  /** The slug in its front matter, as written; null if there is none. */
  readonly statedSlug: string | null;
  /** Language in the file's name. */
  readonly named: LanguageOfFile;
  /** Whether it is in a folder of drafts. */
  readonly inDrafts: boolean;
  /** The author's own values, which are not in `data`. */
  readonly extra: ExtraValues;
}

/** How the documents of a kind get their names. */
export interface KindNaming extends FieldNaming {
  readonly kind: KindName | "about";
  readonly mainPicture?: string | undefined;
  readonly localDate?: string | undefined;
  readonly pageDate?: string | undefined;
  readonly fits?: ((field: string, value: unknown) => boolean) | undefined;
  /** null if no key of the author's own is published. */
  readonly extra: ExtraRules | null;
  /** Whether its documents can be translations of each other. */
  readonly hasTranslations: boolean;
  /** Whether paths of its documents are relative to the collection's folder. */
  readonly isTree?: boolean | undefined;
}

/** Input for parsing any document. */
export interface FileContext {
  readonly config: ResolvedConfig;
  /** The site's time zone, in which dates without an offset are read. */
  readonly timeZone: string;
  /** The site's language, for documents without one. */
  readonly language: string;
  readonly readLanguage: ReadFileLanguage;
  /** Place of values from the configuration. */
  readonly elsewhere: Location;
}

interface NamingContext extends FileContext {
  readonly naming: KindNaming;
  readonly diagnostics: Diagnostics;
  readonly noticeCounts: Pick<KeyCounts, "leftAside" | "slugMade">;
  /** null if not loaded, because no name is known to need it. */
  readonly toAscii: ToAscii | null;
}

/** Gives fields the API's names, applies defaults, and finds the slug ("" if none; reported). */
export function nameDocument({ file, data, places, bodyLine }: RawDocument, kind: KindName, context: NamingContext): NamedDocument {
  const { config, elsewhere } = context;
  const ofFile = readPath(file, kind, context);
  const name = nameOfFile(ofFile.relative);
  const inPaths = kind === "posts" ? dateInPaths([ofFile.relative, data?.permalink, data?.path, data?.url]) : null;
  const fileDate = name.date ?? inPaths ?? (kind === "posts" ? (config.fileDates?.of(file.relative) ?? null) : null);
  const hasFileDate = kind === "posts" && fileDate !== null;
  const named = nameFields(data ?? createMapping(), context, { places, hasFileDate });
  const { defaults, added } = valuesOfPlace(file.relative, kind, config);
  const below = (values: Mapping): NamedFields => nameFields(values, context, { places: null, hasFileDate });
  const own = Object.keys(added).length === 0 ? named : putBefore(named, below(added));
  const all = Object.keys(defaults).length === 0 ? own : layOver(own, below(defaults));
  const inDrafts = file.relative.split("/").slice(0, -1).includes("_drafts");
  const { extra: rules } = context.naming;
  const extra = rules === null ? NO_EXTRA_VALUES : takeRest(all.values, all.extra, rules);
  const { named: given, text } = readSlug(ofFile.language === null ? all : layLanguage(all, named, ofFile.language), context);
  const document = new DataDocument({ ...given, places, elsewhere });
  const stated = document.values.slug;
  const written = typeof stated === "string" ? stated.trim() : stated instanceof Numeral ? stated.source : "";
  const statedSlug = isNothing(stated) ? null : (text ?? written);
  const found = { file, data: document, fileDate, bodyLine, inDrafts, extra, named: ofFile, statedSlug };
  const made = isNothing(stated) ? makeSlug(found, kind, data !== null, context) : { slug: written, text };
  const slugText = made.text ?? made.slug;
  // A stated slug that is a text or path, and not a slug of the API, is used unchanged in pages.
  const setting = slugSettingOf(file, kind, config);
  const isPath = isNothing(stated) && typeof setting === "string" && makesPaths(setting);
  const pageSlug = text !== null || isPath ? slugText.split("/").map(encodeSegment).join("/") : made.slug;
  const { language } = ofFile;
  if (language === null) return { ...found, pageSlug, slugText, slug: made.slug };
  if (data !== null) checkLanguage(document, language, context.diagnostics);
  const isTranslation = language.toLowerCase() !== context.language.toLowerCase();
  return { ...found, pageSlug, slugText, slug: isTranslation && made.slug !== "" ? `${made.slug}-${language.toLowerCase()}` : made.slug };
}

/**
 * Reads the language from a file's path. If the kind is a tree, the rest is relative to the
 * collection's folder.
 */
function readPath({ relative }: SourceFile, kind: KindName, { config, naming, readLanguage }: NamingContext): LanguageOfFile {
  const read = naming.hasTranslations ? readLanguage(relative) : { language: null, relative };
  return naming.isTree === true && !isOwnKey(kind) ? { ...read, relative: pathInTree(read.relative, config.collections[kind]) } : read;
}

/** Applies the language in the file's name, unless the front matter states one. */
function layLanguage(all: NamedFields, own: NamedFields, language: string): NamedFields {
  return isNothing(own.values.language) ? { ...all, values: Object.assign(copyMapping(all.values), { language }) } : all;
}

function checkLanguage(document: DataDocument, ofFile: string, diagnostics: Diagnostics): void {
  const { language } = document.values;
  if (typeof language !== "string" || language.trim().replaceAll("_", "-").toLowerCase() === ofFile.toLowerCase()) return;
  const message = `is ${describe(language)}, but in the file's name it is ${ofFile}`;
  diagnostics.error(document.locate(["language"]), { code: "bad-language", message, hint: "change one of the two", field: ["language"] });
}

/**
 * Makes the slug of a document that does not state one. A warning reports lost letters.
 * @param isReadable whether the document's values are known
 */
function makeSlug(
  { file, data, fileDate, inDrafts, named: { relative, language: ofFile } }: Omit<NamedDocument, "slug" | "pageSlug" | "slugText">,
  kind: KindName,
  isReadable: boolean,
  { config, timeZone, language, toAscii, diagnostics, noticeCounts, naming: { isTree, localDate, pageDate } }: NamingContext,
): Pick<NameSlug, "slug" | "text"> {
  const { values } = data;
  const report = (finding: Finding): void => {
    if (isReadable) diagnostics.error(data.locate(finding.code === "missing-date" ? [] : ["slug"]), finding);
  };
  const setting = slugSettingOf(file, kind, config) ?? (isTree === true ? "{path}" : null);
  if (file.entry !== undefined && isNothing(values.title)) {
    const hint = `write one of them: the slug names the entry in the API, and by default it is derived from the title. If another key has the title, write names: { thatKey: "title" } in kinds.${shownKind(kind)}`;
    diagnostics.error(data.locate([]), { code: "missing-key", message: "has neither slug nor title", hint });
    return { slug: "" };
  }
  const dateField = pageDate ?? "publishedAt";
  const stated = values[dateField] ?? values[localDate ?? ""];
  const made = slugOfDocument(
    {
      kind,
      // Entries of a data file are not named after the file.
      relative: file.entry === undefined ? relative : "entry",
      inCollection: isOwnKey(kind) ? relative : pathInTree(relative, config.collections[kind]),
      date: localDayOf(stated, fileDate, timeZone),
      dateField,
      mayLackDate: inDrafts || readBoolean(values.draft) === true || !isNothing(values[dateField]),
      language: ofFile ?? (typeof values.language === "string" ? values.language : language),
      values,
    },
    { setting, toAscii, report },
  );
  const source = typeof setting === "string" && setting.includes("{title}") && !isNothing(values.title) ? "title" : "file's name";
  if (made.slug === "" && isReadable) {
    const message = "the file's name gives no slug: it has neither letters nor digits";
    diagnostics.error(data.locate([]), { code: "bad-slug", message, hint: "write slug: in the front matter", field: ["slug"] });
  } else if (made.isHash) noticeCounts.slugMade("hashed", nameOfFile(relative).name, made.slug);
  else if (made.dropped !== "" && isReadable) {
    const message = `${describe(made.dropped)} of the ${source} is lost: ${made.slug} remains`;
    diagnostics.warning(data.locate([]), { code: "dropped-letters", message, hint: "write slug: in the front matter", field: ["slug"] });
  }
  return made;
}

/** How to make the slugs of documents that do not state one; null to use the file's name. */
export function slugSettingOf(
  { entry }: SourceFile,
  kind: KindName,
  { slugs, ownKinds }: Pick<ResolvedConfig, "slugs" | "ownKinds">,
): SlugSetting | null {
  if (entry !== undefined) return "{title}";
  return isOwnKey(kind) ? (ownKinds.find((own) => toOwnKey(own) === kind)?.slugs ?? null) : slugs[kind];
}

/** `2024-01-31` in the site's time zone; null if the date is missing or unreadable. */
function localDayOf(stated: unknown, fileDate: string | null, timeZone: string): string | null {
  const written = isNothing(stated) ? fileDate : stated instanceof Numeral ? stated.source : stated;
  const instant = typeof written === "string" ? readInstant(written, timeZone) : null;
  return instant?.ok ? toLocalTime(Date.parse(instant.value), timeZone).slice(0, 10) : null;
}

interface Written {
  /** null if the values come from the configuration. */
  readonly places: DataPlaces | null;
  readonly hasFileDate: boolean;
}

function nameFields(values: Mapping, context: NamingContext, written: Written): NamedFields {
  const { diagnostics, elsewhere, naming, noticeCounts } = context;
  const { places } = written;
  const report = (path: FieldPath, finding: Finding): void => diagnostics.error(places?.key(path) ?? elsewhere, finding);
  const renamed = giveNames(values, { ...context, ...written, report });
  for (const { field, taken, left, canonical } of renamed.conflicts) {
    const [takenName, leftName] = [taken.join("."), left.join(".")];
    if (canonical) {
      const hint = `both mean ${field}: keep only one`;
      diagnostics.error(places?.value(left) ?? elsewhere, { code: "two-names", message: `differs from ${takenName}`, hint, field: left });
    } else if (places !== null) noticeCounts.leftAside(leftName, takenName);
  }
  const picture = naming.mainPicture ?? "cover";
  const altNames = PICTURE_ALT_NAMES.filter((name) => !naming.mapped.has(name));
  const joined = joinPictureAlt(renamed, picture, altNames);
  const [taken] = joined.origins.get(`${picture}.alt`)?.path ?? [];
  const unused = altNames.filter((name) => name !== taken && !isNothing(renamed.values[name]));
  if (places !== null) for (const name of unused) noticeCounts.leftAside(name, picture);
  return { ...joined, extra: renamed.extra };
}

/** Interprets keys about visibility, and gives fields the API's names. */
export function giveNames(values: Mapping, { naming, config, timeZone, hasFileDate, report }: GivenNames): Renamed & NamedFields {
  const visible = readVisibility(values, { kind: naming.kind, naming, hasFileDate, report });
  const rest = copyMapping(visible.values);
  // The author's own keys come first, because the author decides that they are not fields.
  const extra = naming.extra === null ? NO_EXTRA_VALUES : takeNamed(rest, naming.extra);
  const renamed = renameFields({ ...visible, values: rest }, naming, {
    fits: naming.fits ?? (() => true),
    choose: chooseDate(timeZone, { mends: config.checks.dates !== "error" }),
  });
  return { ...renamed, extra };
}

interface GivenNames extends Pick<NamingContext, "naming" | "config" | "timeZone">, Pick<Written, "hasFileDate"> {
  /** Reports an invalid key. */
  report(path: FieldPath, finding: Finding): void;
}
