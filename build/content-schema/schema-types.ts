/** The parts of a JSON Schema that describe types. */
export interface TypedSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, TypedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | TypedSchema;
  readonly items?: TypedSchema;
  readonly anyOf?: readonly TypedSchema[];
  readonly oneOf?: readonly TypedSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** Renders a schema as a TypeScript declaration with this name. */
export function renderSchemaType(name: string, schema: TypedSchema): string {
  const comment = renderComment(schema, "");
  return isPlainObject(schema) && schema.oneOf === undefined
    ? `${comment}export interface ${name} ${renderMembers(schema, "")}\n`
    : `${comment}export type ${name} = ${renderType(schema, "", name)};\n`;
}

/** @param at position of the schema, for messages */
function renderType(schema: TypedSchema, indent: string, at: string): string {
  const { $ref, type, items, additionalProperties } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const options = schema.anyOf ?? schema.oneOf;
  // Members beside the alternatives belong to each of them.
  if (options !== undefined && isPlainObject(schema))
    return `${renderMembers(schema, indent)} & (${options.map((option) => renderType(option, indent, at)).join(" | ")})`;
  if (options !== undefined) return options.map((option) => renderType(option, indent, at)).join(" | ");
  if (Array.isArray(type)) return type.map((each: string) => renderType({ ...schema, type: each }, indent, at)).join(" | ");
  if (type === "array" && items !== undefined) return `${inBrackets(renderType(items, indent, at))}[]`;
  if (isPlainObject(schema)) return renderMembers(schema, indent);
  if (type === "object") {
    const member = typeof additionalProperties === "object" ? renderType(additionalProperties, indent, at) : "unknown";
    return `{ [name: string]: ${member} }`;
  }
  if (type === undefined && Object.keys(schema).every((key) => key === "description")) return "unknown";
  const primitive = typeof type === "string" ? PRIMITIVES[type] : undefined;
  if (primitive === undefined) throw new Error(`${at}: no type is known for ${JSON.stringify(schema)}`);
  return primitive;
}

function isPlainObject({ type, properties }: TypedSchema): boolean {
  return type === "object" && properties !== undefined;
}

function renderMembers({ properties = {}, required = [], additionalProperties }: TypedSchema, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    const type = renderType(schema, inner, name);
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const typed = required.includes(name) ? `${key}: ${type}` : `${key}?: ${type}${type === "unknown" ? "" : " | undefined"}`;
    return `${renderComment(schema, inner)}${inner}${typed};\n`;
  });
  const others =
    typeof additionalProperties === "object" ? `${inner}[name: string]: ${renderType(additionalProperties, inner, "others")};\n` : "";
  return `{\n${members.join("")}${others}${indent}}`;
}

function renderComment({ description }: TypedSchema, indent: string): string {
  return description === undefined ? "" : `${indent}/** ${description.replaceAll("*/", "*\\/").replaceAll("\n", " ")} */\n`;
}

function inBrackets(type: string): string {
  return type.includes(" | ") && !type.startsWith("{") ? `(${type})` : type;
}
