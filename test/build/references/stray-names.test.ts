import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { buildIn, writeFiles } from "../site-folder.ts";

const BODY = `See {{< ref "gone" >}} and [[lost page]], ![[lost.png]] and [x]({{< ref "gone" >}}).

## About {{< ref "gone" >}}

<div>[[lost page]]</div>

<video poster="{{< ref "gone.png" >}}"></video> <img srcset="{{< ref "gone.png" >}} 2x" alt="[[lost]]">

<button onclick="open('{{< ref "rain" >}}')">Open</button>
`;

it("the internal address of a reference by name never reaches the output", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-stray-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const config = `export default { markdown: { wikiLinks: true }, checks: { brokenLinks: "off", missingPictures: "off" } };`;
  writeFiles(cwd, {
    "octavo.config.ts": config,
    "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n",
    "content/posts/rain.md": `---\ntitle: Rain\ndate: 2020-01-01\n---\n\n${BODY}`,
  });
  const { diagnostics } = await buildIn(cwd);
  expect(diagnostics.all().filter(({ severity }) => severity === "error")).toEqual([]);
  const files = readdirSync(join(cwd, "dist"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  expect(texts.filter((text) => text.includes("See gone and lost page"))).not.toEqual([]);
  expect(texts.filter((text) => text.includes("octavo-name"))).toEqual([]);
  // A link without an address does not count as a link.
  expect(texts.filter((text) => /<a(?: href="")?>/.test(text.replaceAll('\\"', '"')))).toEqual([]);
});
