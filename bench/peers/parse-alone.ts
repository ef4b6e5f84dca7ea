/**
 * `node parse-alone.ts <folder>`: reads every post of a folder and has Sätteri render its text to
 * HTML, which is discarded. No cold build can avoid this work.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { markdownToHtml } from "satteri";

const [folder = "."] = process.argv.slice(2);
let size = 0;
for (const name of readdirSync(folder).filter((each) => each.endsWith(".md"))) {
  const text = readFileSync(join(folder, name), "utf8");
  const markdown = text.slice(text.indexOf("\n---\n") + "\n---\n".length);
  size += markdownToHtml(markdown, { features: { gfm: true } }).html.length;
}
console.log(`${size} characters of HTML`);
