import { FAILSAFE_SCHEMA, load, Type, YAMLException } from "js-yaml";
import type { Diagnostics, FieldPath, Finding } from "../shared/diagnostics.ts";
import { DataPlaces, type ParsedBlock, type SourceBlock } from "./data-document.ts";
import { createMapping, Numeral } from "./data-values.ts";
import { openYaml, type YamlMistake } from "./yaml-places.ts";

/**
 * Maximum number of values in a document, with aliases expanded. More are an accident or an attack.
 */
const VALUES_MAX = 20_000;
/** Maximum nesting of lists and mappings, which is also js-yaml's limit. */
export const DEPTH_MAX = 100;

const NOTHING = /^(?:~|null|Null|NULL|)$/;
const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
const INTEGER = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const NUMBER =
  /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/**
 * Matches text in which a list, mapping or alias may be a key, which js-yaml would convert to text.
 */
const MAYBE_COLLECTION_AS_KEY = /(?:^|[\s[{,])\?\s|[\]}]\s*:|\*\S+\s+:/;

/**
 * YAML 1.2 core (section 10.3.2), without timestamps and base 60; `yes` is text. Implicit types
 * apply only to plain scalars, so quoted values are text.
 */
const CORE = FAILSAFE_SCHEMA.extend({
  implicit: [
    scalar("null", NOTHING, () => null),
    scalar("bool", BOOLEAN, (text) => /^t/i.test(text)),
    scalar("float", NUMBER, (text) => new Numeral(toNumber(text), text)),
  ],
  explicit: [scalar("int", INTEGER, (text) => new Numeral(toNumber(text), text))],
});

function scalar(name: string, pattern: RegExp, construct: (text: string) => unknown): Type {
  const resolve = (text: string | null): boolean => pattern.test(text ?? "");
  return new Type(`tag:yaml.org,2002:${name}`, { kind: "scalar", resolve, construct: (text: string | null) => construct(text ?? "") });
}

function toNumber(text: string): number {
  if (/nan$/i.test(text)) return Number.NaN;
  return /inf$/i.test(text) ? (text.startsWith("-") ? -Infinity : Infinity) : Number(text);
}

/**
 * Parses YAML 1.2 core.
 * @param valuesMax maximum number of values, with aliases expanded
 */
export function parseYaml({ source, text, base }: SourceBlock, diagnostics: Diagnostics, valuesMax = VALUES_MAX): ParsedBlock {
  const places = new DataPlaces(source, () => openYaml(text, base).find);
  const report = (mistakes: readonly YamlMistake[]): void => {
    for (const { range, finding } of mistakes) diagnostics.error(source.locate(...range), finding);
  };
  try {
    let isDoubtful = MAYBE_COLLECTION_AS_KEY.test(text);
    const onWarning = (): void => {
      isDoubtful = true;
    };
    const { value, mergeKeys } = expandAliases(load(text, { schema: CORE, onWarning }), valuesMax);
    const mistakes = isDoubtful ? openYaml(text, base).mistakes : [];
    report(mistakes);
    report(mergeKeys.map((path) => ({ range: openYaml(text, base).find(path).key, finding: { ...MERGE_KEY, field: path } })));
    return { value: mistakes.length > 0 ? undefined : value, places };
  } catch (error) {
    if (error instanceof TooLarge) report([{ range: openYaml(text, base).find(error.path).value, finding: error.finding }]);
    else if (error instanceof YAMLException) report(explain(error, text, base));
    else throw error;
    return { value: undefined, places };
  }
}

/** Uses the `yaml` package, which finds all mistakes and describes them better. */
function explain({ reason, mark }: YAMLException, text: string, base: number): readonly YamlMistake[] {
  const at = base + Math.min(mark?.position ?? 0, text.length);
  if (reason.startsWith("nesting exceeded")) return [{ range: [at, at], finding: TOO_DEEP }];
  const { mistakes } = openYaml(text, base);
  return mistakes.length > 0 ? mistakes : [{ range: [at, at], finding: { code: "yaml", message: `not valid YAML: ${reason}` } }];
}

const TOO_DEEP: Finding = {
  code: "yaml",
  message: `lists or mappings are nested more than ${DEPTH_MAX} levels deep here, or an alias contains itself`,
  hint: "remove levels",
};
const tooMany = (max: number): Finding => ({
  code: "yaml",
  message: `with its aliases expanded, this has more than ${max.toLocaleString("en")} values`,
  hint: max === VALUES_MAX ? "remove some: front matter is not the place for data" : "remove some",
});
/** In YAML 1.1, merged values are fields of the document, and `draft: true` may be among them. */
const MERGE_KEY: Finding = { code: "merge-key", message: "merge keys are not read", hint: "write out the fields that it represents" };

class TooLarge extends Error {
  readonly finding: Finding;
  readonly path: FieldPath;

  constructor(finding: Finding, path: FieldPath) {
    super(finding.message);
    this.finding = finding;
    this.path = path;
  }
}

interface Expanded {
  readonly value: unknown;
  readonly mergeKeys: readonly FieldPath[];
}

/**
 * Copies a value, with each alias replaced by its value and without merge keys.
 * @throws TooLarge
 */
function expandAliases(loaded: unknown, valuesMax: number): Expanded {
  const mergeKeys: FieldPath[] = [];
  const path: (string | number)[] = [];
  let count = 0;
  const expand = (value: unknown): unknown => {
    count += 1;
    if (count > valuesMax) throw new TooLarge(tooMany(valuesMax), path);
    if (typeof value !== "object" || value === null || value instanceof Numeral) return value;
    if (path.length > DEPTH_MAX) throw new TooLarge(TOO_DEEP, path);
    const at = path.length;
    const result: unknown[] | ReturnType<typeof createMapping> = Array.isArray(value) ? [] : createMapping();
    for (const [key, member] of Object.entries(value)) {
      path[at] = Array.isArray(value) ? Number(key) : key;
      if (key === "<<") mergeKeys.push([...path]);
      else if (Array.isArray(result)) result.push(expand(member));
      else result[key] = expand(member);
    }
    path.length = at;
    return result;
  };
  return { value: expand(loaded ?? null), mergeKeys };
}
