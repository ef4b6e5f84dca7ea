import type { ReadFile } from "../../edge/read-file.ts";
import { createRemoteServer } from "../writes/remote-server.ts";
import type { WriteServer } from "../writes/server-behind.ts";
import type { WorkerEnv } from "./create-worker.ts";

/** Defined before the bundled program: the origin of the write server, or null. */
declare const OCTAVO_SERVER: string | null;

export interface RemoteEnv extends WorkerEnv {
  /** Replaces the origin given to the build. */
  readonly OCTAVO_SERVER?: string;
  /** A secret of the Worker: `wrangler secret put OCTAVO_PROXY_SECRET`. */
  readonly OCTAVO_PROXY_SECRET?: string;
}

/** Connects to a write server elsewhere; null if the site has none. */
export function connectRemote(env: RemoteEnv, read: ReadFile): WriteServer | null {
  const server = env.OCTAVO_SERVER ?? OCTAVO_SERVER;
  return server ? createRemoteServer({ server, secret: env.OCTAVO_PROXY_SECRET, read }) : null;
}
