import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { PROBLEM_CONTENT_TYPE } from "../../../contract/problems.ts";
import { ProblemItemSchema } from "../../../contract/schemas/problem.ts";
import { KEY_SCOPES } from "../key-scopes.ts";
import type { AnyOperation } from "../owner-operation.ts";
import { ALL_OPERATIONS } from "../owner-operations.ts";
import { BYTES_TYPE, NDJSON_TYPE } from "./owner-answers.ts";
import { OWNER_PROBLEMS } from "./owner-problems.ts";
import { DIGEST_HEADER } from "./versions.ts";

const PROBLEMS: Readonly<Record<string, string>> = {
  400: "The body is not JSON.",
  401: "The key is missing, wrong, revoked or expired.",
  403: "The key lacks the scope, or the request comes from a web page.",
  404: "The operation is unknown, or no key is valid.",
  409: "The operation cannot be carried out.",
  422: "The input is wrong; `errors` lists every mistake.",
  429: "Too many requests.",
  503: "The database cannot be used at the moment.",
};

/** The OpenAPI document of the owner's channel. */
export async function createOwnerDocument(version: string): Promise<object> {
  // Loaded on demand: it needs memory and is rarely requested.
  const { createDocument } = await import("zod-openapi");
  return createDocument({
    openapi: "3.1.1",
    info: {
      title: "Octavo: the owner's channel",
      version,
      description:
        "The owner's commands over HTTPS. Disabled until a key exists. Any version may change this document; the public API has its own.",
      contact: { name: "The owner of the site" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The write server" }],
    security: [{ key: [] }],
    tags: TAGS.map((name) => ({ name, description: `Operations of ${name}` })),
    paths: Object.fromEntries(
      ALL_OPERATIONS.filter(({ scope }) => scope !== "owner").map((one) => [`/owner/v1/${one.name}`, { post: describe(one) }]),
    ),
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", bearerFormat: "octo_<id>_<secret>", description: `Scopes: ${KEY_SCOPES.join(", ")}` },
      },
    },
  });
}

const CODES = Object.entries(OWNER_PROBLEMS).map(([code, { title }]) => `${code}: ${title}`);

const ChannelProblem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "The problem, and on a second line the remedy" }),
    code: z.string().meta({ description: `A code of the public API, or ${CODES.join("; ")}` }),
    errors: z.array(ProblemItemSchema),
    instance: z.string().optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: "Problem", description: "RFC 9457" });

const TAGS = [...new Set(ALL_OPERATIONS.filter(({ scope }) => scope !== "owner").map(tagOf))];

function tagOf({ name }: AnyOperation): string {
  return name.slice(0, name.indexOf("."));
}

function describe(operation: AnyOperation): ZodOpenApiOperationObject {
  return {
    operationId: operation.name.replaceAll(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: operation.about,
    description: `Needs a key with the scope \`${operation.scope}\`.`,
    tags: [tagOf(operation)],
    requestBody: { required: true, content: { "application/json": { schema: operation.input } } },
    responses: { ...success(operation), ...problems() },
  };
}

function success(operation: AnyOperation): ZodOpenApiResponsesObject {
  if ("run" in operation) return { 200: { description: "Done.", content: { "application/json": { schema: operation.output } } } };
  if ("rows" in operation) return { 200: { description: "One row per line.", content: { [NDJSON_TYPE]: { schema: operation.row } } } };
  return {
    200: {
      description: "The file.",
      headers: { [DIGEST_HEADER]: { description: "SHA-256 of the file (RFC 9530).", schema: { type: "string" } } },
      content: { [BYTES_TYPE]: { schema: { type: "string", format: "binary" } } },
    },
  };
}

function problems(): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    Object.entries(PROBLEMS).map(([status, description]) => [
      status,
      { description, content: { [PROBLEM_CONTENT_TYPE]: { schema: ChannelProblem } } },
    ]),
  );
}
