import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { listen } from "../../hosts/node/server.ts";
import { runTools } from "../../packages/octavo-tools/run-tools.ts";
import { buildIn, writeFiles } from "../build/site-folder.ts";
import { createTestIo } from "../cli/test-io.ts";
import { toolsArguments } from "./site-server.ts";

/**
 * Commands, help, completion and tools for language models for kinds that a site defines, all from
 * its `/kinds`.
 */

const CONFIG = `
import { defineKind, field } from ${JSON.stringify(new URL("../../contract/config/define-kind.ts", import.meta.url).href)};
export default {
  kinds: {
    talks: defineKind({
      words: { one: "Talk", many: "Talks" },
      fields: {
        event: field.text(),
        heldOn: field.date(),
        level: field.oneOf(["intro", "deep"]).optional(),
        isRecorded: field.boolean().default(false),
        related: field.reference("talks").optional(),
        items: field.list(field.text()),
      },
      filters: ["event", "level", "isRecorded"],
      tags: true,
      page: "/talks/{slug}/",
    }),
    notes: defineKind({ words: { one: "Note", many: "Notes" }, fields: {} }),
  },
};`;
const talk = (day: number, level: string): string =>
  `---\nevent: Fjord Conf\nheldOn: 2025-02-0${day}\nlevel: ${level}\nisRecorded: ${day === 1}\ntags: [Sea]\n---\n# Talk ${day}\n\nAbout *tides*.\n`;
const FILES = {
  "octavo.config.mjs": CONFIG,
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/talks/one.md": talk(1, "deep").replace("tags:", "related: two\nitems: [slides, notes]\ntags:"),
  "content/talks/two.md": talk(2, "intro"),
  "content/talks/three.md": talk(3, "deep"),
  "content/notes/low-water.md": "A note.\n",
};

let cwd: string;
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-tools-kinds-"));
  writeFiles(cwd, FILES);
  expect((await buildIn(cwd)).diagnostics.all()).toEqual([]);
  server = await listen(createNodeHost({ distDir: join(cwd, "dist") }), { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await server.close();
  rmSync(cwd, { recursive: true, force: true });
});

async function run(args: readonly string[], env: Record<string, string> = { OCTAVO_BASE_URL: server.url }, isTTY = false) {
  const io = createTestIo({ env, isTTY, columns: 100 });
  const code = await runTools(args, { ...io, sleep: async () => {} }, "1.2.3");
  return [code, io.out(), io.err()] as const;
}

describe("octavo-tools for a site's own kinds", () => {
  it("lists, filters, pages and shows documents", async () => {
    const deep = "three\t2025-02-03\tFjord Conf\tdeep\t\tsea\tTalk 3\none\t2025-02-01\tFjord Conf\tdeep\ttrue\tsea\tTalk 1\n";
    expect(await run(["talks", "list", "--level", "deep"])).toEqual([0, deep, ""]);
    const [, recorded] = await run(["talks", "list", "--is-recorded", "--event", "fjord  conf"]);
    expect(recorded).toMatch(/^one\t.*\n$/);
    const [, all] = await run(["talks", "list", "--all", "--page-size", "1"]);
    expect(all.split("\n").map((line) => line.split("\t")[0])).toEqual(["three", "two", "one", ""]);
    const [code, table, summary] = await run(["talks", "list", "--page-size", "2"], { OCTAVO_BASE_URL: server.url }, true);
    expect([code, table.split("\n")[0]?.split(/ +/), summary]).toEqual([
      0,
      ["SLUG", "DATE", "EVENT", "LEVEL", "TAGS", "TITLE"],
      "page 1 of 2, 3 in total; --page 2 shows more, --all shows all\n",
    ]);
    expect((await run(["talks", "get", "one"]))[1]).toMatch(
      /^Talk 1\n\nslug +one\n[\s\S]*event +Fjord Conf\n[\s\S]*\n\nTalk 1\nAbout tides\.\n$/,
    );
    const [, one] = await run(["talks", "get", "one"]);
    expect(one).toMatch(/^related +Talk 2$/m);
    expect(one).toMatch(/^items +slides, notes$/m);
    expect((await run(["talks", "tags"]))[1]).toBe("sea\t3\tSea\n");
    expect((await run(["talks", "search", "tides"]))[1]).toMatch(/^(?:\w+\ttalks\t.*\n){3}$/);
    expect((await run(["notes", "list", "--base-url", server.url], {}))[1]).toMatch(/^low-water\t/);
  });

  it("names them in help and completion if the site is known", async () => {
    const [, help] = await run(["--help"]);
    expect(help).toMatch(/^ {2}talks list +Talks$/m);
    expect(help).toMatch(/^ {2}talks get <slug> +Talk$/m);
    expect((await run(["--help"], {}))[1]).not.toContain("talks");
    expect((await run(["--help"], { OCTAVO_BASE_URL: "http://127.0.0.1:9" }))[0]).toBe(0);
    expect((await run(["talks", "list", "--help"]))[1]).toMatch(/--level <text> .*One of intro, deep\./);
    expect((await run(["__complete", "tal"]))[1]).toBe("talks\n");
    expect((await run(["__complete", "talks", "list", "--level", ""]))[1]).toBe("intro\ndeep\n");
    expect(await run(["__complete", "tal"], { OCTAVO_BASE_URL: "http://127.0.0.1:9" })).toEqual([0, "", ""]);
  });

  it("suggests the intended commands, options and values", async () => {
    expect(await run(["tlaks", "list"])).toEqual([2, "", 'error: unknown command "tlaks"\n  did you mean "talks"?\n']);
    expect(await run(["talks", "lst"])).toEqual([2, "", 'error: unknown command "lst"\n  did you mean "list"?\n']);
    expect(await run(["talks", "list", "--levle", "deep"])).toEqual([2, "", 'error: unknown option --levle\n  did you mean "--level"?\n']);
    expect(await run(["talks", "list", "--level", "depe"])).toEqual([
      2,
      "",
      'error: --level: "depe" is not one of its values\n  did you mean "deep"?\n',
    ]);
    expect((await run(["notes", "tags"]))[2]).toContain('unknown command "tags"');
    const [code, , err] = await run(["talks", "list"], {});
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/unknown command "talks"\n.*; --base-url adds the kinds that a site defines\n$/),
    ]);
    expect((await run(["talks", "list"], { OCTAVO_BASE_URL: "http://127.0.0.1:9" }))[2]).toContain("network-error");
    expect((await run(["talks", "get", "none"]))[0]).toBe(1);
  });
});

describe("the tools for language models for a site's own kinds", () => {
  const ask = async (method: string, params: object = {}) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(`${server.url}/mcp`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
    return (await response.json()).result;
  };
  const call = async (name: string, args: object): Promise<string> => {
    const { content, isError } = await ask("tools/call", { name, arguments: args });
    return `${isError === true ? "wrong: " : ""}${content[0].text}`;
  };

  it("are two, whose descriptions name the kinds and their parameters", async () => {
    const { tools } = await ask("tools/list");
    const [list, get] = tools.slice(-2);
    expect([list.name, get.name]).toEqual(["documents_list", "documents_get"]);
    expect(list.description).toBe("Documents of a kind that this site defines: Notes, Talks.");
    expect(list.inputSchema.required).toEqual(["kind"]);
    expect(list.inputSchema.properties.kind.enum).toEqual(["notes", "talks"]);
    expect(list.inputSchema.properties.query.description).toMatch(
      /\ntalks \(Talks, 3\): tag, event, level \(intro or deep\), isRecorded, .*page, pageSize\./,
    );
    expect(get.inputSchema).toMatchObject({ required: ["kind", "slug"], additionalProperties: false });
  });

  it("list and get documents, page by page", async () => {
    const page = await call("documents_list", { kind: "talks", query: { level: "deep", pageSize: 1 } });
    expect(page).toMatch(/^Items 1 to 1 of 2\.\n\{"slug":"three".*\nNext page: \{"query":\{"page":2,"pageSize":1\}\}$/);
    expect(await call("documents_list", { kind: "notes" })).toMatch(/^Items 1 to 1 of 1\.\n\{"slug":"low-water"/);
    expect(await call("documents_list", { kind: "talks", query: { tag: ["sea"], isRecorded: true } })).toContain("1 of 1");
    expect(await call("documents_get", { kind: "talks", slug: "one" })).toContain('"items":["slides","notes"]');
    expect(await call("documents_get", { kind: "talks", slug: "one" })).toMatch(/"event":"Fjord Conf"[\s\S]*\n\nTalk 1\nAbout tides\.$/);
  });

  it("explain the mistakes in a call, so the model can correct them", async () => {
    expect(await call("documents_list", { kind: "tlaks" })).toBe("wrong: kind: want one of notes, talks.");
    expect(await call("documents_list", { kind: "posts" })).toBe("wrong: kind: want one of notes, talks.");
    expect(await call("documents_list", { kind: "talks", level: "deep" })).toMatch(
      /^wrong: level: no such argument\. There are: kind, query, part\.$/,
    );
    expect(await call("documents_list", { kind: "talks", query: { levle: "deep", level: "depe" } })).toMatch(
      /^wrong: level: want intro or deep\.\nlevle: no such parameter of talks\. There are: tag, event, level, /,
    );
    expect(await call("documents_list", { kind: "talks", query: "level=deep" })).toMatch(/^wrong: query: want an object/);
    expect(await call("documents_list", { kind: "talks", query: { page: 0 } })).toContain("page: want at least 1");
    expect(await call("documents_get", { kind: "talks", slug: "../x" })).toMatch(/^wrong: slug: want a slug/);
    expect(await call("documents_get", { kind: "talks", slug: "none" })).toMatch(/^wrong: 404 not-found/);
  });

  it("are the same over standard input and output", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const args = [...toolsArguments(null, ["mcp", "--base-url", server.url])];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "inherit" }));
    try {
      expect((await client.listTools()).tools).toEqual((await ask("tools/list")).tools);
      for (const [name, given] of [
        ["documents_list", { kind: "talks", query: { level: "deep" } }],
        ["documents_list", { kind: "talks", query: { levle: "deep" } }],
        ["documents_get", { kind: "talks", slug: "one" }],
        ["documents_get", { kind: "talks", slug: "none" }],
      ] as const) {
        const { content } = await client.callTool({ name, arguments: given });
        expect(`${(content as { text: string }[])[0]?.text}`).toBe((await call(name, given)).replace("wrong: ", ""));
      }
    } finally {
      await client.close();
    }
  }, 60_000);
});
