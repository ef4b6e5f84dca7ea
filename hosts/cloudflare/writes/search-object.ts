import { findObject, type ObjectBindings } from "../../../contract/objects/object-ids.ts";
import { API_PREFIX, MCP_PATH } from "../../../contract/paths.ts";
import { pathBelow } from "../../../contract/text/base-path.ts";
import { createWorker, type Worker, type WorkerEnv } from "../create-worker.ts";
import { createObjectServer } from "./object-server.ts";

/** Defined before the bundled program: the path of the site. */
declare const OCTAVO_BASE: string;

type SearchEnv = WorkerEnv & ObjectBindings;

/**
 * The object that searches if the configuration has `writes.search`. It runs the same reading
 * program, but with more CPU time than a Worker of the free plan. It stores nothing.
 */
export class OctavoSearch {
  readonly fetch: (request: Request) => Promise<Response>;

  constructor(_state: unknown, env: SearchEnv) {
    const reading = createWorker<SearchEnv>(null, createObjectServer);
    this.fetch = (request) => reading.fetch(request, env);
  }
}

/** Sends searches to the object if there is one. Answers are the same without it. */
export function withSearchObject<Env extends SearchEnv>(reading: Worker<Env>): Worker<Env> {
  return {
    fetch: async (request, env) => {
      if (env.OCTAVO_SEARCH === undefined || !isSearch(request.url)) return reading.fetch(request, env);
      try {
        return await findObject(env, "search").fetch(request.clone());
      } catch (error) {
        console.error("the search object cannot answer", error);
        return reading.fetch(request, env);
      }
    },
  };
}

/** /search, lists with `q`, and requests of language models, which can also search. */
function isSearch(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  const path = pathBelow(OCTAVO_BASE, pathname);
  if (path === null || path === MCP_PATH) return path !== null;
  const inApi = pathBelow(API_PREFIX, path);
  return inApi !== null && (inApi === "/search" || searchParams.has("q"));
}
