import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildIn, type Files, writeFiles } from "../site-folder.ts";

/** Mistakes in the documents of kinds that a configuration defines. */

const DEFINITIONS = new URL("../../../contract/config/define-kind.ts", import.meta.url).href;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-own-mistakes-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** What a build says, a line each. @param kinds text of the member of the configuration */
async function findMessages(kinds: string, files: Files): Promise<readonly string[]> {
  writeFiles(cwd, {
    "octavo.config.mjs": `import { field } from ${JSON.stringify(DEFINITIONS)};\nconst words = { one: "Talk", many: "Talks" };\nexport default { kinds: ${kinds} };\n`,
    "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
    ...files,
  });
  const { diagnostics } = await buildIn(cwd);
  return diagnostics
    .all()
    .map(({ file, line, column, severity, message, hint }) => `${file}:${line}:${column} ${severity}: ${message} (${hint})`);
}

describe("a document of an own kind", () => {
  it("shows all its mistakes at once, whatever kind they are of", async () => {
    const messages = await findMessages(
      "{ talks: { words, fields: { event: field.text(), heldOn: field.date(), slides: field.picture() } } }",
      {
        "content/talks/tides.md":
          "---\nheldOn: 2024-13-01\nslides: { src: lost.jpg, alt: A }\nlevel: deep\n---\n![A](gone.jpg) and [a link](nowhere.md)\n",
      },
    );
    expect(messages.map((line) => line.replace(/ \(.*/, ""))).toEqual([
      "content/talks/tides.md:2:1 error: missing",
      'content/talks/tides.md:2:9 error: "2024-13-01" is not a date',
      'content/talks/tides.md:3:9 error: "lost.jpg" is not there',
      "content/talks/tides.md:4:1 error: unknown key",
      'content/talks/tides.md:6:6 error: "gone.jpg" is not there',
      'content/talks/tides.md:6:29 error: "nowhere.md" is not there',
    ]);
  });

  it("says where nothing is found", async () => {
    const fields = "{ talks: { words, fields: {}, files: ['talks/**/*.md', 'talk/old/*.md'] } }";
    expect(await findMessages(fields, { "content/talks/tides.md": "Tides.\n" })).toEqual([
      "octavo.config.mjs:3:62 warning: no file matches talk/old/*.md: talks has no document from it (the nearest folder that exists is content; globs are relative to the content folder)",
    ]);
  });
});
