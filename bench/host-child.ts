/**
 * Serves a dist folder with the node host in a separate process: `node bench/host-child.ts <dist>`.
 * Prints its address.
 */
import { createNodeHost } from "../hosts/node/node-app.ts";
import { listen } from "../hosts/node/server.ts";

const [distDir = ""] = process.argv.slice(2);
const server = await listen(createNodeHost({ distDir, onError: console.error }), { host: "127.0.0.1", port: 0 });
console.log(server.url);
process.once("SIGTERM", () => void server.close());
