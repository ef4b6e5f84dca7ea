import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { MANIFEST_FILE } from "../../../contract/paths.ts";
import { toApiBase } from "../../../contract/text/base-path.ts";
import { createReadHandler } from "../../../edge/handler.ts";
import { createDistFiles } from "../../../hosts/node/dist-files.ts";
import { type ClientFetch, type ClientMethods, createClient } from "../client.ts";

export interface FilesClientOptions {
  /**
   * Output folder of `octavo build`: a path relative to the working directory, or a `file:` URL.
   */
  readonly folder: string | URL;
  /** Called with every response, including problems, before its body is read. */
  readonly onResponse?: ((response: Response) => void) | undefined;
}

/** Represents the site in errors. No request is sent there. */
const ORIGIN = "https://files.invalid";

/**
 * `octavo-client/files`, for front ends that are built in Node, Deno or Bun: the same client
 * without a server. The read handler answers every read, filter, page and search from a dist
 * folder, as the site does. After a rebuild, it reads the new files. Operations of the write server
 * (comments, likes, inquiries, engagement) give the problem `temporary-reduced-capacity`, and a
 * folder without a finished build gives `index-unavailable`.
 */
export function createFilesClient({ folder, onResponse }: FilesClientOptions): ClientMethods {
  const path = folder instanceof URL ? fileURLToPath(folder) : resolve(folder);
  // Files answer at once and always the same way, so there are no retries and no cache.
  return createClient({ baseUrl: toApiBase(ORIGIN), fetch: openFiles(path), retries: 0, timeout: 0, cache: 0, onResponse });
}

function openFiles(folder: string): ClientFetch {
  const handle = createReadHandler({ read: createDistFiles(folder).read });
  return async (url, init) => {
    const response = await handle(new Request(url, init));
    if (response.status !== 503) return response;
    const problem: Readonly<Record<string, unknown>> = await response.json();
    return Response.json({ ...problem, detail: explain(problem, folder) }, { status: 503, headers: response.headers });
  };
}

/** Explains a failure to the person who builds the site, instead of the text for visitors. */
function explain({ code, detail }: Readonly<Record<string, unknown>>, folder: string): unknown {
  if (code === "temporary-reduced-capacity")
    return `Only the site's write server answers this, not a folder of files: use createClient({ baseUrl }).`;
  if (existsSync(join(folder, MANIFEST_FILE))) return detail;
  return `${folder} contains no finished build: run octavo build first, or name the folder that it wrote.`;
}
