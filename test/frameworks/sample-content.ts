import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { CONTENT_DIR, PICTURES_CACHE } from "../helpers/sample-site.ts";

/** Copies the sample content into a site's folder, with its pictures as other tests have encoded them, which takes longer than all else. */
export async function copySampleContent(site: string): Promise<void> {
  await cp(CONTENT_DIR, join(site, "content"), { recursive: true });
  if (existsSync(PICTURES_CACHE)) await cp(PICTURES_CACHE, join(site, ".octavo/cache/pictures"), { recursive: true });
}
