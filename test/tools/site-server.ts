import { createNodeHost } from "../../hosts/node/node-app.ts";
import { listen } from "../../hosts/node/server.ts";
import { buildSampleSite } from "../helpers/sample-site.ts";

/** The sample site on a port, from only files and the handler. */
export interface SiteServer {
  /** Without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** @param base path that the host serves the site below */
export async function openSiteServer(base = ""): Promise<SiteServer> {
  const site = await buildSampleSite();
  const server = await listen(createNodeHost({ distDir: site.outDir, base }), { host: "127.0.0.1", port: 0 });
  return {
    url: server.url + base,
    async close() {
      await server.close();
      await site.remove();
    },
  };
}

/**
 * Node's arguments that start the program from its source. It does not wait before it tries again.
 */
export function toolsArguments(group: string | null, args: readonly string[]): readonly string[] {
  const source = JSON.stringify(new URL("../../packages/octavo-tools/start-tools.ts", import.meta.url).href);
  return [
    "--input-type=module",
    "--eval",
    `const { start } = await import(${source}); await start(${JSON.stringify(group)}, async () => {});`,
    "--",
    "octavo-tools",
    ...args,
  ];
}
