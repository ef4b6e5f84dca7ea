import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MCP_ANSWER_MAX_BYTES, MCP_REQUEST_MAX_BYTES } from "../../../contract/limits.ts";
import { TOOL_ROUTES } from "../../../contract/operations/tool-routes.ts";
import { createMcpHandler } from "../../../edge/mcp/mcp-handler.ts";

/**
 * Answers to messages. answer-text.test.ts covers the texts of tools, and
 * test/hosts-node/mcp-client.test.ts the SDK's own client over HTTP.
 */

const OPENAPI = {
  paths: {
    "/posts": {
      get: {
        summary: "Posts",
        description: "All of them.",
        parameters: [
          { $ref: "#/components/parameters/page" },
          { name: "If-None-Match", in: "header", description: "no argument", schema: { type: "string" } },
        ],
      },
    },
  },
  components: { parameters: { page: { name: "page", in: "query", description: "Which.", required: false, schema: { type: "integer" } } } },
};

let asked: string[];
let failures: unknown[];
let answer: (path: string) => Response;
let mcp: (request: Request) => Promise<Response>;

beforeEach(() => {
  asked = [];
  failures = [];
  answer = (path) =>
    Response.json(path.endsWith("/openapi.json") ? OPENAPI : { name: "Fjord", url: "https://fjord.example", tagline: null });
  mcp = createMcpHandler({
    api: async ({ url, method }) => {
      const { pathname, search } = new URL(url);
      asked.push(`${method} ${pathname}${search}`);
      return answer(pathname);
    },
    onError: (error) => failures.push(error),
  });
});
afterEach(() => expect(failures).toEqual([]));

const MODERN = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };

function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return mcp(
    new Request("https://fjord.example/mcp", { method: "POST", body: text, headers: { "Content-Type": "application/json", ...headers } }),
  );
}

/** A request of a client that begins with `initialize`. */
function call(method: string, params: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return post({ jsonrpc: "2.0", id: 1, method, params }, headers);
}

/** A request of a client that states its version in each request. */
function callModern(
  method: string,
  params: { readonly name?: string } = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const own = {
    "Mcp-Protocol-Version": "2026-07-28",
    "Mcp-Method": method,
    ...(params.name === undefined ? {} : { "Mcp-Name": params.name }),
  };
  return post({ jsonrpc: "2.0", id: "a", method, params: { ...params, _meta: MODERN } }, { ...own, ...headers });
}

const DEEP = `${"[".repeat(8_000)}${"]".repeat(8_000)}`;

async function errorOf(response: Promise<Response>): Promise<[status: number, code: number]> {
  const { status, ...rest } = await response.then(async (got) => ({ status: got.status, body: await got.json() }));
  return [status, rest.body.error?.code];
}

describe("POST /mcp", () => {
  it("accepts only POST, as its Allow header states", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await mcp(new Request("https://fjord.example/mcp", { method }));
      expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
    }
  });

  it("accepts pages of any origin, like the API", async () => {
    const preflight = await mcp(new Request("https://fjord.example/mcp", { method: "OPTIONS", headers: { Origin: "https://a.example" } }));
    expect(preflight.status).toBe(204);
    const allowed = preflight.headers.get("Access-Control-Allow-Headers")?.toLowerCase().split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["content-type", "mcp-method", "mcp-name", "mcp-protocol-version"]));
    expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("POST");
    const response = await post({ jsonrpc: "2.0", id: 1, method: "ping" }, { Origin: "https://a.example" });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
    });
  });

  it("offers the requested revision, or its newest", async () => {
    for (const [asks, gets] of [
      ["2025-03-26", "2025-03-26"],
      ["2025-11-25", "2025-11-25"],
      ["2024-11-05", "2025-11-25"],
    ]) {
      const { result } = await call("initialize", { protocolVersion: asks, capabilities: {} }).then((response) => response.json());
      expect(result).toMatchObject({ protocolVersion: gets, capabilities: { tools: {} }, serverInfo: { name: "octavo" } });
      expect(result.instructions).toContain("Fjord – https://fjord.example");
    }
  });

  it("introduces itself even if the site is unavailable", async () => {
    answer = () => Response.json({}, { status: 503 });
    const { result } = await callModern("server/discover").then((response) => response.json());
    expect(result).toMatchObject({ resultType: "complete", supportedVersions: ["2026-07-28"], cacheScope: "public", ttlMs: 3_600_000 });
    expect(await errorOf(call("tools/list"))).toEqual([503, -32_603]);
  });

  it("accepts notifications without answering", async () => {
    const response = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });

  it("answers ping", async () => {
    expect(await call("ping").then((response) => response.json())).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect(await errorOf(callModern("ping"))).toEqual([404, -32_601]);
    expect(await errorOf(call("resources/list"))).toEqual([200, -32_601]);
  });

  it("describes its tools from the site's OpenAPI document, including shared parameters", async () => {
    const { result } = await callModern("tools/list").then((response) => response.json());
    expect(result.tools).toEqual([
      {
        name: "posts_list",
        title: "Posts",
        description: "Posts. All of them.",
        inputSchema: {
          type: "object",
          properties: { page: { type: "integer", description: "Which." }, part: expect.objectContaining({ type: "integer" }) },
          required: [],
          additionalProperties: false,
        },
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
    ]);
    expect(asked).toEqual(["GET /api/v1/openapi.json", "GET /api/v1/kinds"]);
  });

  it("requests a tool's path and query from the API", async () => {
    answer = () => Response.json({ items: [] });
    await callModern("tools/call", { name: "posts_list", arguments: { tag: ["a b", "c"], featured: false, page: 2 } } as object);
    await call("tools/call", { name: "series_get", arguments: { slug: "the-sea" } });
    expect(asked).toEqual(["GET /api/v1/posts?tag=a+b%2Cc&featured=false&page=2", "GET /api/v1/post-series/the-sea"]);
  });

  it("requests only the files that the tool reads, whatever a slug contains", async () => {
    for (const slug of ["..", "../posts", "a/comments", "a?page=2", "%2e%2e", "", 7.5, ["a", "b"], { a: 1 }, null]) {
      const { result } = await call("tools/call", { name: "posts_get", arguments: { slug } }).then((response) => response.json());
      expect(result.isError).toBe(true);
    }
    expect(asked).toEqual([]);
  });

  it("supports every tool in the table", async () => {
    answer = () => Response.json({ a: 1 });
    for (const name of Object.keys(TOOL_ROUTES)) {
      const { result } = await call("tools/call", {
        name: name.replace(".", "_"),
        arguments: name.endsWith("get") ? { slug: "a" } : {},
      }).then((response) => response.json());
      expect(result.content).toHaveLength(1);
    }
  });
});

describe("a message to /mcp", () => {
  it.each([
    ["no JSON", "{", 400, -32_700],
    ["a control character", "\u0000", 400, -32_700],
    ["a batch", [{ jsonrpc: "2.0", id: 1, method: "ping" }], 400, -32_600],
    ["not JSON-RPC", { id: 1, method: "ping" }, 400, -32_600],
    ["an invalid id", { jsonrpc: "2.0", id: {}, method: "ping" }, 400, -32_600],
    ["an id too long to be sent back", { jsonrpc: "2.0", id: "x".repeat(257), method: "ping" }, 400, -32_600],
    ["an unknown tool", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "drop" } }, 200, -32_602],
    [
      "arguments that are not an object",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: [1] } },
      200,
      -32_602,
    ],
    ["a body too long", { jsonrpc: "2.0", id: 1, method: "ping", params: { a: "x".repeat(MCP_REQUEST_MAX_BYTES) } }, 413, -32_600],
  ])("is refused: %s", async (_, body, status, code) => {
    expect(await errorOf(post(body))).toEqual([status, code]);
  });

  it("is refused: another media type, which a page could send without a preflight", async () => {
    expect(await errorOf(post({ jsonrpc: "2.0", id: 1, method: "ping" }, { "Content-Type": "text/plain" }))).toEqual([415, -32_600]);
  });

  it("is refused: a body that never ends", async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(4_096).fill(0x20));
      },
    });
    const init = { method: "POST", body, duplex: "half", headers: { "Content-Type": "application/json" } };
    expect(await errorOf(mcp(new Request("https://fjord.example/mcp", init)))).toEqual([413, -32_600]);
    expect(sent).toBeLessThan(10);
  });

  it.each([
    ["an older revision in each request", { "Mcp-Protocol-Version": "2024-11-05" }, -32_022],
    ["the newest without its members in the body", { "Mcp-Protocol-Version": "2026-07-28" }, -32_602],
  ])("is refused: %s", async (_, headers, code) => {
    expect(await errorOf(call("tools/list", {}, headers))).toEqual([400, code]);
  });

  it.each([
    ["Mcp-Method", "ping"],
    ["Mcp-Name", "search"],
    ["Mcp-Protocol-Version", "2025-11-25"],
    ["Mcp-Name", "=?base64?!!?="],
  ])("is refused: %s that contradicts the body", async (name, value) => {
    expect(await errorOf(callModern("tools/call", { name: "posts_list" }, { [name]: value }))).toEqual([400, -32_020]);
    expect(asked).toEqual([]);
  });

  it("is accepted with a name in Base64", async () => {
    answer = () => Response.json({ items: [] });
    const response = await callModern("tools/call", { name: "posts_list" }, { "Mcp-Name": `=?base64?${btoa("posts_list")}?=` });
    expect(response.status).toBe(200);
  });

  it("is answered with the supported revisions if it states another one", async () => {
    const _meta = { ...MODERN, "io.modelcontextprotocol/protocolVersion": "2030-01-01" };
    const response = await post({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: -32_022, data: { requested: "2030-01-01", supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] } },
    });
  });
});

describe("a call of a tool", () => {
  it("causes an internal error if the API's answer is invalid, and only the host sees the reason", async () => {
    answer = () => new Response("<html>secret");
    expect(await errorOf(call("tools/call", { name: "site_about" }))).toEqual([500, -32_603]);
    expect(failures).toHaveLength(1);
    failures = [];
  });

  it.each([
    ["a name of a tool", { name: { toString: 1, valueOf: 1 } }],
    ["the name __proto__", { name: "__proto__" }],
    ["an argument", { name: "posts_list", arguments: { tag: { toString: 1, valueOf: 1 } } }],
    ["a list in an argument", { name: "posts_list", arguments: { tag: [{ toString: 1, valueOf: 1 }] } }],
    ["lists in lists", `{"name":"posts_list","arguments":{"tag":${DEEP}}}`],
    ["lists in lists as a name", `{"name":${DEEP}}`],
    ["a part", { name: "posts_list", arguments: { part: { toString: 1, valueOf: 1 } } }],
    ["an argument __proto__", { name: "posts_list", arguments: JSON.parse('{"__proto__":{"tag":"a"}}') }],
  ])("is the client's error, never an internal one, if it has %s of the wrong type", async (_, params) => {
    answer = () => Response.json({ items: [] });
    const text = typeof params === "string" ? params : JSON.stringify(params);
    const body = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${text}}`).then((response) => response.json());
    expect(body.result?.isError ?? body.error?.code === -32_602).toBe(true);
  });

  it("gets a small answer if thousands of arguments are unknown", async () => {
    const given = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [at.toString(36), 1]));
    const response = await call("tools/call", { name: "posts_list", arguments: given });
    const text = await response.text();
    expect(JSON.parse(text).result.content[0].text).toContain("0, 1, 2, ");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MCP_ANSWER_MAX_BYTES);
  });

  it("gets a small answer, however long the API's answer is", async () => {
    answer = () => Response.json({ bodyText: '"\\\n\u0001é漢𝄞'.repeat(40_000) });
    const response = await call("tools/call", { name: "posts_get", arguments: { slug: "a" } });
    expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(MCP_ANSWER_MAX_BYTES);
  });
});
