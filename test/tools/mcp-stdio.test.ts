import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOL_ROUTES } from "../../contract/operations/tool-routes.ts";
import { BUILD_TIMEOUT_MS } from "../helpers/sample-site.ts";
import { openSiteServer, type SiteServer, toolsArguments } from "./site-server.ts";

/**
 * `octavo-tools mcp` as programs start it, called by the official SDK's client in both kinds of
 * revisions.
 */

let site: SiteServer;
beforeAll(async () => {
  site = await openSiteServer();
}, BUILD_TIMEOUT_MS);
afterAll(() => site.close());

async function withClient<T>(mode: "legacy" | { readonly pin: string }, baseUrl: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const args = [...toolsArguments(null, ["mcp", "--base-url", baseUrl])];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "inherit" }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return `${isError === true ? "wrong: " : ""}${first?.type === "text" ? first.text : ""}`;
}

describe.each([
  ["that begins with initialize", "legacy", "legacy"],
  ["of 2026-07-28", { pin: "2026-07-28" }, "modern"],
] as const)("a client %s", (_, mode, era) => {
  it("finds the tools of /mcp, with the same answers", async () => {
    const { content: http } = await (async () => {
      const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: { q: "loom" } } };
      const init = { method: "POST", body: JSON.stringify(message), headers: { "Content-Type": "application/json" } };
      return (await (await fetch(`${site.url}/mcp`, init)).json()).result;
    })();
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const tools = await fetch(`${site.url}/mcp`, {
      method: "POST",
      body: JSON.stringify(list),
      headers: { "Content-Type": "application/json" },
    });
    await withClient(mode, site.url, async (client) => {
      expect(client.getProtocolEra()).toBe(era);
      expect(client.getInstructions()).toContain("Ines Halvorsen");
      expect((await client.listTools()).tools).toEqual((await tools.json()).result.tools);
      expect(await call(client, "search", { q: "loom" })).toBe(http[0].text);
      expect(await call(client, "posts_get", { slug: "weaving-a-message" })).toContain("So I wove my sister a sentence");
      expect(await call(client, "posts_list", { type: "text", page: 0 })).toBe(
        "wrong: 400 validation-error: Wrong in the query: type, page.\ntype: want TEXT, VIDEO, IMAGE, spelled exactly like this; did you mean TEXT?\npage: want at least 1",
      );
      expect(await call(client, "comments_recent")).toMatch(/^wrong: 503 temporary-reduced-capacity: .*\nTry again in 5 seconds\.$/);
      await expect(call(client, "posts_delete")).rejects.toThrow("Unknown tool: posts_delete");
    });
  }, 60_000);
});

it("octavo-tools mcp lists the tools even if the site is unreachable", async () => {
  await withClient("legacy", "http://127.0.0.1:9", async (client) => {
    expect((await client.listTools()).tools.length).toBe(Object.keys(TOOL_ROUTES).length);
    expect(await call(client, "site_about")).toMatch(/^wrong: 0 network-error: /);
  });
}, 60_000);

it("octavo-tools mcp answers calls that were piped in before the input ended", async () => {
  const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } };
  const messages = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: initialize },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    ...[2, 3].map((id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "search", arguments: { q: "loom" } } })),
  ];
  const child = spawn(process.execPath, [...toolsArguments(null, ["mcp", "--base-url", site.url])], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  const lines = (await text(child.stdout)).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).id).sort()).toEqual([1, 2, 3]);
}, 60_000);
