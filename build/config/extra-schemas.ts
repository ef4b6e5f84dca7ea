import { EXTRA_KINDS, type ExtraKind } from "../../contract/config/define-config.ts";
import type { StandardSchema } from "../../contract/config/standard-schema.ts";
import { isMapping, type Mapping } from "../sources/data-values.ts";

/** The schemas under `frontMatter.extra`, by kind; what is none is left out. */
export function findExtraSchemas(raw: Mapping): Partial<Record<ExtraKind, StandardSchema>> {
  const found = EXTRA_KINDS.map((kind) => [kind, rulesOf(raw, kind)?.schema] as const);
  return Object.fromEntries(found.filter(([, schema]) => isStandardSchema(schema)));
}

/** Kinds with something in the place of a schema that is none. */
export function findWrongSchemas(raw: Mapping): readonly ExtraKind[] {
  return EXTRA_KINDS.filter((kind) => {
    const schema = rulesOf(raw, kind)?.schema;
    return schema !== undefined && schema !== null && !isStandardSchema(schema);
  });
}

/** The configuration without schemas, which are code. */
export function withoutSchemas(raw: Mapping): Mapping {
  if (!isMapping(raw.frontMatter) || !isMapping(raw.frontMatter.extra)) return raw;
  const extra = Object.entries(raw.frontMatter.extra).map(([kind, rules]) => {
    if (!isMapping(rules)) return [kind, rules];
    const { schema: _, ...keys } = rules;
    return [kind, keys];
  });
  return { ...raw, frontMatter: { ...raw.frontMatter, extra: Object.fromEntries(extra) } };
}

function rulesOf(raw: Mapping, kind: ExtraKind): Mapping | null {
  const extra = isMapping(raw.frontMatter) ? raw.frontMatter.extra : null;
  const rules = isMapping(extra) ? extra[kind] : null;
  return isMapping(rules) ? rules : null;
}

/** Some are functions, those of ArkType. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  const holder = typeof value === "function" || isMapping(value) ? (value as Partial<StandardSchema>) : null;
  return typeof holder?.["~standard"]?.validate === "function";
}
