import type { ObjectBindings } from "../../../contract/objects/object-ids.ts";
import { enterBase, pathBelow, putBelow } from "../../../contract/text/base-path.ts";
import type { EdgeAppOptions } from "../../edge-app.ts";
import { createWorker, type Worker, type WorkerEnv } from "../create-worker.ts";
import { answerStranger } from "./like-of-stranger.ts";
import { createObjectServer } from "./object-server.ts";
import { withSearchObject } from "./search-object.ts";

/** Defined before the bundled program: the path of the site. */
declare const OCTAVO_BASE: string;

/** The Worker's bindings, and its variables for the desk's address. */
export interface WritesEnv extends WorkerEnv, ObjectBindings {
  readonly OCTAVO_DESK?: string;
  readonly OCTAVO_DESK_PATH?: string;
}

/**
 * The Worker of a site whose writes go to a Durable Object: the reading Worker, which is asked
 * after the desk and the likes of unknown visitors.
 */
export function createWritesWorker(pages: EdgeAppOptions["pages"]): Worker<WritesEnv> {
  const reading = withSearchObject(createWorker<WritesEnv>(pages, createObjectServer));
  return {
    fetch: async (request, env) => {
      if (isForDesk(request, env)) return askDesk(request, env);
      const inner = enterBase(request, OCTAVO_BASE);
      const readPost = (url: string): Promise<Response> => reading.fetch(new Request(url), env);
      const answer = inner && (await answerStranger(inner, (url) => readPost(putBelowOrigin(url))));
      return answer ?? reading.fetch(request, env);
    },
  };
}

async function askDesk(request: Request, env: WritesEnv): Promise<Response> {
  const address = request.headers.get("CF-Connecting-IP") ?? "";
  const answer = await createObjectServer(env).fetch(request, { address });
  return answer ?? new Response("The desk does not answer. Try again.", { status: 503, headers: { "Content-Security-Policy": "sandbox" } });
}

/** The address of a page under the base, as requested from the Worker. */
function putBelowOrigin(url: string): string {
  const { origin } = new URL(url);
  return putBelow(origin, putBelow(OCTAVO_BASE, url.slice(origin.length)));
}

function isForDesk({ url }: Request, { OCTAVO_DESK, OCTAVO_DESK_PATH }: WritesEnv): boolean {
  const { host, pathname } = new URL(url);
  if (OCTAVO_DESK) return host === new URL(OCTAVO_DESK).host;
  return OCTAVO_DESK_PATH ? pathBelow(OCTAVO_DESK_PATH, pathname) !== null : false;
}
