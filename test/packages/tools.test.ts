import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runWith, startWith } from "./installed.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const tools = inject("tarballs").find(({ name }) => name === "octavo-tools")?.file ?? "";

/** A site that the source tree serves. */
const source = await mkdtemp(join(tmpdir(), "octavo-served-"));
let server: Awaited<ReturnType<typeof startWith>>;
beforeAll(async () => {
  await cp(join(ROOT, "test/fixtures/sites/small/content"), join(source, "content"), { recursive: true });
  server = await startWith(process.execPath, source, "node", [join(ROOT, "bin/octavo.mjs"), "start", "--port", "0"]);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(source, { recursive: true, force: true });
});

describe.each(inject("nodes"))("octavo-tools from its tarball, under Node %s", (_version, node) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "octavo-tools-"));
    await writeFile(join(folder, "package.json"), '{ "private": true }');
    await runWith(node, folder, "npm", ["install", tools, "--no-audit", "--no-fund", "--ignore-scripts"]);
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (program: string, ...args: string[]): Promise<string> =>
    (await runWith(node, folder, "npx", ["--no", "--", program, ...args], { OCTAVO_BASE_URL: server.url })).stdout;

  it("reads a site under each of its names", async () => {
    const list = await run("octavo-tools", "posts", "list", "--page-size", "1");
    expect(list).toMatch(/^[a-z0-9-]+\t\d{4}-/);
    expect(await run("octavo-posts", "list", "--page-size", "1")).toBe(list);
    expect(await run("octavo-posts", "get", list.split("\t")[0] ?? "")).toContain("\nslug ");
    for (const program of ["octavo-projects", "octavo-books", "octavo-services"])
      expect(await run(program, "--help")).toMatch(new RegExp(`^${program}: `));
    expect(await run("octavo-tools", "completion", "bash")).toContain("complete -F _octavo_tools octavo-tools octavo-posts ");
  }, 60_000);

  it("provides a site to a language model", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const args = [join(folder, "node_modules/octavo-tools/bin/octavo-tools.mjs"), "mcp", "--base-url", server.url];
    await client.connect(new StdioClientTransport({ command: node, args, stderr: "inherit" }));
    const { content } = await client.callTool({ name: "posts_list", arguments: { pageSize: 1 } });
    expect(content).toEqual([{ type: "text", text: expect.stringMatching(/^Items 1 to 1 of \d+\.\n\{"slug":/) }]);
    await client.close();
  }, 60_000);
});
