import type { HostFile } from "../host-files.ts";

/**
 * Answer for a file that is missing from a folder, in the place of a home page. @param folder at
 * the root of the site
 */
export function missingPage(folder: string): HostFile {
  return { path: `${folder}/404.html`, content: "<!doctype html>\n<title>Nothing is here</title>\n<p>Nothing is here.</p>\n" };
}
