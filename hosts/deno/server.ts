import { createStandalone } from "../standalone.ts";

/**
 * The site on Deno: `deno run --allow-net --allow-env --allow-read=dist
 * dist/_hosts/deno/server.js`.
 */

declare const Deno: {
  readonly env: { get(name: string): string | undefined };
  serve(
    options: { readonly port: number; readonly hostname: string },
    handler: (request: Request, info: { readonly remoteAddr: { readonly hostname?: string } }) => Promise<Response>,
  ): unknown;
};

const { fetch, port, host } = createStandalone((name) => Deno.env.get(name), import.meta.url);

Deno.serve({ port, hostname: host }, (request, { remoteAddr }) => fetch(request, { address: remoteAddr.hostname ?? "" }));
