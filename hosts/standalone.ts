import { fileURLToPath } from "node:url";
import { createDistFiles } from "./node/dist-files.ts";
import { createNodeHost } from "./node/node-app.ts";
import { createStandalonePages } from "./node/pages/standalone-pages.ts";
import { splitOrigins } from "./origins.ts";
import { createRemoteServer, REMOTE_COUNTS_MAX_AGE_MS } from "./writes/remote-server.ts";

/** The site as one program that needs no installation: the common part for Node, Deno and Bun. */

/** Defined before the bundled program: the origin of the write server, or null. */
declare const OCTAVO_SERVER: string | null;
/** The origins that may send likes, separated by spaces; defined in the same place. */
declare const OCTAVO_ORIGINS: string;
/** The path of the site, defined in the same place. */
declare const OCTAVO_BASE: string;

const DEFAULT_PORT = 3000;
const DEFAULT_HOST = "127.0.0.1";

export interface Standalone {
  fetch(request: Request, peer: { readonly address: string }): Promise<Response>;
  readonly port: number;
  readonly host: string;
}

/**
 * @param env PORT, HOST, OCTAVO_SERVER, OCTAVO_ORIGINS, OCTAVO_PROXY_SECRET
 * @param programUrl URL of the program, which is two folders deep in the site:
 * `dist/_hosts/node/server.js`
 * @throws Error if PORT is not a port
 */
export function createStandalone(env: (name: string) => string | undefined, programUrl: string): Standalone {
  const server = env("OCTAVO_SERVER") ?? OCTAVO_SERVER;
  const distDir = fileURLToPath(new URL("../..", programUrl)).replace(/[/\\]$/, "");
  const files = createDistFiles(distDir);
  const remote = server
    ? createRemoteServer({ server, secret: env("OCTAVO_PROXY_SECRET") ?? null, read: (name) => files.read(name) })
    : null;
  const addresses = new WeakMap<Request, string>();
  const app = createNodeHost({
    distDir,
    base: OCTAVO_BASE,
    server: remote,
    countsMaxAgeMs: REMOTE_COUNTS_MAX_AGE_MS,
    allowedOrigins: splitOrigins(env("OCTAVO_ORIGINS") ?? OCTAVO_ORIGINS),
    pages: createStandalonePages({ distDir, base: OCTAVO_BASE, read: (name) => files.read(name) }),
    addressOf: (request) => addresses.get(request) ?? "",
    onError: (error) => console.error(error),
  });
  return {
    async fetch(request, { address }) {
      addresses.set(request, address);
      return app.fetch(request);
    },
    port: toPort(env("PORT")),
    host: env("HOST") ?? DEFAULT_HOST,
  };
}

function toPort(text: string | undefined): number {
  if (text === undefined || text === "") return DEFAULT_PORT;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Error(`PORT is "${text}": want a whole number from 0 to 65535`);
  return Number(text);
}
