import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { keepSearchOnly } from "../../scripts/pack/minisearch-reading.ts";

const ENGINE = fileURLToPath(new URL("../../search/read/engine.ts", import.meta.url));

async function bundle(...plugins: Plugin[]): Promise<string> {
  const built = await rolldown({ input: ENGINE, platform: "browser", tsconfig: false, plugins });
  try {
    return (await built.generate({ format: "es", comments: false })).output[0].code;
  } finally {
    await built.close();
  }
}

describe("keepSearchOnly", () => {
  it("removes the methods that change an index, and nothing that is still called", async () => {
    const [whole, rest] = await Promise.all([bundle(), bundle(keepSearchOnly())]);
    expect(rest.length).toBeLessThan(whole.length - 10_000);
    const methodsOf = (code: string): Set<string> =>
      new Set(Array.from(code.matchAll(/^\t(?:static )?(?:async )?(\w+)\(.*\{$/gm), ([, name]) => name ?? ""));
    const gone = [...methodsOf(whole)].filter((name) => !methodsOf(rest).has(name));
    expect(gone.length).toBeGreaterThan(20);
    for (const name of gone) expect(rest).not.toMatch(new RegExp(`(?:this|miniSearch|MiniSearch)\\.${name}\\b`));
  });

  it("fails if it does not find a method", async () => {
    const renamed: Plugin = {
      name: "renamed",
      transform: (code) => code.replace("    vacuum(options = {}) {", "    tidy(options = {}) {"),
    };
    await expect(bundle(renamed, keepSearchOnly())).rejects.toThrow("no method vacuum");
  });
});
