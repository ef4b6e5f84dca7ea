import { color, instant, language, picture, siteLinks, textOr, timeZone, url } from "../fields/field-values.ts";
import { boolean, leaf, list, mapping, optional, readText, text, withDefault } from "../fields/leaf.ts";
import { validate } from "../fields/validate.ts";
import { isTimeZone } from "../shared/dates.ts";
import { Diagnostics, type Location } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { DataDocument } from "../sources/data-document.ts";
import { createMapping, toValues } from "../sources/data-values.ts";
import type { RawDocument } from "../sources/raw-document.ts";
import { CheckedDocument } from "./checked-document.ts";
import type { DocumentBase, PictureRef, ValuesOf } from "./entry.ts";

/** site.yaml. */
export function createSiteFields(zone: string) {
  return {
    name: text("want the name of the site: name: Ines Aas"),
    /** Without a slash at the end. */
    url: origin,
    tagline: optional(text()),
    description: optional(text()),
    logo: optional(picture),
    favicon: optional(picture),
    accentColor: optional(color),
    language: withDefault(language, "en"),
    locales: list(language, "want a list of language tags"),
    timeZone: withDefault(timeZone, "UTC"),
    author: optional(author),
    footerLinks: siteLinks,
    social: siteLinks,
    commentsEnabled: withDefault(boolean, true),
    replyNotices: withDefault(boolean, false),
    updatedAt: optional(instant(zone)),
  };
}

export type SiteDocument = DocumentBase &
  Omit<ValuesOf<typeof createSiteFields>, "logo" | "favicon"> & { readonly logo: PictureRef | null; readonly favicon: PictureRef | null };

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
  const isConfigured = Object.keys(configured).length > 0;
  if (raw === null && !isConfigured) {
    const hint = "write name: … and url: https://… into it, or site: { name, url } into octavo.config.ts";
    const finding = { code: "missing-site", message: "missing: the site has no name and no address", hint };
    diagnostics.error({ file: file.path, line: 1, column: 1 }, finding);
  }
  const [below, written, above] = [toValues(configured), raw?.data ?? createMapping(), toValues(overrides)];
  const inConfig = [...Object.keys(below).filter((field) => !(field in written)), ...Object.keys(above)];
  const data = new DataDocument({
    values: createMapping([below, written, above].flatMap((part) => Object.entries(part))),
    origins: new Map(inConfig.map((field) => [field, { path: [field], isInFile: false }])),
    places: raw?.places ?? null,
    elsewhere,
  });
  const zone = data.values.timeZone;
  const stated = typeof zone === "string" && isTimeZone(zone.trim()) ? zone.trim() : null;
  // Of what cannot be read nothing is missing.
  const isReadable = raw === null ? isConfigured : raw.data !== null;
  const found = isReadable ? diagnostics : new Diagnostics();
  const schema = mapping(createSiteFields(stated ?? "UTC"), "want keys and values");
  const { values } = validate(data, schema, { diagnostics: found, unknownKeys: "error" });
  if (values === null) throw new TypeError("a site without a name and an address has stand-ins for them");
  const document = new CheckedDocument(data, diagnostics);
  const site: SiteDocument = {
    ...values,
    file,
    locate: (field) => data.locate(field),
    locales: values.locales.length === 0 ? [values.language] : [...new Set(values.locales)],
    logo: document.picture(values.logo, ["logo"], { needsAlt: false }),
    favicon: document.picture(values.favicon, ["favicon"], { needsAlt: false }),
  };
  return { site, timeZone: stated ?? "UTC", isTimeZoneKnown: isReadable && (zone === undefined || stated !== null) };
}

const WANT_ORIGIN = "want the public origin of the site: https://ines.example";

/** An origin: no path, no query; a slash at its end is dropped. */
const origin = leaf(WANT_ORIGIN, (value, reading) => {
  const written = readText(value, reading, WANT_ORIGIN);
  const parsed = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  if (parsed === null) return reading.fail({ code: "bad-url", message: `"${written}" is not an http or https address`, hint: WANT_ORIGIN });
  if (parsed.username !== "" || parsed.password !== "")
    return reading.fail({ code: "bad-url", message: `"${written}" holds a user name`, hint: `want ${parsed.protocol}//${parsed.host}` });
  const path = parsed.pathname + parsed.search + parsed.hash;
  if (path === "/") return parsed.origin;
  const remedy = `want ${parsed.origin}; a path goes into urls of the configuration: urls: { posts: "${parsed.pathname.replace(/\/$/, "")}/posts/{slug}" }`;
  return reading.fail({ code: "bad-url", message: `"${written}" has a path`, hint: remedy });
});

const email = leaf("want an e-mail address", (value, reading) => {
  const written = readText(value, reading, "want an e-mail address");
  if (/^[^\s@]+@[^\s@]+$/.test(written)) return written;
  return reading.fail({ code: "bad-value", message: `"${written}" is not an e-mail address`, hint: "want an e-mail address" });
});

const WANT_AUTHOR = "want a name or { name, url, email }";
const author = textOr("name", mapping({ name: text("want a name"), url: optional(url), email: optional(email) }, WANT_AUTHOR));
