import { createHash } from "node:crypto";
import { URI_MAX_BYTES } from "../../contract/limits.ts";
import { STATIC_METHODS, staticFileOf } from "../../contract/static-files.ts";
import type { Refuse } from "../problem-response.ts";
import type { DistFiles } from "./dist-files.ts";
import type { EncodedFiles } from "./encoding/encoded-files.ts";
import { type EditingHint, type LandingNotes, renderEmptyLanding, renderLanding } from "./landing.ts";
import { readLandingData } from "./landing-data.ts";
import { LANDING_STYLE } from "./landing-style.ts";
import { answerStaticFile } from "./serve-static.ts";

/**
 * Answers a path outside the API, or returns null. Called before the page of links at `/`, and for
 * paths that nothing else answers.
 */
export type PageHandler = (request: Request, pathname: string) => Promise<Response | null>;

const STYLE_HASH = createHash("sha256").update(LANDING_STYLE).digest("base64");
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "Cache-Control": "no-cache",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

export interface Outside {
  readonly files: DistFiles;
  readonly encoded: EncodedFiles;
  readonly base: string;
  readonly refuse: Refuse;
  readonly hint: EditingHint | null;
  readonly referencePath: string | null;
  readonly formerPage: (request: Request) => Promise<Response | null>;
  readonly pages: PageHandler | null;
  readonly actions: PageHandler | null;
}

export async function answerOutsideApi(
  { files, encoded, base, refuse, hint, referencePath, formerPage, pages, actions }: Outside,
  request: Request,
  pathname: string,
  targetBytes: number,
): Promise<Response> {
  if (targetBytes > URI_MAX_BYTES) return refuse(request, "uri-too-long");
  const acted = (await actions?.(request, pathname)) ?? null;
  if (acted !== null) return acted;
  const file = staticFileOf(pathname);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isLanding = pathname === "/api" || pathname === "/";
  if (file === null && isRead && pathname !== "/api") {
    const page = (await formerPage(request)) ?? (await pages?.(request, pathname)) ?? null;
    if (page !== null) return page;
  }
  if (file === null && !isLanding) {
    const isPage = !isRead && (await pages?.(new Request(request.url, { method: "HEAD" }), pathname))?.ok === true;
    if (!isPage) return (await formerPage(request)) ?? refuse(request, "not-found");
  }
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: STATIC_METHODS } });
  if (!isRead) return refuse(request, "method-not-allowed", { headers: { Allow: STATIC_METHODS } });
  if (file === null) return answerLanding(files, { hint, referencePath, base }, request);
  return (await answerStaticFile(files, encoded, file, request)) ?? refuse(request, "not-found");
}

async function answerLanding(files: DistFiles, notes: LandingNotes, request: Request): Promise<Response> {
  const data = await readLandingData(files);
  const body = data === null ? renderEmptyLanding() : renderLanding(data, notes);
  return new Response(request.method === "HEAD" ? null : body, { status: data === null ? 503 : 200, headers: PAGE_HEADERS });
}
