import { bundleHost } from "../bundle.ts";
import { HOSTS_FOLDER, type HostGenerator } from "../host-files.ts";

/** One program that serves the folder it lies in. */
export const nodeFiles: HostGenerator = async (_site, { server, origins }) => [
  { path: `${HOSTS_FOLDER}/node/server.js`, content: await bundleHost({ entry: "node/standalone", platform: "node", server, origins }) },
];
