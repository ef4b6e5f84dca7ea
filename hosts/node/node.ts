import { HOSTS_FOLDER } from "../../contract/static-files.ts";
import { renderProgram } from "../bundle/render-program.ts";
import type { HostGenerator } from "../host-files.ts";
import { precompress } from "../precompress.ts";

/** One program that serves the folder it lies in, and compressed copies of text for it to send. */
export const nodeFiles: HostGenerator = async (site, { server, origins }) => [
  {
    path: `${HOSTS_FOLDER}/node/server.js`,
    content: await renderProgram("node-server", { base: site.base, server, origins }),
  },
  ...precompress(site.textFiles),
];
