import { PassThrough } from "node:stream";
import { ProtocolError, ProtocolErrorCode, Server, type Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { callTool, type ReadTool } from "../../edge/mcp/call-tool.ts";
import { describeOwnTools, findTool, toOwnKinds } from "../../edge/mcp/own-tools.ts";
import { describeTools, type Tool, writeInstructions } from "../../edge/mcp/tools.ts";
import { OctavoError } from "../octavo-client/octavo-error.ts";
import { TOOL_OPERATIONS } from "./generated/tool-operations.ts";
import { addTagResources } from "./own-commands.ts";
import { KIND_GET, KIND_LIST, type ReadOperation } from "./site-client.ts";

/**
 * The tools of `/mcp`, over standard input and output, with the official SDK:
 * https://modelcontextprotocol.io.
 */

export interface StdioOptions {
  readonly read: ReadOperation;
  readonly version: string;
  /** Aborted to stop. */
  readonly signal: AbortSignal;
}

/** Serves until the client has closed its input and has its answers, or the signal is aborted. */
export async function serveTools({ read, version, signal }: StdioOptions): Promise<void> {
  const settings = await read("site.settings", [], {}).catch(() => null);
  const listTools = async (): Promise<Tools> => {
    const kinds = toOwnKinds(await read("kinds.list", [], {}).catch(() => null));
    const operations = TOOL_OPERATIONS.map((operation) => addTagResources(operation, kinds));
    const document = { paths: Object.fromEntries(operations.map((operation) => [operation.path, { get: operation }])) };
    // The response of tools/list: plain JSON.
    return [...describeTools(document), ...describeOwnTools(kinds)] as Tools;
  };
  const readTool: ReadTool = async (tool, { path, query }) => {
    try {
      return { body: await read(operationOf(tool), path, query) };
    } catch (error) {
      if (error instanceof OctavoError) return { problem: error.problem, retryAfter: error.retryAfter };
      throw error;
    }
  };
  const createServer = (): Server => {
    const info = { name: "octavo-tools", title: "Octavo", version };
    const server = new Server(info, { capabilities: { tools: {} }, instructions: writeInstructions(settings) });
    server.setRequestHandler("tools/list", async () => ({ tools: [...(await listTools())] }));
    server.setRequestHandler("tools/call", async ({ params }) => {
      const tool = findTool(params.name);
      if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      const { content, isError = false } = await callTool(tool, params.arguments ?? {}, readTool);
      return { content: [...content], isError };
    });
    return server;
  };
  await new Promise<void>((resolve) => {
    const input = new PassThrough();
    const handle = serveStdio(createServer, { transport: createTransport(input) });
    const end = (): void => {
      process.stdin.unpipe(input).pause();
      void handle.close().then(resolve, resolve);
    };
    input.once("end", end);
    signal.addEventListener("abort", end, { once: true });
  });
}

/**
 * Standard input and output. The SDK drops pending calls when its input ends, but scripts pipe in
 * their calls and read the answers afterwards. Therefore, the input ends only after each call has
 * been answered.
 * @param input receives the data of standard input
 */
function createTransport(input: PassThrough): Transport {
  const inner = new StdioServerTransport(input);
  const pending = new Set<unknown>();
  let hasEnded = false;
  const settle = (): void => {
    if (!hasEnded) return;
    if (input.readableLength + input.writableLength > 0) setImmediate(settle);
    else if (pending.size === 0) input.end();
  };
  const end = (): void => {
    hasEnded = true;
    settle();
  };
  process.stdin.pipe(input, { end: false });
  process.stdin.once("end", end).once("close", end);
  const transport: Transport = {
    async start() {
      inner.onclose = () => transport.onclose?.();
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onmessage = (message) => {
        if ("method" in message && "id" in message) pending.add(message.id);
        else if ("method" in message && message.method === "notifications/cancelled") pending.delete(message.params?.requestId);
        transport.onmessage?.(message);
      };
      await inner.start();
    },
    async send(message) {
      await inner.send(message);
      if (!("method" in message)) pending.delete(message.id);
      settle();
    },
    close: () => inner.close(),
  };
  return transport;
}

type Tools = readonly { readonly name: string; readonly inputSchema: { readonly type: "object" } }[];

const OWN_OPERATIONS: Readonly<Record<string, string>> = { documents_list: KIND_LIST, documents_get: KIND_GET };

function operationOf({ name, path }: Tool): string {
  return TOOL_OPERATIONS.find((operation) => operation.path === path)?.name ?? OWN_OPERATIONS[name] ?? "";
}
