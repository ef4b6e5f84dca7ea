import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { BUILD_TIMEOUT_MS, buildSampleSite, type SampleSite } from "../helpers/sample-site.ts";

/** More than the gate accepts from all clients together. */
const FLOOD = 64;

let site: SampleSite;
beforeAll(async () => {
  site = await buildSampleSite();
}, BUILD_TIMEOUT_MS);
afterAll(() => site.remove());

const BASE = "http://127.0.0.1";

function get(path: string, client: string): Request {
  return new Request(`${BASE}/api/v1${path}`, { headers: { "X-Client": client } });
}

function callTool(q: string, client: string): Request {
  const params = { name: "search", arguments: { q } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const headers = { "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25", "X-Client": client };
  return new Request(`${BASE}/mcp`, { method: "POST", headers, body });
}

describe.each([
  ["/search", (text: string, client: string) => get(`/search?q=${text}`, client)],
  ["q of /posts", (text: string, client: string) => get(`/posts?q=${text}`, client)],
  ["the search of MCP", callTool],
] as const)("%s", (_, toRequest) => {
  it("is answered for a visitor while another client floods the host", async () => {
    const app = createNodeHost({ distDir: site.outDir, clientOf: (request) => request.headers.get("X-Client") ?? "" });
    const ask = async (request: Request) => (await app.fetch(request)).text();
    const flood = Array.from({ length: FLOOD }, (_, at) => ask(toRequest(`markdown${at}`, "flood")));
    const visitor = ask(toRequest("markdown", "visitor"));
    const refused = (await Promise.all(flood)).filter((text) => text.includes("searches are waiting"));
    expect(refused.length).toBeGreaterThan(FLOOD / 4);
    expect(await visitor).toContain("markdown-twenty-years-on");
  });
});
