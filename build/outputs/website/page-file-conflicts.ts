import { type Content, type Entry, entriesOf } from "../../kinds/kinds.ts";
import type { Diagnostics } from "../../shared/diagnostics.ts";
import { fileOfPage, MISSING_FILE } from "./pages/page-file.ts";

/**
 * Describes the page that the build generates at a path below the site's base. Returns null if it
 * generates none there.
 */
export type DescribeGenerated = (path: string) => string | null;

/** Whether another path may have the same file: `/a.html` and `/a`, `/a/index` and `/a/`. */
function mayShare(path: string): boolean {
  return path.endsWith(".html") || path.endsWith("/index") || path === "/404";
}

/** Reports documents with a page that would be the same file as another page (see `fileOfPage`). */
export function checkPageFiles(content: Content, describe: DescribeGenerated, diagnostics: Diagnostics): void {
  const entries = entriesOf(content);
  // 404.md in pages/ is the page for missing addresses.
  const suspects = entries.filter((entry) => mayShare(pageOf(entry) ?? "") && !(entry.kind === "pages" && entry.slug === "404"));
  if (suspects.length === 0) return;
  const owners = new Map<string, string>();
  for (const entry of entries) {
    const page = pageOf(entry);
    if (page !== null && !mayShare(page)) owners.set(fileOfPage(page, ""), `${page} of ${entry.file.path}`);
  }
  for (const entry of suspects) {
    const page = pageOf(entry) ?? "";
    // Such a page is reported with the other paths of the website's own pages.
    if (describe(page) !== null) continue;
    const file = fileOfPage(page, "");
    const owner = owners.get(file) ?? describeFile(file, describe);
    owners.set(file, owner ?? `${page} of ${entry.file.path}`);
    if (owner === null) continue;
    const field = "permalink" in entry && entry.permalink !== null ? ["permalink"] : ["slug"];
    const message = `its page, ${page}, has the same file as ${owner}: ${file}`;
    const hint = "write a different slug or permalink";
    diagnostics.error(entry.locate(field), { code: "duplicate-page", message, hint, field: entry.written(field) });
  }
}

function pageOf(entry: Entry): string | null {
  return "page" in entry ? entry.page : null;
}

/** Describes the website's own page with this file; null if there is none. */
function describeFile(file: string, describe: DescribeGenerated): string | null {
  if (file === MISSING_FILE) return "the page for missing addresses";
  return file === "index.html" ? "the home page" : describe(`/${file.replace(/(?:\/index)?\.html$/, "")}`);
}
