import { bundleHost } from "../bundle.ts";
import { HOSTS_FOLDER, type HostGenerator } from "../host-files.ts";
import { precompress } from "../precompress.ts";

/** One program that serves the folder it lies in, and compressed copies of text for it to send. */
export const nodeFiles: HostGenerator = async (site, { server, origins }) => [
  { path: `${HOSTS_FOLDER}/node/server.js`, content: await bundleHost({ entry: "node/standalone", platform: "node", server, origins }) },
  ...precompress(site.textFiles),
];
