import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUILD_TIMEOUT_MS, buildSampleSite, type SampleSite } from "../helpers/sample-site.ts";
import { addHostFiles } from "./dists.ts";
import { sendRaw } from "./http.ts";
import { createReaderProcess, type ReaderProcess } from "./reader-process.ts";
import { type StartedHost, startCaddy, startNginx } from "./web-servers.ts";

/**
 * `/mcp` behind a web server that forwards it to a reader: the SDK's own client searches the site.
 * All are separate processes.
 */

const START_TIMEOUT_MS = 120_000;
const LIST_TOOLS = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

let site: SampleSite;
let reader: ReaderProcess;
beforeAll(async () => {
  site = await buildSampleSite();
  reader = await createReaderProcess(site.outDir, { server: null });
  await reader.start();
  await addHostFiles(site.outDir, { server: null, reader: reader.url, origins: [], folder: "dist" });
}, BUILD_TIMEOUT_MS + START_TIMEOUT_MS);
afterAll(async () => {
  await reader?.stop();
  await site?.remove();
});

describe.each([
  ["nginx", startNginx],
  ["caddy", startCaddy],
] as const)("%s", (_name, start) => {
  let host: StartedHost;
  const listTools = (target = "/mcp") =>
    sendRaw(host.url, {
      method: "POST",
      target,
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify(LIST_TOOLS),
    });
  beforeAll(async () => {
    host = await start({ distDir: site.outDir });
  }, START_TIMEOUT_MS);
  afterAll(() => host?.stop());

  it("lets the SDK's client list the tools and search the site", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${host.url}/mcp`)));
    try {
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toContain("posts_list");
      expect(JSON.stringify((await client.callTool({ name: "search", arguments: { q: "weaving" } })).content)).toContain("Items 1 to ");
    } finally {
      await client.close();
    }
  }, 60_000);

  it("answers with a problem document while the reader is gone, and with the tools once it is back", async () => {
    await reader.stop();
    try {
      for (const target of ["/mcp", "/mcp?x=1"]) {
        const { status, headers, body } = await listTools(target);
        expect([target, status, headers["content-type"], headers["cache-control"]]).toEqual([
          target,
          503,
          "application/problem+json",
          "no-store",
        ]);
        expect(JSON.parse(body).code).toBe("index-unavailable");
      }
    } finally {
      await reader.start();
    }
    const { status, body } = await listTools();
    expect([status, JSON.parse(body).id]).toEqual([200, 1]);
  }, 60_000);
});
