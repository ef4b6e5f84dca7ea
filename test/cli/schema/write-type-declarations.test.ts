import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { runTool } from "../../../scripts/run-tool.ts";
import { writeFiles } from "../../build/site-folder.ts";
import { createTestIo } from "../test-io.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const CONFIG = `
import { defineKind, field } from ${JSON.stringify(join(ROOT, "contract/config/define-kind.ts"))};
export default {
  kinds: {
    talks: defineKind({
      words: { one: "Talk", many: "Talks" },
      fields: {
        event: field.text().describe("Where it was held"),
        heldOn: field.date(),
        level: field.oneOf(["intro", "deep"]).optional(),
        recorded: field.boolean().default(false),
        post: field.reference("posts").optional(),
        photos: field.pictures(),
        venue: field.object({ city: field.text() }).optional(),
      },
      filters: ["event", "level", "recorded"],
      tags: true,
    }),
    "my-notes": defineKind({ words: { one: "Note", many: "Notes" }, fields: {} }),
  },
};`;

/**
 * A wrong line without its comment is a compile error, and so is a comment above a correct line.
 */
const USE = `
import { createClient, type Image } from "octavo-client";
import type { TalksItem } from "./octavo-kinds.js";

const client = createClient({ baseUrl: "https://ines.example/api/v1" });
export async function read(unknownName: string): Promise<void> {
  const { items, pagination } = await client.kind("talks").list({ level: "deep", recorded: true, tag: ["sea"], page: 2 });
  const item: TalksItem | undefined = items[0];
  const level: "intro" | "deep" | null | undefined = item?.level;
  const city: string | undefined = item?.venue?.city;
  for await (const { heldOn, photos } of client.kind("talks").all()) console.log(heldOn.length, photos satisfies Image[]);
  const document = await client.kind("talks").get("tides", { timeout: 5 });
  console.log(level, city, document.bodyHtml, document.post?.title, pagination.totalItems);
  // @ts-expect-error a list item has no body
  console.log(item?.bodyHtml);
  // @ts-expect-error there is no such level
  await client.kind("talks").list({ level: "shallow" });
  // @ts-expect-error there is no such parameter
  await client.kind("talks").list({ levle: "deep" });
  // @ts-expect-error there is no such field
  console.log(document.slides);
  // @ts-expect-error the site has no such kind
  await client.kind("tlaks").list();
  console.log((await client.kind("my-notes").list({ language: "nb" })).items[0]?.title);
  // A name from outside, which the types do not know.
  console.log((await client.kind(unknownName).list({ some: 1 })).items[0]?.title);
}
`;
const USE_UNDECLARED = `
import { createClient } from "octavo-client";
const { items } = await createClient({ baseUrl: "/api/v1" }).kind("talks").list({ level: "deep" });
console.log(items[0]?.title.length, items[0]?.cover?.url);
// @ts-expect-error its type is not known
console.log(items[0]?.event.length);
`;
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    ...{ target: "ES2024", module: "NodeNext", lib: ["ES2024", "DOM", "DOM.Iterable"], types: [], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, allowImportingTsExtensions: true },
    paths: { "octavo-client": [join(ROOT, "packages/octavo-client/client.ts")] },
  },
});

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "octavo-types-"));
  writeFiles(cwd, { "octavo.config.mjs": CONFIG, "package.json": '{ "type": "module" }', "tsconfig.json": TSCONFIG });
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

describe("octavo types", () => {
  it("types the kinds of a client, and makes unknown ones errors", async () => {
    const io = createTestIo({ cwd });
    expect([await main(["types"], io), io.out(), io.err()]).toEqual([0, "wrote octavo-kinds.d.ts\n", ""]);
    writeFiles(cwd, { "use.ts": USE });
    expect(await runTool("tsc", ["--project", join(cwd, "tsconfig.json"), "--pretty", "false"], ROOT)).toEqual({ ok: true, output: "" });
  });

  it("leaves undeclared kinds usable", async () => {
    writeFiles(cwd, { "use.ts": USE_UNDECLARED });
    expect(await runTool("tsc", ["--project", join(cwd, "tsconfig.json"), "--pretty", "false"], ROOT)).toEqual({ ok: true, output: "" });
  });

  it("checks whether a file is up to date with the configuration, and writes nothing", async () => {
    const run = async (...args: string[]): Promise<readonly [number, string]> => {
      const io = createTestIo({ cwd, env: { OCTAVO_OUT: "dist" } });
      return [await main(["types", ...args], io), io.out() + io.err()];
    };
    const missing = "octavo: src/kinds.d.ts does not exist\nhint: octavo types --out src/kinds.d.ts writes it\n";
    expect(await run("--check", "--out", "src/kinds.d.ts")).toEqual([1, missing]);
    expect(await run("--out", "src/kinds.d.ts", "--quiet")).toEqual([0, ""]);
    expect(await run("--check", "--out", "src/kinds.d.ts")).toEqual([0, ""]);
    const written = await readFile(join(cwd, "src/kinds.d.ts"), "utf8");
    expect(written).toContain("  /** Where it was held */\n  event: string;\n");
    writeFiles(cwd, { "octavo.config.mjs": CONFIG.replace('"deep"]', '"deep", "all"]') });
    expect((await run("--check", "--out", "src/kinds.d.ts"))[0]).toBe(1);
    expect(await readFile(join(cwd, "src/kinds.d.ts"), "utf8")).toBe(written);
  });

  it("shows mistakes in the configuration as a build does, and declares nothing", async () => {
    writeFiles(cwd, { "octavo.config.mjs": CONFIG.replace("field.date()", '"date"') });
    const io = createTestIo({ cwd });
    expect(await main(["types"], io)).toBe(1);
    expect(io.err()).toMatch(
      /^octavo\.config\.mjs:\d+:\d+ {2}error {2}kinds\.talks\.fields\.heldOn: is not a field .*\noctavo: the configuration has mistakes\n$/s,
    );
    await expect(readFile(join(cwd, "octavo-kinds.d.ts"))).rejects.toThrow("ENOENT");
  });
});
