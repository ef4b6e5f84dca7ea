import { createHash } from "node:crypto";
import { CACHE_CONTROL, type CacheClass, INDEX_PREFIX, MANIFEST_FILE, MEDIA_PREFIX } from "../../contract/paths.ts";
import { parseByteRange } from "./byte-range.ts";
import type { DistFile, DistFiles } from "./dist-files.ts";

/** By extension. What is not listed is sent as bytes to keep, not to run. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json; charset=utf-8",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  ogg: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  webm: "video/webm",
  webp: "image/webp",
  woff2: "font/woff2",
  xml: "application/xml; charset=utf-8",
  zip: "application/zip",
};
const OTHER_CONTENT_TYPE = "application/octet-stream";

/** Files at the root of the site; they change in place. */
const ROOT_FILES: Readonly<Record<string, string>> = {
  "/feed.xml": "application/rss+xml; charset=utf-8",
  "/feed.json": "application/feed+json; charset=utf-8",
  "/sitemap.xml": "application/xml; charset=utf-8",
  "/robots.txt": "text/plain; charset=utf-8",
};
/** Parts of the sitemap of a site with more than 50,000 pages. */
const SITEMAP_PART = /^\/sitemap-\d+\.xml$/;

/** A picture or page from a folder of media must not run scripts in the site's name, whoever wrote it. */
const MEDIA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

interface StaticFile {
  readonly name: string;
  readonly contentType: string;
  readonly cache: CacheClass;
}

/** The file of dist that a path outside of the API stands for, or null. */
export function staticFileOf(pathname: string): StaticFile | null {
  const contentType = SITEMAP_PART.test(pathname) ? ROOT_FILES["/sitemap.xml"] : ROOT_FILES[pathname];
  if (contentType !== undefined) return { name: pathname.slice(1), contentType, cache: "document" };
  if (pathname === `/${MANIFEST_FILE}`) return { name: MANIFEST_FILE, contentType: contentTypeOf(pathname), cache: "manifest" };
  if (pathname.startsWith(`${MEDIA_PREFIX}/`) || pathname.startsWith(`${INDEX_PREFIX}/`)) {
    return { name: pathname.slice(1), contentType: contentTypeOf(pathname), cache: "immutable" };
  }
  return null;
}

function contentTypeOf(pathname: string): string {
  return CONTENT_TYPES[/\.([A-Za-z0-9]+)$/.exec(pathname)?.[1]?.toLowerCase() ?? ""] ?? OTHER_CONTENT_TYPE;
}

/** Answers GET and HEAD of a static file; null where the file is not there. */
export async function answerStaticFile(files: DistFiles, file: StaticFile, request: Request): Promise<Response | null> {
  const found = await files.find(file.name);
  if (found === null) return null;
  const headers = new Headers({
    "Content-Type": file.contentType,
    "Cache-Control": CACHE_CONTROL[file.cache],
    "X-Content-Type-Options": "nosniff",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
  const isMedia = file.name.startsWith("media/");
  if (isMedia) {
    headers.set("Content-Security-Policy", MEDIA_POLICY);
    headers.set("Accept-Ranges", "bytes");
  }
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
