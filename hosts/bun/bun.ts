import { HOSTS_FOLDER } from "../../contract/static-files.ts";
import { renderProgram } from "../bundle/render-program.ts";
import type { HostGenerator } from "../host-files.ts";
import { precompress } from "../precompress.ts";

/** A program that serves its own folder, with compressed copies of text files. */
export const bunFiles: HostGenerator = async (site, { server, origins }) => [
  { path: `${HOSTS_FOLDER}/bun/server.js`, content: await renderProgram("bun-server", { base: site.base, server, origins }) },
  ...precompress(site.textFiles),
];
