import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { OPERATION_TAGS, type Operation } from "../../contract/operations/operation.ts";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { API_PREFIX, type RouteName, routeOf } from "../../contract/paths.ts";
import { siteOfApi } from "../../contract/text/base-path.ts";
import type { OwnKind } from "../shared/resolved-config.ts";
import { createExamples } from "./examples.ts";
import { HEADERS, toLocalHeaders } from "./header-schemas.ts";
import { findOwnNames, type OwnNames } from "./own-names.ts";
import { addOwnPaths, OWN_TAG } from "./own-paths.ts";
import { toParameters } from "./parameters.ts";
import { cleanReferences, makePortable, shareMembers } from "./portable.ts";
import { createProblemExamples, toResponses } from "./responses.ts";
import { shareParts } from "./share-parts.ts";
import { shortenExample } from "./shorten.ts";

/** Semantic version of the API's contract. Paths contain its major version. */
const API_VERSION = "1.0.0";

/** Host names of the local machine. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

export interface OpenApiOptions {
  /** The API's public base with `/api/v1`, without a trailing slash. */
  readonly baseUrl: string;
  /** Base of the problem types. Default: `baseUrl`. */
  readonly problemBaseUrl?: string;
  /** The beginning of the document's title. */
  readonly siteName: string;
  /**
   * The site's own responses (status 200) by operationId, such as `listPosts` and `getPost`. Long
   * responses are shortened, and example paths use their slugs. A missing or undefined response is
   * replaced by an invented example.
   */
  readonly examples?: Readonly<Record<string, unknown>>;
  /** The site's own kinds. */
  readonly kinds?: readonly OwnKind[];
  /** Slugs for paths and other examples. Default: the slugs in `examples`. */
  readonly names?: OwnNames;
}

/** Creates the OpenAPI 3.1 document of a site's API. The same options give the same document. */
export function createOpenApiDocument(options: OpenApiOptions): object {
  const { baseUrl, siteName, problemBaseUrl = baseUrl, kinds = [], examples = {} } = options;
  const own = options.names ?? findOwnNames(examples);
  const made = createExamples({ baseUrl, problemBaseUrl, own });
  const { paths, components } = structuredClone(DESCRIBED);
  for (const operation of OPERATIONS) {
    const described = paths[pathKeyOf(operation.route)]?.[operation.method.toLowerCase()];
    if (described === undefined) throw new Error(`${operation.id} is not described`);
    described.parameters = toParameters(operation, own);
    if (operation.route === "api") described.servers = [{ url: baseUrl.slice(0, -API_PREFIX.length) }];
    const answer = shortenExample(examples[operation.id] ?? made.answers[operation.id]);
    setExample(described.responses[operation.success.status], answer);
    setExample(described.requestBody, made.bodies[operation.id]);
  }
  addOwnPaths(paths, components.schemas, { kinds, own, examples });
  const document = {
    openapi: "3.1.1",
    info: {
      title: `${siteName}: content API`,
      version: API_VERSION,
      description: DESCRIPTION,
      contact: { name: siteName, url: siteOfApi(problemBaseUrl) },
    },
    servers: [{ url: baseUrl, description: siteName }],
    security: [],
    tags: [
      ...Object.entries(OPERATION_TAGS).map(([name, description]) => ({ name, description })),
      ...(kinds.length === 0 ? [] : [{ name: OWN_TAG, description: "Kinds of content that this site defines." }]),
    ],
    paths,
    components: {
      ...components,
      ...(LOOPBACK.test(new URL(baseUrl).hostname) ? { headers: toLocalHeaders(components.headers) } : {}),
      examples: createProblemExamples(problemBaseUrl),
    },
  };
  shareParts(document);
  return document;
}

interface DescribedBody {
  readonly content?: Record<string, object>;
}

interface DescribedOperation {
  readonly operationId: string;
  parameters: unknown[];
  servers?: readonly { readonly url: string }[];
  readonly requestBody?: DescribedBody;
  readonly responses: Readonly<Record<string, DescribedBody>>;
}

/**
 * Returns the path of a route, relative to the API's base. The path of the base itself would be
 * empty, so it is relative to the site.
 */
function pathKeyOf(route: RouteName): string {
  return routeOf(route).path || API_PREFIX;
}

function setExample(body: DescribedBody | undefined, example: unknown): void {
  if (body?.content === undefined || example === undefined) return;
  for (const [type, described] of Object.entries(body.content)) body.content[type] = { example, ...described };
}

/**
 * The operations with their schemas, which are the same for every site. They are cached, because
 * describing them takes longer than everything else.
 */
const DESCRIBED = describeOperations();

function describeOperations(): {
  readonly paths: Record<string, Record<string, DescribedOperation>>;
  readonly components: { readonly headers: Readonly<Record<string, object>>; readonly schemas: Record<string, unknown> };
} {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of OPERATIONS) {
    const path = pathKeyOf(operation.route);
    const item = paths[path] ?? {};
    paths[path] = item;
    item[operation.method.toLowerCase()] = toOperation(operation);
  }
  const document = createDocument(
    {
      openapi: "3.1.1",
      info: { title: "", version: API_VERSION },
      // Keys are the lower-case method names of OpenAPI.
      paths: paths as ZodOpenApiPathsObject,
      components: { headers: HEADERS },
    },
    { override: ({ jsonSchema, io }) => makePortable(jsonSchema, io) },
  );
  cleanReferences(document);
  for (const schema of Object.values(document.components?.schemas ?? {})) shareMembers(schema);
  return document as unknown as ReturnType<typeof describeOperations>;
}

function toOperation(operation: Operation): ZodOpenApiOperationObject {
  const { id, tag, summary, description, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters: [],
    ...(body === null
      ? {}
      : { requestBody: { required: true, content: Object.fromEntries(body.mediaTypes.map((type) => [type, { schema: body.schema }])) } }),
    responses: toResponses(operation),
  };
}

const DESCRIPTION = `Content of a personal site as JSON. Reading is public and is served from static files. What visitors write goes to a small server; while it is unavailable, its paths return 503, and reading still works.

- Instants are in UTC, with three decimals. Every documented member is always present; what the author left out is null or an empty array.
- Lists are paginated. The \`Link\` header refers to the first, previous, next and last page, with all filters kept. Undocumented parameters are ignored, and an empty parameter counts as absent; an invalid or repeated parameter is answered with 400. A \`+\` in a query is a space, so send the plus sign of an offset (\`+01:00\`) as \`%2B\`.
- Every 200 response to a GET has an \`ETag\`; send it as \`If-None-Match\` to get 304 as long as nothing has changed. HEAD returns the same as GET without the body, and OPTIONS returns 204 with \`Allow\`.
- An error response is a problem document (RFC 9457) with a stable \`code\`; \`x-problem-codes\` lists the codes of each status. Any method that a path does not document is answered with 405.
- 500 is an unexpected error of the server. 501 is returned only by plain file hosts, which cannot answer a query.
- Members may be added within a version, so ignore members that you do not know. A request body with unknown members is answered with 422.
- No call needs a login.`;
