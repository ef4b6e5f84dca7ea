import { createStandalone } from "../standalone.ts";

/** The site on Bun: `bun dist/_hosts/bun/server.js`. */

interface BunServer {
  readonly url: URL;
  requestIP(request: Request): { readonly address: string } | null;
}
declare const Bun: {
  readonly env: Readonly<Record<string, string | undefined>>;
  serve(options: {
    readonly port: number;
    readonly hostname: string;
    readonly fetch: (request: Request, server: BunServer) => Promise<Response>;
  }): BunServer;
};

const { fetch, port, host } = createStandalone((name) => Bun.env[name], import.meta.url);

const server = Bun.serve({
  port,
  hostname: host,
  fetch: (request, bun) => fetch(request, { address: bun.requestIP(request)?.address ?? "" }),
});
console.log(`serving at ${server.url.href}`);
