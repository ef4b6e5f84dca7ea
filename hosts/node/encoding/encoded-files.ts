import { gunzipSync } from "node:zlib";
import { matchesIfNoneMatch } from "../../../contract/text/if-none-match.ts";
import { toEtag } from "../../../edge/answer.ts";
import type { DistFile, DistFiles } from "../dist-files.ts";
import { chooseCoding } from "./accept-encoding.ts";

/** Extension of a file's compressed copy (hosts/precompress.ts). */
const COPY_SUFFIX = ".gz";

/** The compressed copies of text files that a build for this host makes. */
export interface EncodedFiles {
  /** The copy of a file with exactly these bytes, or null. */
  copyOf(name: string, plain: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The copy of a file with a hash in its name. */
  copyOfHashed(name: string): Promise<DistFile | null>;
  /**
   * A response of the read handler, replaced by the compressed copy if it sends an unchanged file
   * and the client accepts the copy.
   */
  encode(name: string, request: Request, answer: Response): Promise<Response>;
}

export function createEncodedFiles(files: DistFiles): EncodedFiles {
  /** Unpacked copies with their content. DistFiles keeps both while the files stay the same. */
  const unpacked = new WeakMap<Uint8Array, Uint8Array>();

  const copyOf: EncodedFiles["copyOf"] = async (name, plain) => {
    const copy = await files.read(name + COPY_SUFFIX);
    if (copy === null) return null;
    if (unpacked.get(copy) === plain) return copy;
    // The upload is incomplete, or the file was changed by hand.
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
      // A response with added counts or for a former slug is not an unchanged file.
      const isFile = headers.get("ETag") === (await toEtag(plain));
      if (answer.status !== 200 || !isFile || chooseCoding(request, ["gzip"]) === null)
        return new Response(answer.body, { status: answer.status, headers });
      setEncoding(headers, "gzip");
      if (matchesIfNoneMatch(request, headers.get("ETag"))) {
        for (const header of ["Content-Type", "Content-Length", "Content-Encoding"]) headers.delete(header);
        return new Response(null, { status: 304, headers });
      }
      headers.set("Content-Length", String(copy.byteLength));
      return new Response(request.method === "HEAD" ? null : copy, { headers });
    },
  };
}

/**
 * Sets the headers of a compressed copy. Different bytes need a different ETag (RFC 9110, 8.8.3.3).
 */
export function setEncoding(headers: Headers, coding: string): void {
  headers.set("Content-Encoding", coding);
  const tag = headers.get("ETag");
  if (tag !== null) headers.set("ETag", `${tag.slice(0, -1)}-${coding}"`);
}

function isCopy(copy: Uint8Array, plain: Uint8Array): boolean {
  try {
    return gunzipSync(copy, { maxOutputLength: plain.byteLength + 1 }).equals(plain);
  } catch {
    return false;
  }
}
