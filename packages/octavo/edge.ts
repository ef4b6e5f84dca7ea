/** `octavo/edge`: the read handler, and what answers `/mcp` beside it, for hosts that `octavo build --host` does not know. Web APIs alone. */
export { createReadHandler, type ReadHandler, type ReadHandlerOptions } from "../../edge/handler.ts";
export { createMcpHandler, type McpHandlerOptions } from "../../edge/mcp/mcp-handler.ts";
export type { ReadFile, ReadOptions } from "../../edge/read-file.ts";
