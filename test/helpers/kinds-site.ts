import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildIn, writeFiles } from "../build/site-folder.ts";

/** A site with two kinds of its own: 21 talks, with tags and a filter, and one note. */

const DEFINITIONS = new URL("../../contract/config/define-kind.ts", import.meta.url).href;
const CONFIG = `
import { defineKind, field } from ${JSON.stringify(DEFINITIONS)};
const fields = { event: field.text(), heldOn: field.date(), level: field.oneOf(["intro", "deep"]).optional() };
const lists = { order: ["-heldOn", "title"], sorts: ["event"], filters: ["event", "level"], search: ["event"], tags: true };
export default {
  kinds: {
    talks: defineKind({ words: { one: "Talk", many: "Talks" }, fields, ...lists, page: "/talks/{slug}/" }),
    "field-notes": defineKind({ words: { one: "Note", many: "Notes" }, fields: {} }),
  },
};`;

const talk = (number: number): string => {
  const [level, heldOn] = [number % 3 === 0 ? "deep" : "intro", `202${number % 4}-01-${number + 10}`];
  return `---\nevent: ${number % 2 === 0 ? "Fjord Conf" : "Sea days"}\nheldOn: ${heldOn}\nlevel: ${level}\ntags: [sea, n${number % 5}]\n---\n# Talk ${number}\n`;
};
const FILES: Readonly<Record<string, string>> = {
  "octavo.config.mjs": CONFIG,
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/field-notes/one.md": "A note.\n",
  ...Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`content/talks/talk-${number}.md`, talk(number)])),
};

export interface KindsSite {
  readonly distDir: string;
  remove(): Promise<void>;
}

export async function buildKindsSite(): Promise<KindsSite> {
  const cwd = await mkdtemp(join(tmpdir(), "octavo-kinds-"));
  writeFiles(cwd, FILES);
  const { diagnostics } = await buildIn(cwd);
  if (diagnostics.all().length > 0) throw new Error(JSON.stringify(diagnostics.all()));
  return { distDir: join(cwd, "dist"), remove: () => rm(cwd, { recursive: true, force: true }) };
}
