/** `octavo/edge`: the read handler, for hosts that `octavo build --host` does not know. Web APIs alone. */
export { createReadHandler, type ReadHandler, type ReadHandlerOptions } from "../../edge/handler.ts";
export type { ReadFile, ReadOptions } from "../../edge/read-file.ts";
