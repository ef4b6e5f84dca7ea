import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { MCP_PATH, MEDIA_PREFIX } from "../../../contract/paths.ts";
import { matchesIfNoneMatch } from "../../../contract/text/if-none-match.ts";
import { chooseCoding } from "./accept-encoding.ts";
import { setEncoding } from "./encoded-files.ts";

/** Smaller responses do not benefit. In bytes. */
const COMPRESSED_MIN = 1_024;
/** Larger responses are sent uncompressed, because compression works in memory. In bytes. */
const COMPRESSED_MAX = 8 * 1024 * 1024;
/** Bytes of compressed responses kept in memory. The least recently used are removed first. */
const CACHE_MAX = 16 * 1024 * 1024;
/** As fast as gzip, but with smaller results. */
const BROTLI_QUALITY = 4;
/** The better one is first: it is used if a client accepts both equally. */
const CODINGS = ["br", "gzip"] as const;
type Coding = (typeof CODINGS)[number];

/**
 * Content types of text. Pictures, films, fonts and archives are already compressed, and a stream
 * of events must not be delayed.
 */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:json|xml|javascript|wasm)\b|[^;]+\+(?:json|xml)\b)/i;

/**
 * Compresses a response if that is worthwhile and the client accepts it. Responses that are already
 * compressed stay unchanged.
 */
export type CompressAnswer = (request: Request, answer: Response) => Promise<Response>;

/** Compresses in zlib's threads. The event loop only moves the data. */
export function createCompression(): CompressAnswer {
  const cached = createCopies();
  return async (request, answer) => {
    const { headers, status } = answer;
    const { pathname } = new URL(request.url);
    if (status === 304) return pathname.startsWith(MEDIA_PREFIX) ? answer : withVary(answer);
    if (!isCompressible(answer) || isSecret(answer, pathname)) return answer;
    const length = headers.get("Content-Length");
    if (length === null && request.method === "HEAD") return answer;
    // A response without a length is one of our own pages, which are small. A body is read
    // completely or not at all: cancelling the body of a file that is being read ends the process
    // (undici closes it twice).
    const plain = length === null ? new Uint8Array(await answer.arrayBuffer()) : null;
    const size = plain?.byteLength ?? Number(length);
    const again = plain === null ? answer : new Response(plain, { status, headers });
    if (size < COMPRESSED_MIN || size > COMPRESSED_MAX) return again;
    withVary(again);
    const coding = chooseCoding(request, CODINGS);
    return coding === null ? again : await encode(request, again, coding, cached);
  };
}

async function encode(request: Request, answer: Response, coding: Coding, cached: Copies): Promise<Response> {
  const headers = new Headers(answer.headers);
  const tag = headers.get("ETag");
  setEncoding(headers, coding);
  headers.delete("Content-Length");
  // Ranges would refer to the compressed bytes.
  headers.delete("Accept-Ranges");
  const { status } = answer;
  if (status === 200 && matchesIfNoneMatch(request, headers.get("ETag")?.replace(/^W\//, "") ?? null)) {
    await answer.arrayBuffer();
    for (const header of ["Content-Type", "Content-Encoding"]) headers.delete(header);
    return new Response(null, { status: 304, headers });
  }
  if (request.method === "HEAD") return new Response(null, { status, headers });
  // A strong tag identifies the bytes.
  const name = tag === null || tag.startsWith("W/") ? null : `${coding} ${tag}`;
  const cachedBytes = name === null ? undefined : cached.get(name);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const body = cachedBytes ?? (await compress(coding, bytes));
  if (name !== null && cachedBytes === undefined) cached.set(name, body);
  headers.set("Content-Length", String(body.byteLength));
  return new Response(body, { status, headers });
}

/**
 * Whether a response may contain a visitor's token. The length of the compressed bytes would reveal
 * it letter by letter (BREACH).
 */
function isSecret({ headers }: Response, pathname: string): boolean {
  return /\bno-store\b/i.test(headers.get("Cache-Control") ?? "") && pathname !== MCP_PATH;
}

function isCompressible({ headers, status }: Response): boolean {
  if (status === 206 || headers.has("Content-Encoding") || headers.has("Content-Range")) return false;
  if (/\bno-transform\b/i.test(headers.get("Cache-Control") ?? "")) return false;
  return COMPRESSIBLE.test(headers.get("Content-Type") ?? "");
}

function withVary(answer: Response): Response {
  if (!/\bAccept-Encoding\b|\*/i.test(answer.headers.get("Vary") ?? "")) answer.headers.append("Vary", "Accept-Encoding");
  return answer;
}

async function compress(coding: Coding, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const compressed =
    coding === "br" ? await promisify(brotliCompress)(bytes, brotliOptions(bytes.byteLength)) : await promisify(gzip)(bytes);
  return new Uint8Array(compressed);
}

function brotliOptions(size: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: size } };
}

interface Copies {
  get(name: string): Uint8Array<ArrayBuffer> | undefined;
  set(name: string, bytes: Uint8Array<ArrayBuffer>): void;
}

/** The newest compressed responses, by coding and ETag. */
function createCopies(): Copies {
  const copies = new Map<string, Uint8Array<ArrayBuffer>>();
  let total = 0;
  return {
    get(name) {
      const bytes = copies.get(name);
      if (bytes === undefined) return undefined;
      copies.delete(name);
      copies.set(name, bytes);
      return bytes;
    },
    set(name, bytes) {
      total += bytes.byteLength - (copies.get(name)?.byteLength ?? 0);
      copies.set(name, bytes);
      for (const [oldest, { byteLength }] of copies) {
        if (total <= CACHE_MAX) break;
        copies.delete(oldest);
        total -= byteLength;
      }
    },
  };
}
