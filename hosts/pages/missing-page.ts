import type { HostFile } from "../host-files.ts";

/**
 * A 404 page for files missing from a folder, so that the host does not send its home page.
 * @param folder at the root of the site
 */
export function missingPage(folder: string): HostFile {
  return { path: `${folder}/404.html`, content: "<!doctype html>\n<title>Nothing is here</title>\n<p>Nothing is here.</p>\n" };
}
