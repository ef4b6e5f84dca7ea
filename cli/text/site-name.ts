import { basename } from "node:path";

/** A name for the site of a folder: `my-first_site` → `My first site`. */
export function toSiteName(folder: string): string {
  const words = basename(folder)
    .replaceAll(/[-_\s]+/g, " ")
    .trim();
  return words === "" ? "My site" : `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}
