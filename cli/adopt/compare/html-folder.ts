import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeHTML } from "entities";
import glob from "fast-glob";
import { plural } from "../../build/result-text.ts";
import type { FormerPage, FormerPages } from "./former-page.ts";

/** Bytes of a page that are looked at: its head comes first. */
const LOOKED_AT = 64_000;
const REFRESH = /<meta[^>]*http-equiv=["']?refresh/i;
const TITLE = /<meta[^>]*property=["']?og:title["']?[^>]*content=(?:"([^"]*)"|'([^']*)')|<title[^>]*>([^<]*)</i;
const DATE = /<meta[^>]*property=["']?article:published_time["']?[^>]*content=["']?([^"'\s>]+)/i;

/**
 * Reads the pages that a generator has written into a folder.
 * @param folder absolute
 * @param base path that the folder is served below
 */
export async function readHtmlFolder(folder: string, base: string): Promise<FormerPages> {
  const files = await glob("**/*.{html,htm}", {
    cwd: folder,
    ignore: ["**/node_modules/**", "404.html", "404/index.html"],
    followSymbolicLinks: false,
  });
  const read = files.sort().map((file) => readPage(folder, file, base));
  const pages = read.filter((page) => page !== null);
  const redirects = read.length - pages.length;
  const notes =
    redirects === 0
      ? []
      : [`not compared: ${plural(redirects, "page")} of the folder, which only ${redirects === 1 ? "leads" : "lead"} to another`];
  return { pages, isComplete: true, isPostsOnly: false, notes };
}

/** null: it leads to another page. */
function readPage(folder: string, file: string, base: string): FormerPage | null {
  const head = readFileSync(join(folder, file)).subarray(0, LOOKED_AT).toString("utf8");
  if (REFRESH.test(head)) return null;
  const [, double, single, plain] = TITLE.exec(head) ?? [];
  const title = decodeHTML(double ?? single ?? plain ?? "").trim();
  const path = `/${file.replace(/(?:^|(?<=\/))index\.html?$/i, "")}`;
  return { path: base + encodeURI(path), title: title || null, date: DATE.exec(head)?.[1] ?? null };
}
