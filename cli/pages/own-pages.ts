import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ServerRequest } from "srvx";
import { staticMiddleware } from "srvx/static";
import { HOSTS_FOLDER } from "../../hosts/host-files.ts";
import type { PageHandler } from "../../hosts/node/node-app.ts";

/**
 * The author's own front end: the files of the first of these folders that holds an `index.html`. It is looked for at each request, so that one
 * which is built meanwhile is seen. What a build writes for hosts is no part of it.
 * @param folders absolute
 */
export function createOwnPages(folders: readonly string[]): PageHandler {
  const handlers = folders.map((dir) => ({ dir, serve: staticMiddleware({ dir, compress: false }) }));
  const nothing = new Response(null, { status: 404 });
  return async (request, pathname) => {
    const own = handlers.find(({ dir }) => existsSync(join(dir, "index.html")));
    if (own === undefined || pathname.split("/")[1] === HOSTS_FOLDER) return null;
    const answer = await own.serve(request as ServerRequest, () => nothing);
    return answer === nothing ? null : answer;
  };
}
