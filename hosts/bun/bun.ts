import { bundleHost } from "../bundle.ts";
import { HOSTS_FOLDER, type HostGenerator } from "../host-files.ts";

/** One program that serves the folder it lies in. */
export const bunFiles: HostGenerator = async (_site, { server, origins }) => [
  { path: `${HOSTS_FOLDER}/bun/server.js`, content: await bundleHost({ entry: "bun/server", platform: "node", server, origins }) },
];
