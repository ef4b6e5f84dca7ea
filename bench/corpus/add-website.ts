import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Turns on pages in the configuration of a written corpus.
 * @param folder the site's folder
 */
export async function addWebsite(folder: string, website: true | { readonly render: "edge" } = true): Promise<void> {
  const file = join(folder, "octavo.config.mjs");
  const config = await readFile(file, "utf8").catch(() => "export default {};");
  await writeFile(file, config.replace("export default {", `export default { website: ${JSON.stringify(website)},`));
}
