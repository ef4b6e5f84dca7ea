import { Diagnostics } from "../../shared/diagnostics.ts";
import type { SourceFile } from "../../shared/source-file.ts";
import type { ParsedBlock } from "../data-document.ts";
import { copyMapping, isMapping, isNothing, type Mapping } from "../data-values.ts";
import { readSourceText } from "../read-text.ts";
import type { SourceText } from "../source-text.ts";
import { reportUnusableTexts } from "../unusable-texts.ts";
import { describe } from "../wording.ts";
import { parseYaml } from "../yaml.ts";
import { type CellType, parseCsvEntries } from "./csv-entries.ts";
import { parseJson } from "./json.ts";
import type { RawDocument } from "./raw-document.ts";

/**
 * Maximum number of values in a data file, with aliases expanded: ten thousand entries with a
 * hundred values each.
 */
const VALUES_MAX = 1_000_000;

/**
 * Reads a file with many entries: a list of mappings, or a mapping from slugs to mappings.
 * @param typeOf returns how to read a cell of a CSV file
 * @returns the recognizable entries; mistakes are reported
 */
export function readDataFile(
  file: SourceFile,
  typeOf: (name: string) => CellType,
  diagnostics: Diagnostics,
  bytes: Buffer | null = null,
): readonly RawDocument[] {
  const source = readSourceText(file, diagnostics, bytes);
  if (source === null) return [];
  const nul = source.text.indexOf("\0");
  if (nul !== -1) {
    const hint = "remove it, or save the file again as text in UTF-8";
    diagnostics.error(source.locate(nul), { code: "bad-text", message: "contains a NUL character", hint });
    return [];
  }
  const block = parse(source, file, typeOf, diagnostics);
  const { value, places } = block;
  const listed = value === null ? [] : listEntries(block);
  if (listed === null) {
    if (value !== undefined) {
      const hint = "want a list of entries, or a mapping from slugs to entries";
      diagnostics.error(places.whole(), { code: "wrong-type", message: `holds ${describe(value)}`, hint });
    }
    return [];
  }
  // A file with mistakes may have entries that were not recognized.
  if (listed.length === 0 && diagnostics.errorCount === 0)
    diagnostics.warning(places.whole(), {
      code: "no-entries",
      message: "has no entries",
      hint: "add one, or remove the file and its kind",
    });
  return listed.flatMap(([key, entry]): readonly RawDocument[] => {
    const own = new Diagnostics();
    if (!isMapping(entry)) {
      const hint = "want the fields of an entry: { title: A heron }";
      diagnostics.error(places.value([key]), { code: "wrong-type", message: `${describe(entry)} is not an entry`, hint });
      return [];
    }
    reportUnusableTexts({ value: entry, places: places.below([key]) }, own);
    const data = typeof key === "string" ? withSlug(key, entry) : entry;
    const stated = entry.slug;
    if (typeof key === "string" && !isNothing(stated) && String(stated) !== key) {
      const hint = "the key is the slug: remove slug from the entry";
      own.error(places.value([key, "slug"]), { code: "two-names", message: `differs from its key, ${key}`, hint, field: ["slug"] });
    }
    return [{ file: { ...file, entry: key }, source, data, places: places.below([key]), body: "", bodyLine: 1, found: own.all() }];
  });
}

function parse(source: SourceText, { relative }: SourceFile, typeOf: (name: string) => CellType, diagnostics: Diagnostics): ParsedBlock {
  if (/\.csv$/i.test(relative)) return parseCsvEntries(source, typeOf, diagnostics);
  if (/\.json$/i.test(relative)) return parseJson(source, diagnostics);
  return parseYaml({ source, text: source.text, base: 0 }, diagnostics, VALUES_MAX);
}

/** null if it is neither a list nor a mapping. */
function listEntries({ value }: ParsedBlock): readonly (readonly [key: string | number, entry: unknown])[] | null {
  if (Array.isArray(value)) return value.map((entry: unknown, index) => [index, entry] as const);
  return isMapping(value) ? Object.entries(value) : null;
}

function withSlug(slug: string, entry: Mapping): Mapping {
  return Object.assign(copyMapping(entry), { slug });
}
