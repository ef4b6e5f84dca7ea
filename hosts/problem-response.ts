import { CACHE_CONTROL, MANIFEST_FILE } from "../contract/paths.ts";
import { HOST_PROBLEM_TYPES, type HostProblemCode, methodDetail, PROBLEM_CONTENT_TYPE, toProblem } from "../contract/problems.ts";
import { putBelow, toApiBase } from "../contract/text/base-path.ts";
import type { ReadFile } from "../edge/read-file.ts";

export interface ProblemParts {
  /** Path of the site; requests arrive without it. Default: none. */
  readonly base?: string;
  /** Replaces the type's text. */
  readonly detail?: string;
  /** In addition to the usual headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that say which pages may read it. Default: every page. */
  readonly cors?: Readonly<Record<string, string>>;
}

/** A host's own refusals: problemResponse with the site's files and base. */
export type Refuse = (request: Request, code: HostProblemCode, parts?: ProblemParts) => Promise<Response>;

/** A host's own refusal. Never rejects. */
export async function problemResponse(
  read: ReadFile,
  request: Request,
  code: HostProblemCode,
  { base = "", detail, headers = {}, cors = { "Access-Control-Allow-Origin": "*" } }: ProblemParts = {},
): Promise<Response> {
  const ownBaseUrl = await readProblemBaseUrl(read);
  const baseUrl = ownBaseUrl ?? toApiBase(putBelow(new URL(request.url).origin, base));
  const text = detail ?? (code === "method-not-allowed" && headers.Allow !== undefined ? methodDetail(headers.Allow) : undefined);
  const problem = toProblem(baseUrl, code, HOST_PROBLEM_TYPES[code], text === undefined ? {} : { detail: text });
  return new Response(request.method === "HEAD" ? null : JSON.stringify(problem), {
    status: problem.status,
    headers: {
      "Content-Type": PROBLEM_CONTENT_TYPE,
      // Without a site, its type contains the client's own Host, so it must not be cached for
      // others.
      "Cache-Control": CACHE_CONTROL[code === "not-found" && ownBaseUrl !== null ? "missing" : "none"],
      "X-Content-Type-Options": "nosniff",
      ...cors,
      ...headers,
    },
  });
}

/** The built site's base of problem types, or null if there is no site. Never rejects. */
async function readProblemBaseUrl(read: ReadFile): Promise<string | null> {
  try {
    const bytes = await read(MANIFEST_FILE);
    const manifest: { site?: { baseUrl?: unknown; problemBaseUrl?: unknown } } =
      bytes === null ? {} : JSON.parse(new TextDecoder().decode(bytes));
    const base = manifest.site?.problemBaseUrl ?? manifest.site?.baseUrl;
    return typeof base === "string" ? base : null;
  } catch {
    return null;
  }
}
