/** Writes the generated sources of octavo-client and octavo-tools: `npm run generate`. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderGeneratedSources } from "./generated-sources.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
for (const [path, text] of Object.entries(renderGeneratedSources())) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
