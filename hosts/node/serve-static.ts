import { createHash } from "node:crypto";
import { CACHE_CONTROL } from "../../contract/paths.ts";
import { type StaticFile, staticHeaders } from "../../contract/static-files.ts";
import { matchesIfNoneMatch } from "../../contract/text/if-none-match.ts";
import { parseByteRange } from "./byte-range.ts";
import type { DistFile, DistFiles } from "./dist-files.ts";
import { chooseCoding } from "./encoding/accept-encoding.ts";
import { type EncodedFiles, setEncoding } from "./encoding/encoded-files.ts";

/** Answers GET and HEAD of a static file; null if the file does not exist. */
export async function answerStaticFile(
  files: DistFiles,
  encoded: EncodedFiles,
  file: StaticFile,
  request: Request,
): Promise<Response | null> {
  const found = await files.find(file.name);
  if (found === null) return null;
  const headers = new Headers(staticHeaders(file));
  const isMedia = file.name.startsWith("media/");
  if (isMedia) headers.set("Accept-Ranges", "bytes");
  // The ETag of a hashed file comes from its name. Other files are small enough to be hashed here.
  const plain = file.cache === "immutable" ? null : await files.read(file.name);
  headers.set(
    "ETag",
    plain === null ? `"${file.name.slice(file.name.lastIndexOf("/") + 1)}"` : `"${createHash("sha256").update(plain).digest("base64url")}"`,
  );
  // Pictures and films are already compressed, and are requested in ranges.
  const copy = isMedia ? null : plain === null ? await encoded.copyOfHashed(file.name) : await encoded.copyOf(file.name, plain);
  if (copy !== null) headers.set("Vary", "Accept-Encoding");
  const isEncoded = copy !== null && chooseCoding(request, ["gzip"]) !== null;
  if (isEncoded) setEncoding(headers, "gzip");
  if (matchesIfNoneMatch(request, headers.get("ETag"))) {
    for (const header of ["Content-Type", "Content-Encoding"]) headers.delete(header);
    return new Response(null, { status: 304, headers });
  }
  // Only GET has ranges (RFC 9110, 14.2).
  if (isMedia && request.method === "GET") {
    const part = await answerRange(found, headers, request);
    if (part !== null) return part;
  }
  const body = isEncoded ? copy : (plain ?? found);
  headers.set("Content-Length", String(body instanceof Uint8Array ? body.byteLength : body.size));
  if (request.method === "HEAD") return new Response(null, { headers });
  return new Response(toBody(body instanceof Uint8Array ? body : await body.body()), { headers });
}

/** Returns 206 or 416, or null to send the whole file. Safari needs ranges to play videos. */
async function answerRange(found: DistFile, headers: Headers, request: Request): Promise<Response | null> {
  const condition = request.headers.get("If-Range");
  // This comparison is strong. A date never matches, because we send no Last-Modified.
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
