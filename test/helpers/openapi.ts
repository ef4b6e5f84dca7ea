import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { API_PREFIX } from "../../contract/paths.ts";

/** The members of an OpenAPI document against which answers are checked. */
interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas?: object;
    readonly headers?: Readonly<Record<string, HeaderObject>>;
    readonly responses?: Readonly<Record<string, ResponseObject>>;
  };
}
interface OperationObject {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
}
interface ResponseObject {
  readonly headers?: Readonly<Record<string, HeaderObject | { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  readonly "x-problem-codes"?: readonly string[];
}
interface HeaderObject {
  readonly required?: boolean;
  readonly schema: object;
}

export interface CoverageOptions {
  /** Operations that count. Default: all GETs. */
  readonly operations?: (operationId: string) => boolean;
  /** Statuses that the tests cannot produce. Default: none. */
  readonly exceptStatuses?: readonly number[];
}

export interface Conformance {
  /**
   * Checks an answer against the document: status, media type, body and headers. Its body can still
   * be read afterwards.
   * @param method HEAD is checked against GET without its body, OPTIONS against 204 with `Allow`, a
   * method that the path does not document against the problems that the path documents
   * @param path as requested: with the query, with or without the origin and the prefix of the API
   * @throws Error that lists everything that the document does not allow
   */
  checkResponse(method: string, path: string, response: Response): Promise<void>;
  checkResponse(method: string, path: string, request: Request | undefined, response: Response): Promise<void>;
  /** `operationId status` of each documented answer that no test has shown so far, sorted. */
  coverage(options?: CoverageOptions): string[];
}

/**
 * Checks answers against an OpenAPI 3.1 document.
 * @param optionalHeaders may be absent, even if the document requires them
 */
export function createConformance(
  source: object,
  { optionalHeaders = [] }: { readonly optionalHeaders?: readonly string[] } = {},
): Conformance {
  // As createOpenApiDocument makes it; a missing part fails the first check.
  const document = source as Document;
  const prefix = new URL(document.servers[0]?.url ?? "").pathname;
  const validate = createValidator(document);
  const seen = new Set<string>();

  async function check(method: string, path: string, response: Response): Promise<void> {
    const text = await response.clone().text();
    const found = findPath(document, toApiPath(path, prefix));
    const wrong = found === null ? checkUnknownPath(method, response, text) : [];
    if (found !== null) {
      const name = method === "HEAD" ? "get" : method.toLowerCase();
      if (name === "options" && response.status === 204) wrong.push(...checkPreflight(response, text));
      else {
        const documented = found[name];
        const operation = documented ?? Object.values(found)[0];
        if (operation === undefined) throw new Error(`the document has no operation at ${path}`);
        if (documented === undefined && (response.status < 400 || response.status === 501))
          wrong.push(`${response.status} to an undocumented method`);
        wrong.push(...checkAnswer(operation, method === "HEAD", response, text));
        if (wrong.length === 0) seen.add(`${operation.operationId} ${response.status}`);
      }
    }
    if (wrong.length > 0) throw new Error(`the answer to ${method} ${path} is not as documented:\n- ${wrong.join("\n- ")}`);
  }

  function checkUnknownPath(method: string, response: Response, text: string): string[] {
    if (![404, 414, 500, 503].includes(response.status)) return [`${response.status} at a path that is not documented`];
    const wrong = checkMediaType(response, "application/problem+json");
    return method === "HEAD"
      ? wrong
      : [
          ...wrong,
          ...checkBody({ $ref: "#/components/schemas/Problem" }, "application/problem+json", text),
          ...checkProblem(text, response.status),
        ];
  }

  function checkAnswer(operation: OperationObject, isHead: boolean, response: Response, text: string): string[] {
    const entry = operation.responses[`${response.status}`];
    const documented =
      entry !== undefined && "$ref" in entry ? document.components.responses?.[entry.$ref.slice("#/components/responses/".length)] : entry;
    if (documented === undefined) return [`${operation.operationId} documents no status ${response.status}`];
    const wrong = checkHeaders(documented, response);
    const [content] = Object.entries(documented.content ?? {});
    if (content === undefined) {
      if (text !== "") wrong.push(`a body where none is documented: ${text.slice(0, 80)}`);
      return wrong;
    }
    const [mediaType, { schema }] = content;
    wrong.push(...checkMediaType(response, mediaType));
    if (isHead) return text === "" ? wrong : [...wrong, "HEAD was answered with a body"];
    wrong.push(...checkBody(schema, mediaType, text));
    const codes = documented["x-problem-codes"];
    return codes === undefined ? wrong : [...wrong, ...checkProblem(text, response.status, codes)];
  }

  function checkHeaders(documented: ResponseObject, response: Response): string[] {
    return Object.entries(documented.headers ?? {}).flatMap(([name, entry]) => {
      const header = "$ref" in entry ? document.components.headers?.[entry.$ref.slice("#/components/headers/".length)] : entry;
      if (header === undefined) return [`the document does not describe the header ${name}`];
      const value = response.headers.get(name);
      if (value === null) return header.required === true && !optionalHeaders.includes(name) ? [`the header ${name} is missing`] : [];
      return validate(header.schema, value).map((message) => `the header ${name}: ${message}, not ${value}`);
    });
  }

  function checkBody(schema: object, mediaType: string, text: string): string[] {
    if (!mediaType.endsWith("json")) return validate(schema, text).map((message) => `the body: ${message}`);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return [`the body is not JSON: ${text.slice(0, 80)}`];
    }
    return validate(schema, value).map((message) => `the body: ${message}`);
  }

  return {
    checkResponse(method: string, path: string, ...rest: [Response] | [Request | undefined, Response]) {
      return check(method, path, rest.length === 1 ? rest[0] : rest[1]);
    },
    coverage({ operations, exceptStatuses = [] } = {}) {
      const promised = Object.values(document.paths).flatMap((item) =>
        Object.entries(item).flatMap(([method, { operationId, responses }]) =>
          (operations?.(operationId) ?? method === "get")
            ? Object.keys(responses)
                .filter((status) => !exceptStatuses.includes(Number(status)))
                .map((status) => `${operationId} ${status}`)
            : [],
        ),
      );
      return promised.filter((each) => !seen.has(each)).sort();
    },
  };
}

/** Errors of a value by a schema whose references lead into the document. */
function createValidator(document: Document): (schema: object, value: unknown) => string[] {
  // Not strict: OpenAPI adds keywords of its own (`example`, `discriminator`).
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Under one address, so that each shared schema is compiled once, and not for every answer that
  // refers to it.
  ajv.addSchema({ components: { ...document.components, schemas: closed(document.components.schemas ?? {}) } }, DOCUMENT_ID);
  const compiled = new Map<object, ValidateFunction>();
  return (schema, value) => {
    const known = compiled.get(schema);
    const validator = known ?? ajv.compile(withDocumentId(closed(schema)));
    compiled.set(schema, validator);
    if (validator(value)) return [];
    return (validator.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath} ${message ?? "is wrong"} ${JSON.stringify(params)}`.trim(),
    );
  };
}

const DOCUMENT_ID = "octavo:openapi";

/** The same with references that lead into the document, at any depth. */
function withDocumentId<T extends object>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) => (name === "$ref" ? `${DOCUMENT_ID}${String(value)}` : value));
}

/**
 * The same with all objects closed. In the document, answers are open, for members that may be
 * added later; but every member that the server sends today must be documented.
 */
function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (typeof part !== "object" || part === null) return part;
  const members: Record<string, unknown> = Object.fromEntries(Object.entries(part).map(([name, member]) => [name, closed(member)]));
  const isObject = part instanceof Object && "type" in part && part.type === "object" && "properties" in part;
  if (!isObject || "additionalProperties" in part) return members as T;
  if (!("oneOf" in part)) return { ...members, additionalProperties: false } as T;
  // Each alternative has only some of the members.
  return { ...members, oneOf: part.oneOf, unevaluatedProperties: false } as T;
}

/** Below the API's prefix, without the query. */
function toApiPath(path: string, prefix: string): string {
  const { pathname } = new URL(path, "https://any.example");
  if (pathname.startsWith(`${prefix}/`)) return pathname.slice(prefix.length);
  // The document lists the API itself as a path of the site.
  return pathname === prefix ? API_PREFIX : pathname;
}

/**
 * A literal segment matches better than a parameter, and one with an ending better than one
 * without.
 */
function findPath(document: Document, path: string): Readonly<Record<string, OperationObject>> | null {
  const parts = path.split("/");
  const matches = Object.entries(document.paths).filter(([template]) => {
    const segments = template.split("/");
    return segments.length === parts.length && segments.every((segment, at) => fits(segment, parts[at] ?? ""));
  });
  const parameters = (template: string) => template.split("{").length;
  const endings = (template: string) => template.split(/\}\./).length;
  return matches.sort(([a], [b]) => parameters(a) - parameters(b) || endings(b) - endings(a))[0]?.[1] ?? null;
}

/** `{slug}.md` fits `rain.md`. */
function fits(segment: string, part: string): boolean {
  if (!segment.startsWith("{")) return segment === part;
  const ending = segment.slice(segment.indexOf("}") + 1);
  return part.length > ending.length && part.endsWith(ending);
}

function checkPreflight(response: Response, text: string): string[] {
  const wrong = response.headers.get("Allow") === null ? ["the header Allow is missing"] : [];
  return text === "" ? wrong : [...wrong, "OPTIONS was answered with a body"];
}

function checkMediaType(response: Response, documented: string): string[] {
  const given = response.headers.get("Content-Type") ?? "none";
  const [type = "", parameter] = given.toLowerCase().split(/;\s*/);
  const charset =
    documented === "application/json" ? parameter === "charset=utf-8" : parameter === undefined || parameter === "charset=utf-8";
  return type === documented && charset ? [] : [`the media type is ${given}, documented is ${documented}`];
}

/** @param codes null if any code will do */
function checkProblem(text: string, status: number, codes: readonly string[] | null = null): string[] {
  let problem: { status?: unknown; code?: unknown; type?: unknown } | null = null;
  try {
    problem = JSON.parse(text);
  } catch {
    // The check of the body reports it.
  }
  if (problem === null) return [];
  const wrong: string[] = [];
  if (problem.status !== status) wrong.push(`the problem says status ${String(problem.status)}, the answer has ${status}`);
  if (codes !== null && !codes.includes(String(problem.code)))
    wrong.push(`${String(problem.code)} is not among the codes of ${status}: ${codes.join(", ")}`);
  if (!String(problem.type).endsWith(`/problems/${String(problem.code)}`))
    wrong.push(`the type ${String(problem.type)} is not that of ${String(problem.code)}`);
  return wrong;
}
