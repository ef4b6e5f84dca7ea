import { COLLECTION_NAMES, EXTRA_KINDS } from "../../contract/config/config-names.ts";
import type { KindConfig } from "../../contract/config/define-kind.ts";
import { ROUTES } from "../../contract/paths.ts";
import { RESERVED_KIND_NAMES } from "../../kinds/hit-kinds.ts";
import { OWN_KIND_NAME, OWN_KIND_NAME_MAX } from "../../kinds/own-kind.ts";
import { problemOfPattern, problemOfSlugPattern } from "../kinds/addresses/page-pattern.ts";
import type { FieldPath, Finding } from "../shared/diagnostics.ts";
import { isMapping } from "../sources/data-values.ts";
import type { ReportDefinition } from "./kind-fields.ts";

/** Checks of a kind's names: its own, its words, and the paths of its pages. */

/** null if the name is valid. */
export function problemOfName(name: string): Finding | null {
  const form = "want 2 to 40 lower-case letters, digits and single hyphens, beginning with a letter";
  if (!OWN_KIND_NAME.test(name) || name.length < 2 || name.length > OWN_KIND_NAME_MAX)
    return { code: "bad-value", message: `"${name}" is not the name of a kind`, hint: form };
  if (COLLECTION_NAMES.some((each) => each === name)) {
    const extra = EXTRA_KINDS.some((each) => each === name) ? `, frontMatter.extra.${name} adds fields` : "";
    const hint = `remove it: collections.${name} sets its files${extra}; name a kind of your own my-${name}`;
    return { code: "bad-value", message: `"${name}" is built in`, hint };
  }
  const isPath = ROUTES.some(({ path }) => path.split("/")[1]?.replace(/\..*$/, "") === name);
  if (!isPath && !RESERVED_KIND_NAMES.includes(name)) return null;
  const message = isPath ? `"${name}" is a path of the API` : `"${name}" is reserved`;
  return { code: "bad-value", message, hint: `rename it, for example to my-${name}` };
}

/** Checks a kind's names for its documents. */
export function checkWords(
  words: unknown,
  name: string,
  at: FieldPath,
  report: ReportDefinition,
): { readonly one: string; readonly many: string } {
  const hint = 'want the names of its documents: { one: "Talk", many: "Talks" }';
  if (isMapping(words) && isText(words.one) && isText(words.many)) {
    const unknown = Object.keys(words).find((key) => key !== "one" && key !== "many");
    if (unknown !== undefined) report([...at, unknown], { code: "unknown-key", message: 'is neither "one" nor "many"', hint });
    return { one: words.one, many: words.many };
  }
  report(
    at,
    words === undefined ? { code: "missing-key", message: "missing", hint } : { code: "wrong-type", message: "is not { one, many }", hint },
  );
  return { one: name, many: name };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Path pattern of a kind's pages; null if there is none, or it is invalid (reported). */
export function resolvePage(page: unknown, at: FieldPath, report: ReportDefinition): string | null {
  if (page === undefined) return null;
  const problem = typeof page === "string" ? problemOfPattern(page) : "is not a path";
  if (problem === null) return page as string;
  report(at, { code: "bad-value", message: `"${String(page)}" ${problem}`, hint: `want a path such as "/${String(at[1])}/{slug}/"` });
  return null;
}

/** Pattern of a kind's slugs; null if there is none, or it is invalid (reported). */
export function resolveSlugs(slugs: unknown, isDataFile: boolean, at: FieldPath, report: ReportDefinition): string | null {
  if (slugs === undefined) return null;
  const problem = isDataFile ? "has no effect" : typeof slugs === "string" ? problemOfSlugPattern(slugs) : "is not a pattern";
  if (problem === null) return slugs as string;
  const hint = isDataFile
    ? "remove it: entries of a data file get their slugs from their titles"
    : 'want a pattern such as "{year}-{name}"';
  report(at, { code: "bad-value", message: `${JSON.stringify(slugs)} ${problem}`, hint });
  return null;
}

/**
 * Former path patterns of a kind's pages, one or a list. Invalid ones are reported and left out.
 */
export function resolveFormerPage({ page, formerPage }: Partial<KindConfig>, at: FieldPath, report: ReportDefinition): readonly string[] {
  if (formerPage === undefined) return [];
  if (page !== undefined) return [formerPage].flat().flatMap((one) => resolvePage(one, at, report) ?? []);
  report(at, { code: "bad-value", message: 'needs the option "page"', hint: "former paths redirect to the kind's current pages" });
  return [];
}
