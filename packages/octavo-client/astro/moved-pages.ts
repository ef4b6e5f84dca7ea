import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathBelow, toWholePath } from "../../../contract/text/base-path.ts";
import { findMarkedPart } from "../../../contract/text/marked-block.ts";
import { renderMovedPage } from "../../../contract/text/moved-page.ts";
import type { ClientMethods } from "../client.ts";

/** Former and current path of a page, percent-encoded. */
interface MovedPage {
  readonly from: string;
  readonly to: string;
}

export interface MovedPagesOptions {
  /** Output folder of `octavo build`. */
  readonly folder: string;
  /** Output folder of Astro. */
  readonly dir: string;
  /**
   * As in `build.format` of Astro. `directory`: every page is a/index.html; otherwise /a is a.html
   * and /a/ is a/index.html.
   */
  readonly format: string;
  /** Base path of the site. Astro does not create a folder for it. */
  readonly base: string;
}

/**
 * The file for hosts with their own redirects (Cloudflare, Netlify). A page at the same path would
 * hide a redirect.
 */
const HOST_RULES = "_redirects";
/** The longest file name that file systems allow. */
const NAME_MAX_BYTES = 255;

/**
 * Writes pages that redirect from former paths. Existing files stay.
 * @returns the number of pages written
 */
export async function writeMovedPages({ folder, dir, format, base }: MovedPagesOptions): Promise<number> {
  const list = join(folder, "api/v1/redirects.json");
  if ((await hasHostRules(folder)) || !existsSync(list)) return 0;
  const { items }: { readonly items: readonly MovedPage[] } = JSON.parse(await readFile(list, "utf8"));
  let written = 0;
  for (const { from, to } of items) {
    const name = toFileName(pathBelow(base, from) ?? "/", format);
    if (name === null || existsSync(join(dir, name))) continue;
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), renderMovedPage(to));
    written += 1;
  }
  return written;
}

async function hasHostRules(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, HOST_RULES), "utf8").catch(() => "");
  return findMarkedPart(text) !== null;
}

/**
 * Returns null if the path's extension is not a page's, or if file systems do not allow the name.
 */
function toFileName(path: string, format: string): string | null {
  const name = decodeURIComponent(path).replace(/^\/+|\/+$/g, "");
  if (name === "" || name.split("/").some((part) => part.startsWith(".") || Buffer.byteLength(part) > NAME_MAX_BYTES - ".html".length))
    return null;
  if (/\.html?$/i.test(name)) return name;
  if (/\.[a-z0-9]{2,4}$/i.test(name)) return null;
  return format !== "directory" && !path.endsWith("/") ? `${name}.html` : `${name}/index.html`;
}

/** The parts of a server's request and response that are used here. */
export interface PageRequest {
  readonly url?: string | undefined;
}
export interface PageAnswer {
  writeHead(status: number, headers: Readonly<Record<string, string>>): { end(): unknown };
}

/** Redirects former pages in `astro dev`. `refresh` reads them again. */
export function createMovedPages(
  client: Pick<ClientMethods, "redirects">,
  base = "",
): {
  refresh(): Promise<void>;
  answer(request: PageRequest, answer: PageAnswer, next: () => void): void;
} {
  let pages = new Map<string, string>();
  const keyOf = (path: string): string => path.replace(/(.)\/+$/, "$1");
  return {
    async refresh() {
      const { items } = await client.redirects.list();
      pages = new Map(items.map(({ from, to }) => [keyOf(from), to]));
    },
    answer({ url = "/" }, answer, next) {
      const [path = "/", query] = url.split("?", 2);
      // Some servers remove the base first.
      const to = pages.get(keyOf(toWholePath(base, path)));
      // The browser must not cache it, because a save may change it.
      if (to === undefined) next();
      else answer.writeHead(302, { Location: query === undefined ? to : `${to}?${query}`, "Cache-Control": "no-store" }).end();
    },
  };
}
