import type { z } from "zod";
import { createAboutSchema, createServicesPageSchema, createSiteSchema } from "../content-schema/documents.ts";
import { DEFAULT_NAMES } from "../content-schema/names.ts";
import { renameFields } from "../content-schema/rename.ts";
import { chooseDate, fitsKind, readVisibility } from "../content-schema/visibility.ts";
import { DataDocument, EMPTY_MAP, fromValue, type MapNode } from "../data-node.ts";
import { isTimeZone } from "../dates.ts";
import { Diagnostics, type Location } from "../diagnostics.ts";
import type { AboutDocument, PictureRef, ServicesPageDocument, SiteDocument, SourceFile } from "../entries.ts";
import { stripMdx } from "../mdx.ts";
import { SourceText } from "../source-text.ts";
import type { FileContext } from "./context.ts";
import type { RawDocument } from "./document.ts";
import { toPicture } from "./parse-entry.ts";
import { Tally } from "./tally.ts";
import { validate } from "./validate.ts";

export interface SiteInput {
  /** null: there is no site.yaml. */
  readonly raw: RawDocument | null;
  /** Where site.yaml would be. */
  readonly file: SourceFile;
  /** From the configuration; site.yaml is laid over them. */
  readonly configured: Readonly<Record<string, unknown>>;
  /** Laid over both. */
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly elsewhere: Location;
  readonly diagnostics: Diagnostics;
}

export interface ParsedSite {
  /** With stand-ins for what it does not say, or says wrong (reported). */
  readonly site: SiteDocument;
  /** UTC where the site does not say, or says nonsense. */
  readonly timeZone: string;
  /** false: it may say another one, once it can be read. */
  readonly isTimeZoneKnown: boolean;
}

export function parseSite({ raw, file, configured, overrides, elsewhere, diagnostics }: SiteInput): ParsedSite {
  if (raw === null && Object.keys(configured).length === 0) {
    const hint = "write name: … and url: https://… into it, or site: { name, url } into octavo.config.ts";
    diagnostics.error(
      { file: file.path, line: 1, column: 1 },
      { code: "missing-site", message: "missing: the site has no name and no address", hint },
    );
  }
  const isReadable = raw === null ? Object.keys(configured).length > 0 : raw.data !== null;
  const root = mergeMaps([fromValue(configured), raw?.data ?? EMPTY_MAP, fromValue(overrides)], raw === null ? -1 : 0);
  const document = new DataDocument(raw?.source ?? new SourceText(file.path, ""), root, elsewhere);
  const zone = root.entries.get("timeZone")?.node;
  const stated = zone?.kind === "scalar" && typeof zone.value === "string" && isTimeZone(zone.value.trim()) ? zone.value.trim() : null;
  const timeZone = stated ?? "UTC";
  // Of what cannot be read nothing is missing.
  const found = isReadable ? diagnostics : new Diagnostics();
  const { values } = validate(document, createSiteSchema(timeZone), { diagnostics: found, unknownKeys: "error", tally: new Tally() });
  if (values === null) throw new TypeError("a site without a name and an address has stand-ins for them");
  const unspoken = { needsAlt: false };
  const site: SiteDocument = {
    ...values,
    file,
    locate: (field) => document.locate(field),
    locales: values.locales.length === 0 ? [values.language] : [...new Set(values.locales)],
    logo: toPicture(values.logo, ["logo"], document, { diagnostics }, unspoken),
    favicon: toPicture(values.favicon, ["favicon"], document, { diagnostics }, unspoken),
  };
  return { site, timeZone, isTimeZoneKnown: isReadable && (zone === undefined || stated !== null) };
}

/** Later members win. `start` places the whole. */
function mergeMaps(nodes: readonly ReturnType<typeof fromValue>[], start: number): MapNode {
  const entries = nodes.flatMap((node) => (node.kind === "map" ? [...node.entries] : []));
  return { kind: "map", start, end: start, entries: new Map(entries) };
}

/** What parsing a single document needs to know, and what takes its findings. */
export interface DocumentContext extends FileContext {
  readonly diagnostics: Diagnostics;
  readonly tally: Tally;
}

export async function parseAbout(raw: RawDocument, context: DocumentContext): Promise<AboutDocument | null> {
  const { config, diagnostics, elsewhere, tally } = context;
  const data = raw.data ?? EMPTY_MAP;
  const root = toNamedAbout(data, raw, context);
  const document = new DataDocument(raw.source, root, elsewhere, data);
  const { values } = validate(document, createAboutSchema(context.timeZone), {
    diagnostics,
    unknownKeys: config.frontMatter.unknownKeys,
    tally,
  });
  const body = /\.mdx$/i.test(raw.file.relative)
    ? await stripMdx(raw.body, { file: raw.file.path, line: raw.bodyLine, lenient: config.mdx === "lenient", diagnostics })
    : raw.body;
  if (values === null) return null;
  return {
    ...values,
    file: raw.file,
    locate: (field) => document.locate(field),
    portrait: toPicture(values.portrait, ["portrait"], document, context),
    body,
    bodyLine: raw.bodyLine,
  };
}

function toNamedAbout(data: MapNode, { source }: RawDocument, { diagnostics, timeZone }: DocumentContext): MapNode {
  const names = DEFAULT_NAMES.about;
  const mapped: ReadonlySet<string> = new Set();
  const visible = readVisibility(data, {
    kind: "about",
    mapped,
    dateNames: ["publishedAt", ...(names.publishedAt ?? [])],
    hasFileDate: false,
    report: ({ keyStart, keyEnd }, finding) => diagnostics.error(source.locate(keyStart, keyEnd), finding),
  });
  return renameFields(visible, { names, mapped, ignored: [], fits: fitsKind("about"), choose: chooseDate(timeZone) }).root;
}

type PageValues = z.infer<ReturnType<typeof createServicesPageSchema>>;
type Parts = Pick<PageValues, "hero" | "process" | "cta">;

export function parseServicesPage(raw: RawDocument, context: DocumentContext): ServicesPageDocument | null {
  if (raw.data === null) return null;
  const document = new DataDocument(raw.source, raw.data, context.elsewhere);
  const { values } = validate(document, createServicesPageSchema(context.timeZone), {
    diagnostics: context.diagnostics,
    unknownKeys: "error",
    tally: context.tally,
  });
  if (values === null) return null;
  const toParts = ({ hero, process, cta }: Parts, path: readonly string[]) => {
    const image: PictureRef | null = hero === null ? null : toPicture(hero.image, [...path, "hero", "image"], document, context);
    return { hero: hero === null ? null : { ...hero, image }, process, cta };
  };
  const translations = Object.entries(values.translations).map(([tag, parts]) => [tag, toParts(parts, ["translations", tag])] as const);
  return {
    ...toParts(values, []),
    file: raw.file,
    locate: (field) => document.locate(field),
    locale: values.locale,
    translations: Object.fromEntries(translations),
    updatedAt: values.updatedAt,
  };
}
