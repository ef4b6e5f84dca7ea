/** Writes the generated sources of octavo-client: `npm run generate`. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GENERATED_FOLDER, renderClientSources } from "./client-sources.ts";

const folder = fileURLToPath(new URL(`../../${GENERATED_FOLDER}`, import.meta.url));
await mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(renderClientSources())) await writeFile(join(folder, name), text);
