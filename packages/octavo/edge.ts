/**
 * `octavo/edge`: the read handler and the handler of `/mcp`, for hosts that `octavo build --host`
 * does not support. Both use only Web APIs.
 */
export { createReadHandler, type ReadHandler, type ReadHandlerOptions } from "../../edge/handler.ts";
export { createMcpHandler, type McpHandlerOptions } from "../../edge/mcp/mcp-handler.ts";
export type { ReadFile, ReadOptions } from "../../edge/read-file.ts";
