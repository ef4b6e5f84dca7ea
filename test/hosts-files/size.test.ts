import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { renderProgram, renderWriteProgram } from "../../hosts/bundle/render-program.ts";
import { keepSearchOnly } from "../../scripts/pack/minisearch-reading.ts";

/** Sizes of the read handler, as a browser or an edge function loads it. */

const HANDLER = fileURLToPath(new URL("../../edge/handler.ts", import.meta.url));
const MCP = fileURLToPath(new URL("../../edge/mcp/mcp-handler.ts", import.meta.url));
const KIB = 1024;
/** Modules that answer in place of the write server. */
const SNAPSHOT = [/\/threads\//, /\/edge\/comments\//, /\/comments-atom\.ts/];

/** In bytes, minified and gzipped. */
async function sizeOf(options: {
  readonly without?: readonly RegExp[];
  readonly beside?: readonly string[];
}): Promise<{ readonly bytes: number; readonly modules: readonly string[] }> {
  const bundle = await rolldown({
    input: "entry",
    platform: "browser",
    tsconfig: false,
    plugins: [keepSearchOnly(), entryOf([HANDLER, ...(options.beside ?? [])])],
    external: [...(options.without ?? [])],
    treeshake: { moduleSideEffects: false },
  });
  try {
    const { output } = await bundle.generate({ format: "es", minify: true, comments: false });
    return { bytes: gzipSync(output[0].code, { level: 9 }).length, modules: output[0].moduleIds };
  } finally {
    await bundle.close();
  }
}

/** A program that contains some modules completely. */
function entryOf(files: readonly string[]): { name: string; resolveId(id: string): string | null; load(id: string): string | null } {
  return {
    name: "entry",
    resolveId: (id) => (id === "entry" ? id : null),
    load: (id) => (id === "entry" ? files.map((file) => `export * from ${JSON.stringify(file)};`).join("\n") : null),
  };
}

describe("the read handler, minified and gzipped", () => {
  it("is at most 16 KB with its router and validation, without MiniSearch, the search reader and the comment snapshot", async () => {
    const { bytes, modules } = await sizeOf({ without: [/minisearch/, /\/search\//, ...SNAPSHOT] });
    expect(modules.some((id) => id.endsWith("parse-query.ts"))).toBe(true);
    expect(modules.filter((id) => /minisearch|search/.test(id))).toEqual([]);
    expect(bytes).toBeLessThanOrEqual(16 * KIB);
    // A smaller size would mean that something was left out by mistake.
    expect(bytes).toBeGreaterThan(6 * KIB);
  });

  it("is at most 30 KB with search", async () => {
    const { bytes, modules } = await sizeOf({ without: SNAPSHOT });
    expect(modules.some((id) => id.includes("minisearch"))).toBe(true);
    expect(modules.filter((id) => id.includes("/zod/"))).toEqual([]);
    expect(bytes).toBeLessThanOrEqual(30 * KIB);
    expect(bytes).toBeGreaterThan(15 * KIB);
  });

  it("grows by at most 5 KB with the comment snapshot", async () => {
    const [alone, both] = [await sizeOf({ without: SNAPSHOT }), await sizeOf({})];
    expect(both.modules.filter((id) => id.includes("/threads/")).length).toBeGreaterThan(2);
    expect(both.modules.filter((id) => id.includes("/zod/"))).toEqual([]);
    expect(both.bytes - alone.bytes).toBeLessThanOrEqual(5 * KIB);
    expect(both.bytes - alone.bytes).toBeGreaterThan(2 * KIB);
  });

  it("grows by at most 5 KB with the tools for language models, which do not include zod", async () => {
    const [alone, both] = [await sizeOf({}), await sizeOf({ beside: [MCP] })];
    expect(both.modules.filter((id) => id.includes("/mcp/")).length).toBeGreaterThan(2);
    expect(both.modules.filter((id) => id.includes("/zod/"))).toEqual([]);
    expect(both.bytes - alone.bytes).toBeLessThanOrEqual(5 * KIB);
    expect(both.bytes - alone.bytes).toBeGreaterThan(2 * KIB);
  });
});

describe("the Cloudflare Worker", () => {
  it("is at most 110 KiB, and no larger gzipped than before Workers could accept writes", async () => {
    const program = await renderProgram("cloudflare-worker", { server: null });
    expect(program).toContain("inquiries");
    expect(Buffer.byteLength(program)).toBeLessThanOrEqual(110 * KIB);
    expect(gzipSync(program, { level: 9 }).length).toBeLessThanOrEqual(40_802);
  });

  it("is at most 350,000 bytes gzipped with the write program and the desk's script, and contains neither without writes", async () => {
    const writes = { version: "0.0.0", jurisdiction: null, search: null, variables: {} };
    const programs = await Promise.all([
      renderProgram("cloudflare-writes-worker", { server: null }),
      renderWriteProgram(writes, { path: "/desk" }),
    ]);
    const bytes = programs.map((program) => gzipSync(program, { level: 9 }).length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(350_000);
    // A smaller size would mean that something was left out by mistake.
    expect(Math.min(...bytes)).toBeGreaterThan(35_000);
    expect(programs[0]).not.toContain("CREATE TABLE");
    expect(await renderProgram("cloudflare-worker", { server: null })).not.toContain("OCTAVO_WRITES");
  });

  it("grows by at most 10 KB gzipped with pages rendered on request", async () => {
    const [alone, both] = await Promise.all(
      (["cloudflare-worker", "cloudflare-website-worker"] as const).map(
        async (name) => gzipSync(await renderProgram(name, { server: null }), { level: 9 }).length,
      ),
    );
    expect((both ?? 0) - (alone ?? 0)).toBeLessThanOrEqual(10 * KIB);
    expect((both ?? 0) - (alone ?? 0)).toBeGreaterThan(5 * KIB);
  });
});
