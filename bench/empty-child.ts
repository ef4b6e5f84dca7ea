/**
 * The baseline: an h3 app on the same Node adapter whose only route returns an empty JSON document.
 * `node bench/empty-child.ts --port <port>`
 */
import { parseArgs } from "node:util";
import { H3 } from "h3";
import { listen } from "../hosts/node/server.ts";

const { port } = parseArgs({ options: { port: { type: "string", default: "0" } } }).values;
const app = new H3({ silent: true });
app.get("/", () => ({}));
const server = await listen(app, { host: "127.0.0.1", port: Number(port) });
process.once("SIGTERM", () => void server.close());
