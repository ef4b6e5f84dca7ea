import { describe, expect, it } from "vitest";
import { createOpenApiDocument } from "../../../build/openapi/openapi-document.ts";
import { OPERATIONS } from "../../../contract/operations/operations.ts";
import { API_PREFIX, ROUTES } from "../../../contract/paths.ts";
import { PROBLEM_TYPES } from "../../../contract/problem-types.ts";
import { QUERY_PARAMETERS } from "../../../contract/query/query-parameters.ts";
import { OpenApiDocument } from "../../../contract/schemas/openapi.ts";
import { isPublicId } from "../../../server/store/sqlite/ids.ts";

const OPTIONS = { baseUrl: "https://ines.example/api/v1", siteName: "Ines" };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example?: unknown;
  readonly schema: Readonly<Record<string, unknown>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: object;
        readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
        readonly "x-problem-codes"?: readonly string[];
      }
    >
  >;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly security: readonly unknown[];
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, unknown>>;
  };
}

/** The document, with shared parts copied to the places that refer to them. */
function create(options: Parameters<typeof createOpenApiDocument>[0] = OPTIONS): Document {
  const document = createOpenApiDocument(options) as Document;
  const { parameters, responses } = document.components;
  const resolve = (part: unknown, shared: Readonly<Record<string, unknown>>): unknown => {
    const [, name] = /^\{"\$ref":"#\/components\/(?:parameters|responses)\/([^"]+)"\}$/.exec(JSON.stringify(part)) ?? [];
    return name === undefined ? part : shared[name];
  };
  const paths = structuredClone(document.paths) as unknown as Record<
    string,
    Record<string, { parameters?: unknown[]; responses: Record<string, unknown> }>
  >;
  for (const each of Object.values(paths).flatMap(Object.values<{ parameters?: unknown[]; responses: Record<string, unknown> }>)) {
    each.parameters = (each.parameters ?? []).map((part) => resolve(part, parameters));
    each.responses = Object.fromEntries(Object.entries(each.responses).map(([status, part]) => [status, resolve(part, responses)]));
  }
  return { ...document, paths: paths as unknown as Document["paths"] };
}

function operation(document: Document, id: string): Operation {
  const found = Object.values(document.paths)
    .flatMap(Object.values<Operation>)
    .find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
}

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly additionalProperties?: Described | boolean;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
}

/** Paths of the parts of `components`, and of the schemas' members, that lack a description. */
function findUndescribed({ components }: Pick<Document, "components">): string[] {
  const ofMembers = (schema: Described, at: string): string[] => [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => ofSchema(member, `${at}.${name}`)),
    ...[schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) =>
      typeof part === "object" ? ofMembers(part, `${at}[]`) : [],
    ),
  ];
  const ofSchema = (schema: Described, at: string): string[] => [...(schema.description ? [] : [at]), ...ofMembers(schema, at)];
  const sections: Readonly<Record<string, unknown>> = components;
  return ["schemas", "parameters", "headers", "responses"].flatMap((section) =>
    Object.entries(sections[section] as Readonly<Record<string, Described>>).flatMap(([name, part]) =>
      ofSchema(part, `${section}.${name}`),
    ),
  );
}

type Schemas = Readonly<Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>>;

function schemas(document: Document): Schemas {
  return document.components.schemas;
}

/** The first example of an answer that is not a problem. */
function example(document: Document, id: string): unknown {
  const [answer] = Object.values(operation(document, id).responses);
  return answer?.content?.["application/json"]?.example;
}

/** Names of the schemas that a part of a document refers to, directly or indirectly. */
function namesIn(part: unknown, all: Schemas, found: Set<string> = new Set()): string[] {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    if (!found.has(name)) namesIn(all[name], all, found.add(name));
  return [...found];
}

describe("createOpenApiDocument", () => {
  it("describes each method of each path, and nothing else", () => {
    const described = Object.entries(create().paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const promised = ROUTES.flatMap(({ path, methods }) => methods.map((method: string) => `${method} ${path || API_PREFIX}`));
    expect(described.sort()).toEqual(promised.sort());
  });

  it("contains each parameter and answer once", () => {
    const document = createOpenApiDocument(OPTIONS) as Document;
    const parts = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ parameters = [], responses }) => [...parameters, ...Object.values(responses)]),
    );
    const own = parts.filter((part) => !("$ref" in part)).map((part) => JSON.stringify(part));
    expect(new Set(own).size).toBe(own.length);
    const used = new Set(parts.flatMap((part) => ("$ref" in part ? [String(part.$ref)] : [])));
    const { parameters, responses } = document.components;
    const shared = [
      ...Object.keys(parameters).map((name) => `parameters/${name}`),
      ...Object.keys(responses).map((name) => `responses/${name}`),
    ];
    expect(shared.map((name) => `#/components/${name}`).sort()).toEqual([...used].sort());
    expect(shared.length).toBeGreaterThan(20);
  });

  it("describes each schema, member, parameter, header and answer", () => {
    const document = createOpenApiDocument(OPTIONS) as Document;
    expect(findUndescribed(document)).toEqual([]);
    const { Tag } = document.components.schemas as Record<string, { properties: Record<string, { description?: string }> }>;
    delete Tag?.properties.name?.description;
    expect(findUndescribed(document)).toEqual(["schemas.Tag.name"]);
    // In bytes, because every download includes it.
    expect(JSON.stringify(createOpenApiDocument(OPTIONS)).length).toBeLessThan(260_000);
  });

  it.each([
    "http://127.0.0.1:3000/api/v1",
    "http://localhost:3000/api/v1",
    "http://[::1]:3000/api/v1",
  ])("describes, for %s, the caching of a server on its author's machine instead of the published site's", (baseUrl) => {
    const { headers } = create({ ...OPTIONS, baseUrl }).components as unknown as Record<string, Record<string, { schema: object }>>;
    const cache = Object.entries(headers ?? {}).filter(([name]) => name.startsWith("Cache-Control"));
    expect(cache.length).toBeGreaterThan(5);
    for (const [name, { schema }] of cache) expect([name, schema]).toEqual([name, { type: "string", enum: ["no-cache", "no-store"] }]);
    expect(JSON.stringify(create(OPTIONS))).toContain("stale-while-revalidate");
  });

  it("has patterns that mean the same without the `u` flag, and contain no escaped slashes", () => {
    const patterns = [...JSON.stringify(create()).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text ?? "") as string,
    );
    expect(patterns.length).toBeGreaterThan(50);
    for (const pattern of new Set(patterns)) {
      expect(pattern).not.toMatch(/\\[pP/]/);
      expect(new RegExp(pattern).test("any")).toBe(new RegExp(pattern, "u").test("any"));
    }
    const { pattern } = schemas(create()).Tag?.properties?.slug as { pattern: string };
    for (const slug of ["typescript", "шторм", "冬-2026", "übung"]) expect(new RegExp(pattern).test(slug), slug).toBe(true);
    for (const slug of ["", "-", "a-", "-a", "a--b", "two words"]) expect(new RegExp(pattern).test(slug), slug).toBe(false);
  });

  it("leaves answers open to later members, and closes request bodies", () => {
    const all = schemas(create());
    const closed = Object.keys(all).filter((name) => JSON.stringify(all[name]).includes('"additionalProperties":false'));
    expect(closed).toEqual(expect.arrayContaining(["CommentSubmission", "InquirySubmission", "PageView", "EngagementBatch"]));
    const answered = new Set(
      Object.values(create().paths).flatMap((item) => Object.values(item).flatMap(({ responses }) => namesIn(responses, all))),
    );
    expect(answered.size).toBeGreaterThan(40);
    expect(closed.filter((name) => answered.has(name))).toEqual([]);
  });

  it("gives no operation and parameter names that together are the name of a schema", () => {
    const document = create();
    const names = Object.keys(schemas(document)).map((name) => name.toLowerCase());
    for (const { id } of OPERATIONS)
      for (const { name } of operation(document, id).parameters) expect(names).not.toContain(`${id}${name}`.toLowerCase());
  });

  it("shows ids in the server's form, and slugs that the site has", () => {
    const post = { ...(example(create(), "getPost") as object), slug: "own-slug" };
    const listServices = { items: [{ id: "own-service" }] };
    const document = create({ ...OPTIONS, examples: { getPost: post, listServices, listTags: { items: [{ slug: "шторм" }] } } });
    const threads = example(document, "listComments") as { items: { id: string; replies: { id: string; parentId: string }[] }[] };
    for (const { id, replies } of threads.items) expect([id, ...replies.map((reply) => reply.id)].every(isPublicId)).toBe(true);
    for (const id of ["createComment", "createInquiry"]) expect(isPublicId((example(document, id) as { id: string }).id)).toBe(true);
    const idInPath = operation(document, "editComment").parameters.find(({ name }) => name === "id")?.example;
    expect(isPublicId(String(idInPath))).toBe(true);
    expect(example(document, "likePost")).toMatchObject({ slug: "own-slug" });
    expect(example(document, "getCounts")).toMatchObject({ posts: { "own-slug": {} } });
    expect(JSON.stringify(operation(document, "createInquiry").requestBody)).toContain('"serviceId":"own-service"');
    expect(operation(document, "listPosts").parameters.find(({ name }) => name === "tag")?.example).toBe("шторм");
  });

  it("matches the schema of its own path", () => {
    expect(OpenApiDocument.safeParse(create()).success).toBe(true);
    expect(create().security).toEqual([]);
  });

  it("is the same for the same options, and uses the site's address throughout", () => {
    expect(JSON.stringify(create())).toBe(JSON.stringify(create()));
    const text = JSON.stringify(create({ ...OPTIONS, baseUrl: "https://other.example/api/v1" }));
    expect(text).toContain("https://other.example/api/v1/problems/not-found");
  });

  it("takes its query parameters from the table that requests are parsed with", () => {
    for (const { route, method, id } of OPERATIONS) {
      const names = operation(create(), id)
        .parameters.filter((parameter) => parameter.in === "query")
        .map(({ name }) => name);
      expect(names).toEqual(method === "GET" ? QUERY_PARAMETERS[route].map(({ name }) => name) : []);
    }
    expect(operation(create(), "searchContent").parameters.find(({ name }) => name === "q")).toMatchObject({
      required: true,
      schema: { maxLength: 200 },
    });
    expect(operation(create(), "listPhotos").parameters.find(({ name }) => name === "pageSize")).toMatchObject({
      example: 10,
      schema: { default: 24, maximum: 100 },
    });
  });

  it("documents the headers that writers send, the visitor's cookie and plain text for engagement", () => {
    const sent = (id: string) =>
      operation(create(), id)
        .parameters.filter((parameter) => parameter.in !== "path")
        .map(({ name, required }) => `${name} ${required}`);
    expect(sent("createComment")).toEqual(["Idempotency-Key false"]);
    expect(sent("editComment")).toEqual(["X-Edit-Token true"]);
    expect(sent("likePost")).toEqual(["Idempotency-Key false", "__Host-visitor false"]);
    expect(Object.keys(operation(create(), "recordEngagement").requestBody?.content ?? {})).toEqual(["application/json", "text/plain"]);
  });

  it("documents every problem type except moderation's, with its own status", () => {
    const documented = new Set(OPERATIONS.flatMap(({ problems }) => problems.map(({ code }) => code)));
    expect(Object.keys(PROBLEM_TYPES).filter((code) => !documented.has(code as keyof typeof PROBLEM_TYPES))).toEqual(["revision-conflict"]);
    for (const { problems } of OPERATIONS) {
      for (const { code, status } of problems) expect(PROBLEM_TYPES[code].status).toContain(status);
    }
  });

  it("documents the statuses of a comment's submission", () => {
    const { responses } = operation(create(), "createComment");
    expect(Object.keys(responses)).toEqual(["202", "400", "403", "404", "405", "409", "413", "414", "415", "422", "429", "500", "503"]);
    expect(responses["422"]?.["x-problem-codes"]).toEqual(["validation-error", "idempotency-key-reused", "unknown-reference"]);
    expect(Object.keys(responses["429"]?.headers ?? {})).toEqual(expect.arrayContaining(["Retry-After", "RateLimit", "RateLimit-Policy"]));
  });

  it("shows the site's own content, shortened, and its slug in the path", () => {
    const made = operation(create(), "getPost").responses["200"]?.content?.["application/json"]?.example as Readonly<
      Record<string, unknown>
    >;
    const bodyHtml = `<p>${"one ".repeat(200)}</p><p>two</p>`;
    const post = {
      ...made,
      slug: "own-slug",
      bodyHtml,
      bodyText: "one ".repeat(300),
      tags: Array.from({ length: 9 }, () => ({ slug: "sea", name: "Sea" })),
    };
    const shown = operation(create({ ...OPTIONS, examples: { getPost: post } }), "getPost");
    const example = shown.responses["200"]?.content?.["application/json"]?.example as typeof post;
    expect(example).toMatchObject({ slug: "own-slug", title: made.title });
    expect(example.bodyHtml).toBe(`<p>${"one ".repeat(200)}</p>`);
    expect(example.bodyText).toMatch(/^(?:one )+one…$/);
    expect(example.tags).toHaveLength(3);
    expect(shown.parameters.find(({ name }) => name === "slug")?.example).toBe("own-slug");
  });
});
