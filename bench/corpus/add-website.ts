import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Turns pages on in the configuration that a corpus wrote.
 * @param folder of the site
 */
export async function addWebsite(folder: string, website: true | { readonly render: "edge" } = true): Promise<void> {
  const file = join(folder, "octavo.config.mjs");
  const config = await readFile(file, "utf8").catch(() => "export default {};");
  await writeFile(file, config.replace("export default {", `export default { website: ${JSON.stringify(website)},`));
}
