import { HOSTS_FOLDER } from "../../contract/static-files.ts";
import { renderProgram } from "../bundle/render-program.ts";
import type { HostGenerator } from "../host-files.ts";
import { precompress } from "../precompress.ts";

/** A program that serves its own folder, with compressed copies of text files. */
export const nodeFiles: HostGenerator = async (site, { server, origins }) => [
  {
    path: `${HOSTS_FOLDER}/node/server.js`,
    content: await renderProgram("node-server", { base: site.base, server, origins }),
  },
  ...precompress(site.textFiles),
];
