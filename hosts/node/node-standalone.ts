import { createStandalone } from "../standalone.ts";
import { listen, toApp } from "./server.ts";

/** The site on Node, without installation: `node dist/_hosts/node/server.js`. */

const { fetch, port, host } = createStandalone((name) => process.env[name], import.meta.url);

const server = await listen(toApp(fetch), { host, port });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
console.log(`serving at ${server.url}`);
