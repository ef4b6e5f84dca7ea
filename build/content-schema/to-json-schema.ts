import type { z } from "zod";
import type { JsonShape } from "../kinds/fields/leaf.ts";

/** A JSON Schema (draft 07, which editors support) for the input of a content schema. */
export type JsonSchema = { readonly [key: string]: unknown };

interface SchemaMeta {
  readonly want?: string;
  /** Meaning of the field. Without it, `want` describes its values. */
  readonly description?: string;
  readonly shape?: JsonShape;
  readonly alsoReads?: JsonShape;
}

/** The parts of zod's definitions that the content schemas use (fields/leaf.ts). */
interface Definition {
  readonly type: string;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}

/**
 * Converts a content schema. The result allows everything that the schema allows, so that an editor
 * never marks a valid value. The schema is stricter, so `octavo check` finds more mistakes.
 */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const meta = (schema.meta() ?? {}) as SchemaMeta;
  const described = { ...describeWant(meta.want), ...(meta.shape ?? fromDefinition(schema)) };
  const all =
    meta.alsoReads === undefined
      ? described
      : { anyOf: [...(Array.isArray(described.anyOf) ? described.anyOf : [described]), meta.alsoReads] };
  return meta.description === undefined ? all : { ...all, description: meta.description };
}

function fromDefinition(schema: z.ZodType): JsonSchema {
  const definition = schema._zod.def as unknown as Definition;
  switch (definition.type) {
    case "pipe": {
      const { in: first, out } = definition;
      // Authors write the value before the transform.
      const written = out !== undefined && typeOf(out) !== "transform" ? out : first;
      return written === undefined ? {} : toJsonSchema(written);
    }
    case "nullable":
      return orNull(definition.innerType === undefined ? {} : toJsonSchema(definition.innerType));
    case "optional":
      return definition.innerType === undefined ? {} : toJsonSchema(definition.innerType);
    case "array":
      return { type: "array", items: definition.element === undefined ? {} : toJsonSchema(definition.element) };
    case "record":
      return { type: "object", additionalProperties: definition.valueType === undefined ? {} : toJsonSchema(definition.valueType) };
    case "object":
      return fromObject(definition.shape ?? {});
    default:
      return {};
  }
}

function fromObject(shape: Readonly<Record<string, z.ZodType>>): JsonSchema {
  const required = Object.keys(shape).filter((name) => shape[name]?.safeParse(undefined).success === false);
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, toJsonSchema(member)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function typeOf(schema: z.ZodType): string {
  return (schema._zod.def as unknown as Definition).type;
}

function orNull(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).length === 0) return schema;
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...schema.enum, null] };
  if (typeof schema.type === "string" || Array.isArray(schema.type)) return { ...schema, type: [...new Set([schema.type, "null"].flat())] };
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
  return { anyOf: [schema, { type: "null" }] };
}

/** `want 0.5 to 5 in steps of 0.5` → `0.5 to 5 in steps of 0.5`. */
function describeWant(want: string | undefined): JsonSchema {
  const text = want?.replace(/^want /, "") ?? "";
  return text === "" ? {} : { description: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}
