import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import {
  REFERENCE_FILES,
  REFERENCE_FOLDER,
  REFERENCE_SCRIPT,
  referenceHeaders,
  renderReferencePage,
} from "../../browser/reference/reference-page.ts";
import { REFERENCE_STYLE } from "../../browser/reference/reference-style.ts";
import { REFERENCE_PATH } from "../../contract/paths.ts";
import { putLinksBelow } from "../../contract/text/base-path.ts";
import { matchesIfNoneMatch } from "../../contract/text/if-none-match.ts";
import { loadProgram } from "../../hosts/bundle/load-program.ts";
import type { PageHandler } from "../../hosts/node/answer-outside-api.ts";
import { chooseCoding } from "../../hosts/node/encoding/accept-encoding.ts";
import { setEncoding } from "../../hosts/node/encoding/encoded-files.ts";
import { once } from "../../server/once.ts";
import { loadReferenceFile } from "./load-reference-file.ts";

const CONTENT_TYPES = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" } as const;

/** The API reference at `/api/docs` and the files that it loads, all from this server. */
export function createReferencePages(base: string): PageHandler {
  const headers = referenceHeaders(`sha256-${createHash("sha256").update(REFERENCE_STYLE).digest("base64")}`);
  const files = new Map<string, () => Promise<Uint8Array<ArrayBuffer>>>(
    REFERENCE_FILES.map((name) => [name, once(() => loadReferenceFile(name))]),
  );
  const script = once(() => loadProgram("reference"));
  return async (request, pathname) => {
    const isHead = request.method === "HEAD";
    if (pathname === REFERENCE_PATH || pathname === `${REFERENCE_PATH}/`)
      return new Response(isHead ? null : putLinksBelow(base, renderReferencePage()), { headers });
    if (!pathname.startsWith(REFERENCE_FOLDER)) return null;
    const requested = pathname.slice(REFERENCE_FOLDER.length);
    if (requested === REFERENCE_SCRIPT) return new Response(isHead ? null : await script(), { headers: fileHeaders("js") });
    const load = files.get(requested);
    return load === undefined ? null : answerCompressed(await load(), fileHeaders(requested.endsWith(".css") ? "css" : "js"), request);
  };
}

function fileHeaders(kind: keyof typeof CONTENT_TYPES): Headers {
  return new Headers({ "Content-Type": CONTENT_TYPES[kind], "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff" });
}

async function answerCompressed(compressed: Uint8Array<ArrayBuffer>, headers: Headers, request: Request): Promise<Response> {
  const isEncoded = chooseCoding(request, ["gzip"]) !== null;
  headers.set("Vary", "Accept-Encoding");
  headers.set("ETag", `"${createHash("sha256").update(compressed).digest("base64url")}"`);
  if (isEncoded) setEncoding(headers, "gzip");
  if (matchesIfNoneMatch(request, headers.get("ETag"))) {
    for (const header of ["Content-Type", "Content-Encoding"]) headers.delete(header);
    return new Response(null, { status: 304, headers });
  }
  const body = isEncoded ? compressed : await promisify(gunzip)(compressed);
  headers.set("Content-Length", String(body.byteLength));
  return new Response(request.method === "HEAD" ? null : body, { headers });
}
