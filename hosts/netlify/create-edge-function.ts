import { enterBase, putBelow } from "../../contract/text/base-path.ts";
import type { ReadFile } from "../../edge/read-file.ts";
import { createEdgeApp, type EdgeApp, type EdgeAppOptions, isPage } from "../edge-app.ts";
import { splitOrigins } from "../origins.ts";
import { createRemoteServer } from "../writes/remote-server.ts";

/** The edge function that answers the API. netlify.ts assembles it and declares its paths. */

/** Defined before the bundled program: the origin of the write server, or null. */
declare const OCTAVO_SERVER: string | null;
/** The origins that may send likes, separated by spaces; defined in the same place. */
declare const OCTAVO_ORIGINS: string;
/** The path of the site, defined in the same place. */
declare const OCTAVO_BASE: string;
declare const Netlify: { readonly env: { get(name: string): string | undefined } };

export interface EdgeContext {
  readonly ip?: string;
  readonly deploy?: { readonly context?: string };
  /** Returns the response without this function, for this or another request. */
  next(request?: Request): Promise<Response>;
}

/**
 * Delay, in milliseconds, after which a new deployment is noticed: an instance may outlive its
 * deployment.
 */
const MANIFEST_MAX_AGE_MS = 10_000;

type EdgeFunction = (sent: Request, context: EdgeContext) => Promise<Response>;

/** @param pages makes pages on request; null if they are files */
export function createEdgeFunction(pages: EdgeAppOptions["pages"]): EdgeFunction {
  let app: EdgeApp | null = null;
  let origin = "";
  /** Context of each request, to read its file. */
  const contexts = new WeakMap<Request, EdgeContext>();
  // Paths that end in .json are not handled by this function, so the request does not return to it.
  const readFile: ReadFile = async (path) => toBytes(await fetch(putBelow(origin, `/${path}`)));
  return async (sent, context) => {
    const request = enterBase(sent, OCTAVO_BASE);
    if (request === null) return context.next();
    const { origin: here, pathname } = new URL(request.url);
    origin = here;
    contexts.set(request, context);
    const peer = { address: context.ip ?? "" };
    const serveFile: EdgeAppOptions["serveFile"] = async (asked) =>
      (await contexts.get(asked)?.next(asked)) ?? new Response(null, { status: 404 });
    const open = (read: ReadFile): EdgeApp => createApp({ read, serveFile, pages }, context);
    if (/\.md$/.test(pathname)) return open(ownFileReader(pathname.slice(1), request, context, readFile))(request, peer);
    app ??= open(readFile);
    return app(request, peer);
  };
}

/**
 * Previews of pull requests and branches run with the site's variables, and must not write to its
 * server.
 */
function createApp(parts: Pick<EdgeAppOptions, "read" | "serveFile" | "pages">, { deploy }: EdgeContext): EdgeApp {
  const isPreview = deploy?.context !== undefined && deploy.context !== "production";
  const server = isPreview ? null : (Netlify.env.get("OCTAVO_SERVER") ?? OCTAVO_SERVER);
  return createEdgeApp({
    ...parts,
    base: OCTAVO_BASE,
    server: server ? createRemoteServer({ server, secret: Netlify.env.get("OCTAVO_PROXY_SECRET"), read: parts.read }) : null,
    allowedOrigins: splitOrigins(Netlify.env.get("OCTAVO_ORIGINS") ?? OCTAVO_ORIGINS),
    manifestMaxAgeMs: MANIFEST_MAX_AGE_MS,
  });
}

/**
 * Reads files for a path that itself has an extension, so that this function handles it. The path's
 * own file is the response without the function.
 */
function ownFileReader(own: string, request: Request, context: EdgeContext, readFile: ReadFile): ReadFile {
  return async (path) => (path === own ? toBytes(await context.next(new Request(request, { method: "GET" }))) : readFile(path));
}

async function toBytes(response: Response): Promise<Uint8Array | null> {
  if (response.status === 200 && !isPage(response)) return new Uint8Array(await response.arrayBuffer());
  await response.body?.cancel();
  // A single-page site answers 200 with its page for missing files.
  if (response.status === 404 || isPage(response)) return null;
  throw new Error(`${response.url} answers ${response.status}`);
}
