import { gunzipSync } from "node:zlib";
import { isTagKnown } from "../../contract/text/if-none-match.ts";
import { toEtag } from "../../edge/answer.ts";
import type { DistFile, DistFiles } from "./dist-files.ts";

/** What a build adds to the name of the compressed copy of a file (hosts/precompress.ts). */
const COPY_SUFFIX = ".gz";
/** Added to the ETag of what it is a copy of: other bytes are another tag (RFC 9110, 8.8.3.3). */
const TAG_SUFFIX = "-gzip";
/** More entries of Accept-Encoding than these are not looked at. */
const CODINGS_MAX = 32;

/** The compressed copies of text files, which a build for this host makes. */
export interface EncodedFiles {
  /** The copy of a file that has these bytes; null where there is none of exactly these. */
  copyOf(name: string, plain: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The copy of a file whose name says what is in it. */
  copyOfHashed(name: string): Promise<DistFile | null>;
  /** An answer of the read handler, with the copy in place of the file where that is what it sends and the client takes it. */
  encode(name: string, request: Request, answer: Response): Promise<Response>;
}

export function createEncodedFiles(files: DistFiles): EncodedFiles {
  /** Copies that were unpacked once, and what came out. Both are kept by DistFiles as long as the files are the same. */
  const unpacked = new WeakMap<Uint8Array, Uint8Array>();

  const copyOf: EncodedFiles["copyOf"] = async (name, plain) => {
    const copy = await files.read(name + COPY_SUFFIX);
    if (copy === null) return null;
    if (unpacked.get(copy) === plain) return copy;
    // An upload that is half done, or a file that was changed by hand.
    if (!isCopy(copy, plain)) return null;
    unpacked.set(copy, plain);
    return copy;
  };

  return {
    copyOf,
    copyOfHashed: (name) => files.find(name + COPY_SUFFIX),
    async encode(name, request, answer) {
      if (answer.status !== 200 && answer.status !== 304) return answer;
      const plain = await files.read(name);
      const copy = plain === null ? null : await copyOf(name, plain);
      if (plain === null || copy === null) return answer;
      const headers = new Headers(answer.headers);
      headers.append("Vary", "Accept-Encoding");
      // With counts laid over it, or of a former slug, it is no file that is sent.
      const isFile = headers.get("ETag") === (await toEtag(plain));
      if (answer.status !== 200 || !isFile || !takesGzip(request)) return new Response(answer.body, { status: answer.status, headers });
      setEncoding(headers);
      if (isTagKnown(request, headers.get("ETag"))) {
        for (const header of ["Content-Type", "Content-Length", "Content-Encoding"]) headers.delete(header);
        return new Response(null, { status: 304, headers });
      }
      headers.set("Content-Length", String(copy.byteLength));
      return new Response(request.method === "HEAD" ? null : copy, { headers });
    },
  };
}

/** Says in the headers of a file that its copy is sent. */
export function setEncoding(headers: Headers): void {
  headers.set("Content-Encoding", "gzip");
  headers.set("ETag", `${headers.get("ETag")?.slice(0, -1)}${TAG_SUFFIX}"`);
}

/** Whether gzip is taken, and no less gladly than the file as it is (RFC 9110, 12.5.3). Without the header, nothing but the file. */
export function takesGzip(request: Request): boolean {
  const weights = new Map<string, number>();
  for (const entry of (request.headers.get("Accept-Encoding") ?? "").split(",", CODINGS_MAX)) {
    const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    // What is no weight is none to go by.
    weights.set(coding, /^[01](?:\.\d{0,3})?$/.test(weight) ? Math.min(1, Number(weight)) : 0);
  }
  const gzip = weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0;
  return gzip > 0 && gzip >= (weights.get("identity") ?? 0);
}

function isCopy(copy: Uint8Array, plain: Uint8Array): boolean {
  try {
    return gunzipSync(copy, { maxOutputLength: plain.byteLength + 1 }).equals(plain);
  } catch {
    return false;
  }
}
