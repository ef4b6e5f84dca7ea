import { isTimeZone } from "../../contract/query/time-zone.ts";
import { readSiteUrl } from "../../contract/text/base-path.ts";
import { DEFAULT_LOOK, LOOK_NAMES } from "../../views/looks.ts";
import { Diagnostics, type Location, startOf } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { DataDocument } from "../sources/data-document.ts";
import { createMapping, toValues } from "../sources/data-values.ts";
import type { RawDocument } from "../sources/files/raw-document.ts";
import { CheckedDocument } from "./document/checked-document.ts";
import type { DocumentBase, PictureRef, ValuesOf } from "./document/entry.ts";
import { color, language, picture, siteLinks, textOr, timeZone, updatedAt, url } from "./fields/field-values.ts";
import { boolean, list, mapping, oneOf, optional, text, textLeaf, withDefault } from "./fields/leaf.ts";
import { validate } from "./fields/validate.ts";
import { navigation } from "./navigation-links.ts";

/** site.yaml. */
export function createSiteFields(zone: string) {
  return {
    name: text("want the name of the site: name: Ines Aas").describe("Name of the site"),
    /** Without a final slash. */
    url: siteUrl.describe("Public address: https://ines.example, or https://ines.example/blog for a site under a path"),
    tagline: optional(text()).describe("The site in a few words"),
    description: optional(text()).describe("The site in a sentence or two"),
    logo: optional(picture).describe("Picture: a path relative to the file, or { src, alt }"),
    favicon: optional(picture).describe("Picture: a path relative to the file"),
    accentColor: optional(color).describe("Colour, #rrggbb in quotes"),
    look: withDefault(oneOf(LOOK_NAMES), DEFAULT_LOOK).describe(`Look of the pages: ${LOOK_NAMES.join(", ")}. Default: ${DEFAULT_LOOK}`),
    colorSchemeSwitch: withDefault(boolean, false).describe(
      "Whether pages have a switch between light and dark. Default: false, so that they follow the visitor's system",
    ),
    language: withDefault(language, "en").describe("Language of the site, a BCP 47 tag. Default: en"),
    locales: list(language, "want a list of language tags").describe("Languages that the site has. Default: its language"),
    timeZone: withDefault(timeZone, "UTC").describe("Time zone of dates without an offset: an IANA name such as Europe/Oslo. Default: UTC"),
    author: optional(author).describe("Author: a name, or { name, url, email }. The email address is not published"),
    footerLinks: siteLinks.describe("Links in the footer of pages"),
    social: siteLinks.describe("Profiles elsewhere"),
    navigation: navigation.describe("The menu: a list of { label, url, children }. Default: the pages without a parent"),
    commentsEnabled: withDefault(boolean, true).describe("Whether visitors may comment on posts without commentsOpen. Default: true"),
    replyNotices: withDefault(boolean, false).describe(
      "Whether visitors can ask to get an email when somebody replies to their comment. Default: false",
    ),
    campaigns: withDefault(boolean, false).describe(
      "Whether views are counted by the campaign in their address (utm_source, utm_medium, utm_campaign). Default: false",
    ),
    updatedAt: updatedAt(zone),
  };
}

export type SiteDocument = DocumentBase &
  Omit<ValuesOf<typeof createSiteFields>, "logo" | "favicon"> & { readonly logo: PictureRef | null; readonly favicon: PictureRef | null };

export interface SiteInput {
  /** null if there is no site.yaml. */
  readonly raw: RawDocument | null;
  /** Where site.yaml would be. */
  readonly file: SourceFile;
  /** From the configuration; site.yaml takes precedence. */
  readonly configured: Readonly<Record<string, unknown>>;
  /** Members that take precedence over both. */
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly elsewhere: Location;
  readonly diagnostics: Diagnostics;
}

export interface ParsedSite {
  /** The site, with substitutes for missing or invalid values (reported). */
  readonly site: SiteDocument;
  /** UTC if the site's time zone is missing or invalid. */
  readonly timeZone: string;
  /** false if site.yaml may name another one, but cannot be read now. */
  readonly hasValidTimeZone: boolean;
}

export function parseSite({ raw, file, configured, overrides, elsewhere, diagnostics }: SiteInput): ParsedSite {
  const isConfigured = Object.keys(configured).length > 0;
  if (raw === null && !isConfigured) {
    const hint = "write name: … and url: https://… in it, or site: { name, url } in octavo.config.ts";
    const finding = { code: "missing-site", message: "missing: the site has no name and no address", hint };
    diagnostics.error(startOf(file.path), finding);
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
  // Fields of an unreadable file are not reported as missing.
  const isReadable = raw === null ? isConfigured : raw.data !== null;
  const found = isReadable ? diagnostics : new Diagnostics();
  const schema = mapping(createSiteFields(stated ?? "UTC"), "want keys and values");
  const { values } = validate(data, schema, { diagnostics: found, unknownKeys: "error" });
  if (values === null) throw new TypeError("a site without a name and an address has substitutes for them");
  const document = new CheckedDocument(data, diagnostics);
  const site: SiteDocument = {
    ...values,
    file,
    locate: (field) => data.locate(field),
    locales: values.locales.length === 0 ? [values.language] : [...new Set(values.locales)],
    logo: document.picture(values.logo, ["logo"], { needsAlt: false }),
    favicon: document.picture(values.favicon, ["favicon"], { needsAlt: false }),
  };
  return { site, timeZone: stated ?? "UTC", hasValidTimeZone: isReadable && (zone === undefined || stated !== null) };
}

/** An origin, with the path if the site is below one. A final slash is removed. */
const siteUrl = textLeaf("want the public address of the site: https://ines.example", (written, fail) => {
  const parsed = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  if (parsed === null) return fail("bad-url", `"${written}" is not an http or https address`);
  if (parsed.username !== "" || parsed.password !== "")
    return fail("bad-url", `"${written}" contains a user name`, `want ${parsed.protocol}//${parsed.host}`);
  if (parsed.search + parsed.hash !== "")
    return fail("bad-url", `"${written}" has a query or a fragment`, `want ${parsed.origin}${parsed.pathname}`);
  const wanted = "want letters, digits, -, _, . and ~ between slashes: https://ines.example/blog";
  return readSiteUrl(written) ?? fail("bad-url", `"${written}" has a path that a site cannot have`, wanted);
});

const email = textLeaf("want an email address", (written, fail) =>
  /^[^\s@]+@[^\s@]+$/.test(written) ? written : fail("bad-value", `"${written}" is not an email address`),
);

const WANT_AUTHOR = "want a name or { name, url, email }";
const author = textOr("name", mapping({ name: text("want a name"), url: optional(url), email: optional(email) }, WANT_AUTHOR));
