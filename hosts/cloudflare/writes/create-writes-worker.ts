import type { ObjectBindings } from "../../../contract/objects/object-ids.ts";
import { pathBelow } from "../../../contract/text/base-path.ts";
import type { EdgeAppOptions } from "../../edge-app.ts";
import { createWorker, type Worker, type WorkerEnv } from "../create-worker.ts";
import { createObjectServer } from "./object-server.ts";

/** The Worker's bindings, and its variables that say where the desk is. */
export interface WritesEnv extends WorkerEnv, ObjectBindings {
  readonly OCTAVO_DESK?: string;
  readonly OCTAVO_DESK_PATH?: string;
}

/**
 * The Worker of a site whose writes go to a Durable Object: the reading Worker, and the desk before
 * it.
 */
export function createWritesWorker(pages: EdgeAppOptions["pages"]): Worker<WritesEnv> {
  const reading = createWorker<WritesEnv>(pages, createObjectServer);
  return {
    fetch: async (request, env) => {
      if (!isForDesk(request, env)) return reading.fetch(request, env);
      const address = request.headers.get("CF-Connecting-IP") ?? "";
      return (
        (await createObjectServer(env).fetch(request, { address })) ?? new Response("The desk does not answer. Try again.", { status: 503 })
      );
    },
  };
}

function isForDesk({ url }: Request, { OCTAVO_DESK, OCTAVO_DESK_PATH }: WritesEnv): boolean {
  const { host, pathname } = new URL(url);
  if (OCTAVO_DESK) return host === new URL(OCTAVO_DESK).host;
  return OCTAVO_DESK_PATH ? pathBelow(OCTAVO_DESK_PATH, pathname) !== null : false;
}
