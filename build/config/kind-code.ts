import type { KindConfig } from "../../contract/config/define-kind.ts";
import { isStandardSchema } from "../../contract/config/standard-schema.ts";
import type { FieldData } from "../../kinds/members/field-data.ts";
import type { FieldPath } from "../shared/diagnostics.ts";
import { KindCode } from "../shared/resolved-config.ts";
import { isMapping, type Mapping } from "../sources/data-values.ts";
import { checkFields, type ReportDefinition } from "./kind-fields.ts";
import { hintForName } from "./kind-filters.ts";

/** Types of values that `compute` can return. */
const COMPUTED_TYPES: readonly FieldData["type"][] = [
  ...(["text", "number", "boolean", "date", "instant", "url", "oneOf", "list", "object"] as const),
];

/**
 * Resolves the members of a definition that are code, and the fields that this code computes.
 * Reports mistakes in them.
 */
export function resolveCode(
  config: Mapping,
  at: FieldPath,
  report: ReportDefinition,
): { readonly code: KindCode; readonly computed: Readonly<Record<string, FieldData>> } {
  const { schema, compute, computed = {}, reads } = config;
  if (schema !== undefined && !isStandardSchema(schema)) {
    const hint = "want a schema from Zod, Valibot, ArkType or another library listed at https://standardschema.dev";
    report([...at, "schema"], { code: "wrong-type", message: "is not a Standard Schema", hint });
  }
  if (compute !== undefined && typeof compute !== "function") {
    const hint = "want a function: (document, site) => ({ minutes: 5 })";
    report([...at, "compute"], { code: "wrong-type", message: "is not a function", hint });
  }
  const fields = checkComputed(computed, config.fields, [...at, "computed"], report);
  const isAny = Object.keys(fields).length > 0;
  if (isAny && compute === undefined) {
    const hint = `write compute: (document, site) => ({ ${Object.keys(fields).join(", ")} })`;
    report([...at, "compute"], { code: "missing-key", message: "missing", hint });
  }
  if (compute !== undefined && isMapping(computed) && Object.keys(computed).length === 0) {
    const hint = "write computed: { minutes: field.number() }, the fields that it returns";
    report([...at, "computed"], { code: "missing-key", message: "missing", hint });
  }
  if (reads !== undefined && compute === undefined) {
    const hint = "remove it: it names the kinds whose items are passed to compute";
    report([...at, "reads"], { code: "bad-value", message: "has no effect without compute", hint });
  }
  return {
    code: new KindCode(
      isStandardSchema(schema) ? schema : null,
      isAny && typeof compute === "function" ? (compute as NonNullable<KindConfig["compute"]>) : null,
      Array.isArray(reads) ? reads.map(String) : [],
    ),
    computed: Object.fromEntries(Object.entries(fields).map(([name, data]) => [name, { ...data, isComputed: true }])),
  };
}

function checkComputed(computed: unknown, fields: unknown, at: FieldPath, report: ReportDefinition): Readonly<Record<string, FieldData>> {
  const good = Object.entries(checkFields(computed, at, report)).filter(([name, { type }]) => {
    const isTaken = isMapping(fields) && Object.hasOwn(fields, name);
    if (isTaken) report([...at, name], { code: "bad-value", message: `"${name}" is also a field`, hint: "rename one of the two" });
    if (COMPUTED_TYPES.includes(type)) return !isTaken;
    const hint = `want one of ${COMPUTED_TYPES.join(", ")}; other types are read from files and documents`;
    report([...at, name], { code: "bad-value", message: `a ${type} cannot be computed`, hint });
    return false;
  });
  return Object.fromEntries(good);
}

interface ReadingKind {
  readonly name: string;
  readonly code: KindCode;
}

/**
 * Checks which kinds read each other: names must exist, and there must be no cycles.
 * @param targets names of all kinds of the site
 */
export function checkReads(kinds: readonly ReadingKind[], targets: readonly string[], report: ReportDefinition): void {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  for (const { name, code } of kinds)
    for (const read of code.reads) {
      const at = ["kinds", name, "reads"];
      if (!targets.includes(read))
        report(at, { code: "bad-value", message: `there is no kind "${read}"`, hint: hintForName(read, targets) });
      else if (read !== name && isReading(read, name, byName, new Set())) {
        const hint = "remove one of the two: a kind is computed after the kinds that it reads";
        report(at, { code: "bad-value", message: `${read} reads ${name}, directly or through others`, hint });
      }
    }
}

function isReading(name: string, target: string, byName: ReadonlyMap<string, ReadingKind>, seen: Set<string>): boolean {
  if (seen.has(name)) return false;
  seen.add(name);
  return (byName.get(name)?.code.reads ?? []).some((read) => read === target || isReading(read, target, byName, seen));
}
