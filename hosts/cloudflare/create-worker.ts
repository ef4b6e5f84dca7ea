import { enterBase } from "../../contract/text/base-path.ts";
import { createEdgeApp, type EdgeApp, type EdgeAppOptions, isPage } from "../edge-app.ts";
import { splitOrigins } from "../origins.ts";

/**
 * The Worker (and the Pages function) that runs before the site's static assets. cloudflare.ts
 * assembles it.
 */

/** Defined before the bundled program: the origin of the write server, or null. */
declare const OCTAVO_SERVER: string | null;
/** The origins that may send likes, separated by spaces. Defined in the same place. */
declare const OCTAVO_ORIGINS: string;
/** The path of the site. Defined in the same place. */
declare const OCTAVO_BASE: string;

interface Env {
  readonly ASSETS: { fetch(request: Request | string): Promise<Response> };
  /** Replaces the origin given to the build. */
  readonly OCTAVO_SERVER?: string;
  readonly OCTAVO_ORIGINS?: string;
  /** A secret of the Worker: `wrangler secret put OCTAVO_PROXY_SECRET`. */
  readonly OCTAVO_PROXY_SECRET?: string;
}

/** Assets have no origin of their own, so any origin works. */
const ASSETS_ORIGIN = "https://assets.local/";

export interface Worker {
  fetch(request: Request, env: Env): Promise<Response>;
}

/** @param pages makes pages when they are asked for; null: they are files */
export function createWorker(pages: EdgeAppOptions["pages"]): Worker {
  let app: EdgeApp | null = null;
  return {
    async fetch(request, env) {
      app ??= createApp(env, pages);
      const inner = enterBase(request, OCTAVO_BASE);
      if (inner === null) return new Response(null, { status: 404 });
      return app(inner, { address: request.headers.get("CF-Connecting-IP") ?? "" });
    },
  };
}

function createApp(env: Env, pages: EdgeAppOptions["pages"]): EdgeApp {
  return createEdgeApp({
    pages,
    base: OCTAVO_BASE,
    async read(path) {
      const response = await env.ASSETS.fetch(ASSETS_ORIGIN + path);
      if (response.status === 200 && !isPage(response)) return new Uint8Array(await response.arrayBuffer());
      await response.body?.cancel();
      // A single-page site answers 200 with its page for missing files.
      if (response.status === 404 || isPage(response)) return null;
      throw new Error(`the assets answer ${response.status} for ${path}`);
    },
    serveFile: (request) => env.ASSETS.fetch(request),
    server: env.OCTAVO_SERVER ?? OCTAVO_SERVER,
    secret: env.OCTAVO_PROXY_SECRET ?? null,
    allowedOrigins: splitOrigins(env.OCTAVO_ORIGINS ?? OCTAVO_ORIGINS),
    // Each version of the Worker has its own assets, which never change.
    manifestMaxAgeMs: Number.POSITIVE_INFINITY,
  });
}
