import { isSlug } from "../../../contract/slug-pattern.ts";
import type { Finding } from "../../shared/diagnostics.ts";
import type { KindName } from "../../shared/kind-name.ts";
import type { SlugSetting } from "../../shared/resolved-config.ts";
import { nameOfFile, toDatedPath, toSlug } from "../../shared/slugs.ts";
import { type Mapping, Numeral, toPlain } from "../../sources/data-values.ts";
import { describe } from "../../sources/wording.ts";
import { type NameSlug, slugOfName, type ToAscii } from "./file-slug.ts";
import { placeholdersOf } from "./page-pattern.ts";

/** The slug of a document that does not state one. */

export interface UnnamedDocument {
  readonly kind: KindName;
  /** Path of the file, relative to the content folder. */
  readonly relative: string;
  /** Its path relative to the folder of its collection. */
  readonly inCollection: string;
  /** `2024-01-31` in the site's time zone; null if the date is missing or invalid. */
  readonly date: string | null;
  /** The field with that date. */
  readonly dateField: string;
  /** True for a draft that has no date yet, and for an invalid date that is already reported. */
  readonly mayLackDate: boolean;
  readonly language: string;
  /** Keys have the API's names. */
  readonly values: Mapping;
}

export interface SlugOptions {
  /** null to use the file's name. */
  readonly setting: SlugSetting | null;
  readonly toAscii: ToAscii | null;
  /** Called for each mistake. The slug is then derived from the file's name. */
  report(finding: Finding): void;
}

export function slugOfDocument(document: UnnamedDocument, { setting, toAscii, report }: SlugOptions): NameSlug {
  const { name, date: fileDate, path } = nameOfFile(document.relative);
  const { language, date, dateField } = document;
  const read = (text: string, before: string | null): NameSlug => slugOfName(text, { toAscii, language, date: before });
  const plain = read(name, fileDate);
  if (setting === null || plain.slug === "") return plain;
  if (typeof setting === "function") {
    const source = { slug: plain.slug, name, path, date, frontMatter: toPlain(document.values) as Readonly<Record<string, unknown>> };
    return callSetting(() => setting(source), { plain, kind: document.kind, report });
  }
  const placeholders = placeholdersOf(setting);
  const title = placeholders.includes("title") ? textOf(document.values.title) : "";
  if (title === "" && placeholders.includes("title")) return plain;
  const hasDate = placeholders.some((part) => DATE_PARTS.has(part));
  if (hasDate && date === null) {
    const message = `missing: the document's slug, ${setting}, contains the date`;
    if (!document.mayLackDate)
      report({ code: "missing-date", message, hint: `write ${dateField}: 2024-01-31, or slug:`, field: [dateField] });
    return plain;
  }
  // A hash needs no date here, because the pattern already contains the date.
  const own = read(title === "" ? name : title, null);
  const partsOf = (text: string): string =>
    text
      .split("/")
      .map((part) => read(part, null).slug)
      .join("-");
  const datedPath = toDatedPath(document.inCollection);
  const texts: Readonly<Record<string, string>> = {
    name: title === "" ? own.slug : read(name, null).slug,
    title: own.slug,
    path: partsOf(path),
    dated_path: partsOf(datedPath),
    year: date?.slice(0, 4) ?? "",
    month: date?.slice(5, 7) ?? "",
    day: date?.slice(8, 10) ?? "",
  };
  const fill = (values: Readonly<Record<string, string>>): string => setting.replace(/\{(\w+)\}/g, (_, part: string) => values[part] ?? "");
  const text = fill({ ...texts, name, path, dated_path: datedPath, ...(title === "" ? {} : { title }) });
  return { ...own, slug: toSlug(fill(texts)), text };
}

const DATE_PARTS: ReadonlySet<string> = new Set(["year", "month", "day"]);

/** The text of a title, which may be a number: `title: 1984`. */
function textOf(title: unknown): string {
  return title instanceof Numeral ? title.source : typeof title === "string" ? title.trim() : "";
}

function callSetting(
  call: () => unknown,
  { plain, kind, report }: { readonly plain: NameSlug; readonly kind: KindName; readonly report: SlugOptions["report"] },
): NameSlug {
  const wrong = (problem: string, hint: string): NameSlug => {
    report({ code: "bad-slug", message: `slugs.${kind} of the configuration ${problem}`, hint, field: ["slug"] });
    return plain;
  };
  try {
    const made = call();
    if (made === null || made === undefined) return plain;
    // Nothing awaits the promise, so its rejection must be handled here.
    if (made instanceof Promise) made.catch(() => undefined);
    if (typeof made !== "string")
      return wrong(
        `returns ${made instanceof Promise ? "a promise" : describe(made)}`,
        "want a slug, synchronously, or null for the slug from the file's name",
      );
    const slug = toSlug(made);
    if (isSlug(made)) return { slug: made, dropped: "", isHash: false };
    return wrong(
      `returns ${describe(made)}, which is not a slug`,
      slug === "" ? "want lower-case letters a-z, digits and single hyphens" : `want ${slug}`,
    );
  } catch (error) {
    return wrong(`throws: ${error instanceof Error ? error.message : String(error)}`, "correct the function in octavo.config.ts");
  }
}
