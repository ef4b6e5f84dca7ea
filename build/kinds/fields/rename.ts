import type { FieldPath } from "../../shared/diagnostics.ts";
import type { NamedValues, Origin } from "../../sources/data-document.ts";
import { copyMapping, createMapping, isMapping, isNothing, type Mapping, Numeral } from "../../sources/data-values.ts";
import { ANY_CASE_FIELDS, type FieldNames, foldName, MERGED_FIELDS, PICTURE_ALT_NAMES } from "./front-matter-names.ts";

/** A field given under two names with different values. */
export interface Conflict {
  readonly field: string;
  /** The name that was used, and the one that was not. */
  readonly taken: FieldPath;
  readonly left: FieldPath;
  /**
   * Whether one of the names is the field's own. That is a mistake; two names from other generators
   * are not.
   */
  readonly canonical: boolean;
}

export interface Renamed extends NamedValues {
  readonly conflicts: readonly Conflict[];
}

/** A value for a field, with the name that the author used. */
export interface NamedValue {
  readonly path: FieldPath;
  readonly value: unknown;
}

/**
 * Where to split a text. `spaces`: at spaces if the text has no comma and the name is plural
 * (`tags`, not `tag`), as in Jekyll.
 */
type SplitAt = "commas" | "spaces";

/** The names of a kind's fields. */
export interface FieldNaming {
  /** Fields, each with its names, best first. */
  readonly fields: readonly NamedField[];
  /**
   * Names that the configuration maps to a field or to nothing, and the fields of one of the site's
   * own kinds.
   */
  readonly mapped: ReadonlySet<string>;
  /** Names that the configuration maps to nothing. */
  readonly ignored: readonly string[];
  /** Where to split a list that is given as one text. */
  readonly splitAt: SplitAt;
  /** All names of top-level fields, for suggestions. */
  readonly names: readonly string[];
}

interface NamedField {
  readonly field: string;
  readonly candidates: readonly (readonly string[])[];
  /** All its names in folded form; null if names must match exactly. */
  readonly folded: ReadonlySet<string> | null;
}

export interface RenameRules {
  /** Whether a value under another name can belong to a field. */
  readonly fits: (field: string, value: unknown) => boolean;
  /** Chooses among several values if none has the field's own name. */
  readonly choose: (field: string, found: readonly NamedValue[]) => NamedValue | undefined;
}

interface NamingOptions {
  readonly splitAt?: SplitAt;
  /** Fields of one of the site's own kinds. No other field uses their names. */
  readonly ownFields?: readonly string[];
}

/**
 * @param names other generators' names of the fields, best first
 * @param configured names from the configuration, which take precedence: name → field, or "" for a
 * name to ignore
 */
export function createFieldNaming(
  names: FieldNames,
  configured: Readonly<Record<string, string>> = {},
  { splitAt = "commas", ownFields = [] }: NamingOptions = {},
): FieldNaming {
  const mapped = new Set([...Object.keys(configured), ...ownFields]);
  const all = new Map<string, string[]>();
  for (const [name, field] of Object.entries(configured)) if (field !== "") all.set(field, [...(all.get(field) ?? []), name]);
  for (const [field, others] of Object.entries(names))
    all.set(field, [...(all.get(field) ?? []), ...others.filter((name) => !mapped.has(name))]);
  const fields = [...all].map(([field, others]) => ({
    field,
    candidates: others.map((name) => name.split(".")),
    folded: ANY_CASE_FIELDS.has(field) ? new Set([field, ...others].map(foldName)) : null,
  }));
  const ignored = Object.keys(configured).filter((name) => configured[name] === "");
  return { fields, mapped, ignored, splitAt, names: [...all.values()].flat().filter((name) => !name.includes(".")) };
}

/** Gives fields the API's names. */
export function renameFields(
  given: NamedValues,
  { fields, mapped, ignored, splitAt }: FieldNaming,
  { fits, choose }: RenameRules,
): Renamed {
  const values = copyMapping(given.values);
  const origins = new Map(given.origins);
  const conflicts: Conflict[] = [];
  for (const name of ignored) takeValue(values, name.split("."));
  for (const { field, candidates, folded } of fields) {
    const own = isNothing(values[field]) ? null : { path: [field], value: values[field] };
    const found: NamedValue[] = own === null ? [] : [own];
    const others =
      folded === null ? [] : Object.keys(values).filter((name) => name !== field && folded.has(foldName(name)) && !mapped.has(name));
    for (const path of [...candidates, ...others.map((name) => [name])]) {
      const [name = ""] = path;
      if (!(name in values) || !fits(field, values[name])) continue;
      const value = takeValue(values, path);
      if (!isNothing(value)) found.push({ path, value });
    }
    const first = own ?? choose(field, found);
    if (first === undefined) continue;
    if (MERGED_FIELDS.has(field)) {
      mergeLists(field, found, { values, origins, splitAt });
      continue;
    }
    values[field] = first.value;
    if (first !== own) origins.set(field, inFile(first.path));
    for (const other of found) {
      if (other !== first && !isSameValue(first.value, other.value))
        conflicts.push({ field, taken: first.path, left: other.path, canonical: first === own });
    }
  }
  return { values, origins, conflicts };
}

/** Moves a picture's alternative text, such as `coverAlt` beside the picture, into the picture. */
export function joinPictureAlt({ values, origins }: NamedValues, field: string, names = PICTURE_ALT_NAMES): NamedValues {
  if (!names.some((name) => name in values)) return { values, origins };
  const rest = copyMapping(values);
  const found = names.map((name) => ({ name, value: takeValue(rest, [name]) })).find(({ value }) => !isNothing(value));
  const cover = rest[field];
  if (found === undefined || cover === undefined) return { values: rest, origins };
  const written = origins.get(field) ?? inFile([field]);
  const alt = inFile([found.name]);
  if (isMapping(cover)) {
    if ("alt" in cover) return { values: rest, origins };
    rest[field] = Object.assign(copyMapping(cover), { alt: found.value });
    return { values: rest, origins: new Map([...origins, [`${field}.alt`, alt]]) };
  }
  if (Array.isArray(cover)) return { values: rest, origins };
  rest[field] = createMapping([
    ["src", cover],
    ["alt", found.value],
  ]);
  return { values: rest, origins: new Map([...origins, [`${field}.src`, written], [`${field}.alt`, alt]]) };
}

export function inFile(path: FieldPath): Origin {
  return { path, isInFile: true };
}

/** Removes and returns a value. If its table becomes empty, the table is also removed. */
export function takeValue(values: Mapping, path: readonly string[]): unknown {
  const [name = "", ...rest] = path;
  const value = values[name];
  if (rest.length === 0) {
    delete values[name];
    return value;
  }
  if (!isMapping(value) || !(String(rest[0]) in value)) return undefined;
  const inner = copyMapping(value);
  const found = takeValue(inner, rest);
  if (Object.keys(inner).length === 0) delete values[name];
  else values[name] = inner;
  return found;
}

/**
 * Merges all values into one list, and splits texts. A mapping is not a list and stays unchanged,
 * so that it gets its own message.
 */
function mergeLists(
  field: string,
  found: readonly NamedValue[],
  { values, origins, splitAt }: { values: Mapping; origins: Map<string, Origin>; splitAt: SplitAt },
): void {
  const [first] = found;
  const alone = found.find(({ value }) => isMapping(value)) ?? (found.length === 1 && Array.isArray(first?.value) ? first : undefined);
  if (alone !== undefined) {
    values[field] = alone.value;
    origins.set(field, inFile(alone.path));
    return;
  }
  const items: { value: unknown; path: FieldPath }[] = found.flatMap(({ path, value }) => {
    if (Array.isArray(value)) return value.map((item, index) => ({ value: item, path: [...path, index] }));
    const isOfWords = splitAt === "spaces" && SPACED_NAMES.has(path.join("."));
    const parts = typeof value === "string" ? splitText(value, isOfWords).map((part) => part.trim()) : [value];
    return parts.filter((part) => part !== "").map((part) => ({ value: part, path }));
  });
  values[field] = items.map(({ value }) => value);
  origins.set(field, inFile(first?.path ?? [field]));
  for (const [index, { path }] of items.entries()) origins.set(`${field}.${index}`, inFile(path));
}

/** Plural names, which Jekyll splits at spaces. `tag` and `category` have one value each. */
const SPACED_NAMES: ReadonlySet<string> = new Set(["tags", "categories"]);

function splitText(text: string, isOfWords: boolean): readonly string[] {
  return text.split(isOfWords && !text.includes(",") ? /\s+/ : ",");
}

function isSameValue(a: unknown, b: unknown): boolean {
  const toText = (value: unknown): string => JSON.stringify(value, (_, member) => (member instanceof Numeral ? member.source : member));
  return toText(a) === toText(b);
}
