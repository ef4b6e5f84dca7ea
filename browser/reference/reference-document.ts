import { toApiBase } from "../../contract/text/base-path.ts";
/** The parts of an OpenAPI document that are changed here. */
export interface ReferenceDocument {
  readonly info: { readonly title: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

interface Parameter {
  readonly description?: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

/**
 * The site's OpenAPI document, changed so that requests go to this server, because the site may be
 * built for another address. Swagger UI would fill in the examples of all parameters, and such a
 * request would find nothing. So the examples of optional parameters move to the description.
 *
 * @param base base path of the site, "" or `/blog`
 */
export function toReferenceDocument<T extends ReferenceDocument>(document: T, base: string): T {
  const { paths, components } = document;
  const shared = components?.parameters;
  return {
    ...document,
    servers: [{ url: toApiBase(base), description: "This server" }],
    ...(paths === undefined ? {} : { paths: mapValues(paths, (path) => mapValues(path, (part) => withoutOptionalExamples(part, base))) }),
    ...(shared === undefined ? {} : { components: { ...components, parameters: mapValues(shared, withoutOptionalExample) } }),
  };
}

/** @param part an operation, or another member of a path item */
function withoutOptionalExamples(part: unknown, base: string): unknown {
  if (Array.isArray(part)) return part.map(withoutOptionalExample);
  if (typeof part !== "object" || part === null || !("parameters" in part) || !Array.isArray(part.parameters)) return part;
  const servers = "servers" in part ? { servers: [{ url: `${base}/` }] } : {};
  return { ...part, ...servers, parameters: part.parameters.map(withoutOptionalExample) };
}

function withoutOptionalExample(parameter: Parameter): Parameter {
  const { example, ...rest } = parameter;
  if (parameter.required || example === undefined) return parameter;
  const exampleText = `For example \`${String(example)}\`.`;
  return { ...rest, description: parameter.description === undefined ? exampleText : `${parameter.description} ${exampleText}` };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
