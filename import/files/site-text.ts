import { CORE_SCHEMA, dump } from "js-yaml";
import { language as languageSchema } from "../../build/kinds/fields/field-values.ts";
import { toStandInUrl } from "../../build/shared/slugs.ts";
import { withoutNulls } from "../../build/sources/data-values.ts";
import { isTimeZone } from "../../contract/query/time-zone.ts";
import type { ExportSource } from "../imported-entry.ts";

/** site.yaml for a content folder that has none. */
export interface SiteText {
  readonly text: string;
  /** Keys in the file. */
  readonly keys: readonly string[];
  /** Settings that the owner should check, one line each. */
  readonly notes: readonly string[];
}

/** @param fallbackName used if the export has no site name */
export function toSiteText(
  { system, site, siteUrl, language: written }: Pick<ExportSource, "system" | "site" | "siteUrl" | "language">,
  fallbackName: string,
): SiteText {
  const name = site.name ?? fallbackName;
  const url = siteUrl !== null && /^https?:$/.test(siteUrl.protocol) ? siteUrl.origin : null;
  const madeUp = toStandInUrl(name);
  const language = written === "" ? null : (languageSchema.safeParse(written.replaceAll("_", "-")).data ?? null);
  const timeZone = site.timeZone !== null && isTimeZone(site.timeZone) ? site.timeZone : null;
  const values = withoutNulls({ name, url: url ?? madeUp, language, timeZone, description: site.description });
  const missing = (key: string, what: string, otherwise: string): string =>
    `the export does not state the site's ${what}: add ${key}: to site.yaml, otherwise it is ${otherwise}`;
  return {
    text: `# The site, from an export of ${system}.\n${dump(values, { lineWidth: -1, schema: CORE_SCHEMA })}`,
    keys: Object.keys(values),
    notes: [
      ...(url === null ? [`${madeUp} is a placeholder: put the real address into site.yaml before you publish`] : []),
      ...(language === null ? [missing("language", "language", "en")] : []),
      ...(timeZone === null ? [missing("timeZone", "time zone", "UTC")] : []),
    ],
  };
}
