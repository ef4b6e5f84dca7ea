import { enterBase } from "../../contract/text/base-path.ts";
import type { ReadFile } from "../../edge/read-file.ts";
import { createEdgeApp, type EdgeApp, type EdgeAppOptions, isPage } from "../edge-app.ts";
import { splitOrigins } from "../origins.ts";

/**
 * The Worker (and the Pages function) that runs before the site's static assets. cloudflare.ts
 * assembles it.
 */

/** Defined before the bundled program: the origins that may send likes, separated by spaces. */
declare const OCTAVO_ORIGINS: string;
/** The path of the site, defined in the same place. */
declare const OCTAVO_BASE: string;

export interface WorkerEnv {
  readonly ASSETS: { fetch(request: Request | string): Promise<Response> };
  readonly OCTAVO_ORIGINS?: string;
}

/** @param read reads the site's assets */
export type Connect<Env> = (env: Env, read: ReadFile) => EdgeAppOptions["server"];

/** Assets have no origin, so any origin works. */
const ASSETS_ORIGIN = "https://assets.local/";

export interface Worker<Env> {
  fetch(request: Request, env: Env): Promise<Response>;
}

/** @param pages makes pages on request; null if they are files */
export function createWorker<Env extends WorkerEnv>(pages: EdgeAppOptions["pages"], connect: Connect<Env>): Worker<Env> {
  let app: EdgeApp | null = null;
  return {
    async fetch(request, env) {
      app ??= createApp(env, pages, connect);
      const inner = enterBase(request, OCTAVO_BASE);
      if (inner === null) return new Response(null, { status: 404 });
      return app(inner, { address: request.headers.get("CF-Connecting-IP") ?? "" });
    },
  };
}

function createApp<Env extends WorkerEnv>(env: Env, pages: EdgeAppOptions["pages"], connect: Connect<Env>): EdgeApp {
  const read: ReadFile = async (path) => {
    const response = await env.ASSETS.fetch(ASSETS_ORIGIN + path);
    if (response.status === 200 && !isPage(response)) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    // A single-page site answers 200 with its page for missing files.
    if (response.status === 404 || isPage(response)) return null;
    throw new Error(`assets answer ${response.status} for ${path}`);
  };
  return createEdgeApp({
    pages,
    base: OCTAVO_BASE,
    read,
    server: connect(env, read),
    serveFile: (request) => env.ASSETS.fetch(request),
    allowedOrigins: splitOrigins(env.OCTAVO_ORIGINS ?? OCTAVO_ORIGINS),
    // Each version of the Worker has its own assets, which never change.
    manifestMaxAgeMs: Number.POSITIVE_INFINITY,
  });
}
