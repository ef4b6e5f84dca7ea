import { createHash } from "node:crypto";
import { CACHE_CONTROL } from "../../contract/paths.ts";
import { type StaticFile, staticHeaders } from "../../contract/static-files.ts";
import { parseByteRange } from "./byte-range.ts";
import type { DistFile, DistFiles } from "./dist-files.ts";

/** Answers GET and HEAD of a static file; null where the file is not there. */
export async function answerStaticFile(files: DistFiles, file: StaticFile, request: Request): Promise<Response | null> {
  const found = await files.find(file.name);
  if (found === null) return null;
  const headers = new Headers(staticHeaders(file));
  const isMedia = file.name.startsWith("media/");
  if (isMedia) headers.set("Accept-Ranges", "bytes");
  // A hashed name says what is in it; the others are small enough to be hashed here.
  const body = file.cache === "immutable" ? null : await files.read(file.name);
  const etag =
    body === null ? `"${file.name.slice(file.name.lastIndexOf("/") + 1)}"` : `"${createHash("sha256").update(body).digest("base64url")}"`;
  headers.set("ETag", etag);
  if (matchesEtag(request.headers.get("If-None-Match"), etag)) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  // Only GET has ranges (RFC 9110, 14.2).
  if (isMedia && request.method === "GET") {
    const part = await answerRange(found, headers, request);
    if (part !== null) return part;
  }
  headers.set("Content-Length", String(body?.byteLength ?? found.size));
  if (request.method === "HEAD") return new Response(null, { headers });
  return new Response(toBody(body ?? (await found.body())), { headers });
}

/** 206 or 416; null where the whole file is to be sent. Safari plays no video without. */
async function answerRange(found: DistFile, headers: Headers, request: Request): Promise<Response | null> {
  const condition = request.headers.get("If-Range");
  // By strong comparison; a date never matches, for no Last-Modified was sent.
  if (condition !== null && condition.trim() !== headers.get("ETag")) return null;
  const range = parseByteRange(request.headers.get("Range"), found.size);
  if (range === null) return null;
  if (range === "none") {
    headers.delete("Content-Type");
    headers.set("Content-Range", `bytes */${found.size}`);
    headers.set("Cache-Control", CACHE_CONTROL.none);
    headers.set("Content-Length", "0");
    return new Response(null, { status: 416, headers });
  }
  headers.set("Content-Range", `bytes ${range.first}-${range.last}/${found.size}`);
  headers.set("Content-Length", String(range.last + 1 - range.first));
  return new Response(toBody(await found.body(range)), { status: 206, headers });
}

function toBody(body: Uint8Array | ReadableStream<Uint8Array>): BodyInit {
  return body instanceof ReadableStream ? body : new Uint8Array(body);
}

/** If-None-Match by weak comparison (RFC 9110, 13.1.2): a list, `*`, or `W/` before a tag. */
function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
