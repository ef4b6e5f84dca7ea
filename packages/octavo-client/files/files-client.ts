import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { MANIFEST_FILE } from "../../../contract/paths.ts";
import { toApiBase } from "../../../contract/text/base-path.ts";
import { createReadHandler } from "../../../edge/handler.ts";
import { createDistFiles } from "../../../hosts/node/dist-files.ts";
import { type ClientFetch, type ClientMethods, createClient } from "../client.ts";

export interface FilesClientOptions {
  /** The folder that `octavo build` wrote: a path (relative to where the program runs) or a `file:` URL. */
  readonly folder: string | URL;
  /** Called with every answer, problems included, before its body is read. */
  readonly onResponse?: ((response: Response) => void) | undefined;
}

/** Stands for the site in errors; nothing of it is asked. */
const ORIGIN = "https://files.invalid";

/**
 * `octavo-client/files`, for front ends that are built, in Node, Deno and Bun: the same client with no server: every read, filter, page and search is answered by the read handler from a dist folder, as the site answers it. A folder
 * that is built again meanwhile is read again. What only the write server does (comments, likes, inquiries, engagement) is the problem
 * `temporary-reduced-capacity`; a folder that holds no finished build is `index-unavailable`.
 */
export function createFilesClient({ folder, onResponse }: FilesClientOptions): ClientMethods {
  const path = folder instanceof URL ? fileURLToPath(folder) : resolve(folder);
  // Files answer at once, and a second time the same: nothing to wait for, nothing to hold.
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

/** Explains a failure to the person who builds the site, in place of the text for visitors. */
function explain({ code, detail }: Readonly<Record<string, unknown>>, folder: string): unknown {
  if (code === "temporary-reduced-capacity")
    return `A folder of files does not answer this, only the site's write server: ask that, with createClient({ baseUrl }).`;
  if (existsSync(join(folder, MANIFEST_FILE))) return detail;
  return `${folder} holds no finished build: run octavo build first, or name the folder that it wrote.`;
}
