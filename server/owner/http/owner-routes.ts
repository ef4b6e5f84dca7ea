import { toClientKeys } from "../../http/address/ip.ts";
import { assertMediaType, readJsonObject } from "../../http/body.ts";
import { Failure } from "../../http/http-failure.ts";
import { parseBody } from "../../http/http-problems.ts";
import { jsonAnswer, type RouteAnswer } from "../../http/respond.ts";
import type { Log } from "../../log.ts";
import type { PageAnswerer } from "../../routes/server-pages.ts";
import type { AnyOperation, OwnerContext } from "../owner-operation.ts";
import { ALL_OPERATIONS } from "../owner-operations.ts";
import { answerOperation } from "./owner-answers.ts";
import type { AdmitKey } from "./owner-auth.ts";
import { createOwnerDocument } from "./owner-document.ts";
import { OWNER_PREFIX } from "./owner-prefix.ts";
import { OwnerProblem } from "./owner-problems.ts";
import { describeVersions, readClientVersion, VERSION_HEADER } from "./versions.ts";

const DOCUMENT = "openapi.json";
/** Enough for a thousand comments, or as many spam words. */
const BODY_MAX_BYTES = 1024 * 1024;

export interface OwnerRouteOptions {
  readonly context: OwnerContext;
  readonly admitKey: AdmitKey;
  readonly log: Log;
  /** The version of this server. */
  readonly version: string;
}

/**
 * Answers `POST /owner/v1/{operation}` while a key is valid. It is not for browsers: requests from
 * web pages are refused, and no answer has CORS headers.
 */
export function createOwnerRoutes({ context, admitKey, log, version }: OwnerRouteOptions): PageAnswerer {
  const operations = new Map(ALL_OPERATIONS.map((operation) => [operation.name, operation]));

  return async (request, path, { client }) => {
    const name = path.slice(OWNER_PREFIX.length);
    const method = name === DOCUMENT ? "GET" : "POST";
    if (request.method !== method)
      throw new Failure("method-not-allowed", { detail: `This path allows ${method}.`, headers: { Allow: method } });
    if (request.headers.has("Origin"))
      throw new Failure("origin-not-allowed", { detail: "The owner's channel refuses requests from web pages." });
    const key = await admitKey(request, toClientKeys(client));
    const headers = { ...key.headers, [VERSION_HEADER]: version };
    if (name === DOCUMENT) return withHeaders(jsonAnswer(200, await createOwnerDocument(version)), headers);
    try {
      const operation = operations.get(name);
      if (operation === undefined) throw unknownOperation(name, request, version);
      assertScope(operation, key.scopes, context);
      assertMediaType(request, ["application/json"]);
      const input = parseBody(operation.input, await readJsonObject(request, operation.bodyMaxBytes ?? BODY_MAX_BYTES));
      // The key may have been revoked while the body arrived, which can take a long time.
      await key.confirm();
      log.info("owner operation", { operation: name, key: key.id });
      return withHeaders(await answerOperation(operation, context, input), headers);
    } catch (error) {
      throw withVersion(error, headers);
    }
  };
}

function withHeaders(answer: RouteAnswer, headers: Readonly<Record<string, string>>): RouteAnswer {
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

/** @throws OwnerProblem 403 */
function assertScope({ name, scope }: AnyOperation, scopes: readonly string[], { host }: Pick<OwnerContext, "host">): void {
  if (scopes.includes(scope)) return;
  const detail =
    scope === "owner"
      ? `${name} is for the owner in person\n${host.files === null ? "use the first key, from octavo secrets export" : "run it on the database's machine"}`
      : `${name} needs a key with the scope ${scope}; this one has ${scopes.join(", ")}\nmake another: octavo keys add <name> --scopes ${[...scopes, scope].join(",")}`;
  throw new OwnerProblem("scope-missing", detail);
}

function unknownOperation(name: string, request: Request, version: string): OwnerProblem {
  const client = readClientVersion(request);
  return new OwnerProblem("operation-unknown", `There is no operation ${name.slice(0, 80)}. ${describeVersions(client, version)}`);
}

/** Errors of operations are meant for the owner, who may read them in full. */
function withVersion(error: unknown, headers: Readonly<Record<string, string>>): unknown {
  if (hasHint(error)) return new OwnerProblem("not-possible", `${error.message}\n${error.hint}`, headers);
  if (error instanceof OwnerProblem) return new OwnerProblem(error.code, error.message, { ...headers, ...error.headers });
  if (error instanceof Failure) return new Failure(error.code, { ...error.options, headers: { ...headers, ...error.options.headers } });
  return error;
}

/** Errors of operations, of the database and of its private files include a remedy. */
function hasHint(error: unknown): error is Error & { readonly hint: string } {
  return error instanceof Error && "hint" in error && typeof error.hint === "string";
}
