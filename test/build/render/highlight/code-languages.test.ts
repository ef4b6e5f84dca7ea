import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import core from "highlight.js/lib/core";
import { createLowlight } from "lowlight";
import { expect, it } from "vitest";
import { CODE_LANGUAGES } from "../../../../build/render/highlight/generated/code-languages.ts";

const FOLDER = join(dirname(fileURLToPath(import.meta.resolve("highlight.js/package.json"))), "es/languages");
/** In bytes. Six grammars are larger, and would double the total size in the package. */
const SIZE_MAX = 30_000;
/**
 * A grammar tries each language that its code may contain. Guessing among twelve, for the functions
 * of PostgreSQL, is not worth its cost.
 */
const GUESSED_MAX = 3;
const FILE = "../../../../build/render/highlight/generated/code-languages.ts";

interface Definition {
  readonly aliases: readonly string[];
  readonly embedded: ReadonlySet<string>;
}

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".js") && !file.endsWith(".js.js") && file !== "plaintext.js")
  .filter((file) => statSync(join(FOLDER, file)).size <= SIZE_MAX)
  .map((file) => file.slice(0, -".js".length))
  .sort();

const definitions = new Map(await Promise.all(names.map(async (name) => [name, await readDefinition(name)] as const)));

/** The other names of a language, and the languages in it. */
async function readDefinition(name: string): Promise<Definition> {
  const { default: define } = await import(`highlight.js/lib/languages/${name}`);
  const embedded = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [key, member] of Object.entries(value)) {
      if (key !== "subLanguage") visit(member);
      else if ([member].flat().length <= GUESSED_MAX) for (const inner of [member].flat()) embedded.add(String(inner));
    }
  };
  let aliases: readonly string[] = [];
  core.newInstance().registerLanguage(name, (hljs) => {
    const definition = define(hljs);
    aliases = definition.aliases ?? [];
    visit(definition);
    return definition;
  });
  embedded.delete(name);
  return { aliases, embedded };
}

function renderFile(): string {
  const rows = [...definitions].map(([name, { aliases, embedded }]) => {
    const inner = [...embedded].filter((other) => definitions.has(other)).sort();
    return `  ["${[name, ...aliases].join(" ")}", "${inner.join(" ")}", () => import("highlight.js/lib/languages/${name}")],\n`;
  });
  return `import type { LanguageFn } from "highlight.js";

/** A language: its names, the languages that can be in it, and its grammar. */
type CodeLanguage = readonly [names: string, embedded: string, load: () => Promise<{ readonly default: LanguageFn }>];

/** Languages that can be highlighted, from \`vitest run test/build/render/highlight -u\`. */
export const CODE_LANGUAGES: readonly CodeLanguage[] = [
${rows.join("")}];
`;
}

it("the list of languages is that of highlight.js, except for a few large grammars", async () => {
  await expect(renderFile()).toMatchFileSnapshot(FILE);
  expect(CODE_LANGUAGES.length).toBeGreaterThan(150);
});

it("the list of languages has the grammars that it names", async () => {
  const lowlight = createLowlight();
  for (const [written, , load] of CODE_LANGUAGES) {
    const [name = ""] = written.split(" ");
    lowlight.register(name, (await load()).default);
    expect(lowlight.registered(written.split(" ").at(-1) ?? ""), written).toBe(true);
  }
});
