/**
 * The baseline: plain node:http that answers every request with the same text from memory: `node
 * bench/floor-child.ts <file>`. Prints its address.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [file = ""] = process.argv.slice(2);
const body = readFileSync(file);
const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "application/json; charset=utf-8", "Content-Length": body.byteLength });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
});
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
});
