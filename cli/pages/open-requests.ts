import { resolve } from "node:path";
import { OPEN_PATH } from "../../browser/live/build-events.ts";
import type { BuildResult } from "../../build/build-options.ts";
import { isLoopback } from "../../server/http/address/ip.ts";
import type { Io } from "../io.ts";
import { type FilePlace, openInEditor } from "../opening/editor.ts";

/** Opens files in the author's editor for the pages of `dev`. */
export interface OpenRequests {
  /** Receives the newest build. Only its files can be opened. */
  see(result: BuildResult): void;
  /** null if the request is for another path. */
  answer(request: Request, pathname: string): Promise<Response | null>;
}

/**
 * `HEAD` is 200 if a page has a file and 204 if not, because browsers log a 404 as an error. `POST`
 * opens the file. Only pages of this server, on this machine, may do that, and only for files that
 * the last build has read. The query is `page=<path>`, or `file=<name>&line=<n>&column=<n>`.
 */
export function createOpenRequests({ cwd, env }: Pick<Io, "cwd" | "env">): OpenRequests {
  let last: BuildResult | null = null;
  return {
    see(result) {
      last = result;
    },
    async answer(request, pathname) {
      if (pathname !== OPEN_PATH) return null;
      const { origin, hostname, searchParams } = new URL(request.url);
      // A stranger's host name may resolve to this machine, but `Host` still contains that name.
      const isOwn = isLoopback(hostname) || hostname === "localhost";
      const place = isOwn && last !== null ? findPlace(last, searchParams, cwd) : null;
      if (request.method === "HEAD") return reply(place === null ? 204 : 200);
      if (request.method !== "POST") return reply(405, "want POST");
      if (!isOwn) return reply(403, "only pages on this machine may open files");
      // Other sites can send a POST, but not under this origin.
      if (request.headers.get("Origin") !== origin) return reply(403, "only this site's pages may open files");
      if (place === null) return reply(404, "the last build did not read this file");
      const problem = await openInEditor(place, env);
      return problem === null ? reply(204) : reply(500, problem);
    },
  };
}

function findPlace(result: BuildResult, query: URLSearchParams, cwd: string): FilePlace | null {
  const page = query.get("page");
  if (page !== null) {
    const file = result.fileOf?.(page) ?? null;
    return file === null ? null : { file, line: 1, column: 1 };
  }
  const file = query.get("file");
  const isShown = result.diagnostics.all().some((one) => one.file === file);
  if (file === null || !isShown || result.sources(file) === null) return null;
  return { file: resolve(cwd, file), line: toNumber(query.get("line")), column: toNumber(query.get("column")) };
}

function toNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

function reply(status: number, text: string | null = null): Response {
  return new Response(text, { status, headers: { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" } });
}
