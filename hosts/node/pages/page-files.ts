import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import type { ServerRequest } from "srvx";
import { staticMiddleware } from "srvx/static";
import { API_PREFIX, CACHE_CONTROL } from "../../../contract/paths.ts";
import { HOST_CONTROL_FILES, HOSTS_FOLDER, staticFileOf } from "../../../contract/static-files.ts";
import { putBelow } from "../../../contract/text/base-path.ts";
import { decodePercent } from "../../../contract/text/decode-percent.ts";
import { matchesIfNoneMatch } from "../../../contract/text/if-none-match.ts";
import { redirectToPage } from "../../pages/page-redirect.ts";
import type { PageHandler } from "../answer-outside-api.ts";

export interface PageFilesOptions {
  /** The site's base path. Paths of requests come without it. */
  readonly base: string;
  /**
   * The built site's folder, absolute. It also contains the author's files, copied from `public` or
   * added after the build.
   */
  readonly folder: string;
  /**
   * Whether pages may come from the folder.
   * @param root its real path
   */
  isPageFolder(root: string): boolean;
  /**
   * Whether a file is for visitors.
   * @param file its real path
   */
  isPublic(file: string): boolean | Promise<boolean>;
}

export interface PageFiles {
  /** Responds with the file of a path; null if there is none. */
  readonly find: PageHandler;
  /** Whether the author has a front end. */
  exist(): boolean;
  /** 404 with the author's own page; null if there is none. */
  missing(request: Request): Promise<Response | null>;
}

/** The name that static hosts use. */
const MISSING_PAGE = "/404.html";
/** Files for hosts at the root of a built folder. They are not part of a site. */
const NOT_OF_SITE = new Set<string>([HOSTS_FOLDER, ...HOST_CONTROL_FILES]);
/** The one folder with a dot that is for visitors (RFC 8615). */
const WELL_KNOWN = ".well-known";
/**
 * Characters that no page's name has: separators, control characters, and an ending that Windows
 * ignores.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it must match NUL.
const UNUSABLE_NAME = /[/\\\u0000-\u001f\u007f]|[. ]$/;

/**
 * Pages in the built site and the files that they use, from the build or the author. Each request
 * looks for its file again, so new builds are seen. A path is decoded and collapsed, and the real
 * path of its file decides.
 */
export function createPageFiles({ base, folder, isPageFolder, isPublic }: PageFilesOptions): PageFiles {
  const handlers = new Map<string, ReturnType<typeof staticMiddleware>>();
  const nothing = new Response(null, { status: 404 });
  const find: PageHandler = async (request, pathname) => {
    const root = await realpath(folder).catch(() => null);
    if (root === null || !isPageFolder(root)) return null;
    const page = await findPage(root, pathname, isPublic);
    if (page === null) return pathname.endsWith("/") ? redirectToBare(root, pathname, request) : null;
    const { path, tag } = page;
    if ((request.method === "GET" || request.method === "HEAD") && matchesIfNoneMatch(request, tag))
      return new Response(null, { status: 304, headers: { ETag: tag } });
    // The host compresses once for each strong tag (hosts/node/encoding). This middleware would
    // compress at each request.
    const serve = handlers.get(root) ?? staticMiddleware({ dir: root, compress: false, etag: false });
    handlers.set(root, serve);
    // Serves exactly the file that was checked, whatever the path could also mean.
    const url = new URL(request.url);
    url.pathname = path;
    const { method, headers } = request;
    const answer = await serve(new Request(url, { method, headers }) as ServerRequest, () => nothing);
    if (answer === nothing) return null;
    if (answer.status < 400) answer.headers.set("ETag", tag);
    return answer;
  };
  /** `/about/` → `/about`, if that is a page. */
  const redirectToBare = async (root: string, pathname: string, request: Request): Promise<Response | null> => {
    const bare = pathname.replace(/\/+$/, "");
    const page = extname(bare) === "" ? await findPage(root, bare, isPublic) : null;
    return page === null ? null : redirectToPage(putBelow(base, page.path.replace(/\.html$/, "")), request);
  };
  return {
    find,
    exist: () => existsSync(join(folder, "index.html")) && isPageFolder(folder),
    async missing({ url, method }) {
      // The client's conditions are dropped: they are about another page.
      const page = await find(new Request(url, { method }), MISSING_PAGE);
      if (page === null) return null;
      const headers = new Headers({ "Content-Type": page.headers.get("Content-Type") ?? "", "Cache-Control": CACHE_CONTROL.missing });
      const body = method === "HEAD" ? null : await page.arrayBuffer();
      return new Response(body, { status: 404, headers });
    },
  };
}

interface FoundPage {
  /** Relative to the page folder. */
  readonly path: string;
  /** A strong ETag. If it differs, the file may have changed. */
  readonly tag: string;
}

/**
 * The file for a path; null if there is none that may be shown.
 * @param root real path of the page folder
 */
async function findPage(root: string, pathname: string, isPublic: PageFilesOptions["isPublic"]): Promise<FoundPage | null> {
  const segments = readSegments(pathname);
  if (segments === null || !isShown(segments)) return null;
  for (const candidate of candidatesOf(segments, pathname.endsWith("/"))) {
    const file = await realpath(join(root, ...candidate)).catch(() => null);
    const tag = file === null ? null : await readTag(file);
    if (file === null || tag === null) continue;
    if (!file.startsWith(root + sep)) return null;
    // A symbolic link in the folder may lead to a file that must not be shown.
    const within = file.slice(root.length + 1).split(sep);
    return isShown(within) && (await isPublic(file)) ? { path: `/${within.map(encodeURI).join("/")}`, tag } : null;
  }
  return null;
}

/** The decoded names of a path, without empty ones. Null if one of them cannot be a page's name. */
function readSegments(pathname: string): readonly string[] | null {
  const decoded = pathname.split("/").map(decodePercent);
  const segments = decoded.filter((segment) => segment !== null).filter((segment) => segment !== "");
  return decoded.includes(null) || segments.some((segment) => UNUSABLE_NAME.test(segment)) ? null : segments;
}

/**
 * Whether visitors may see files with such a path. Case is ignored, because some file systems
 * ignore it.
 */
function isShown(segments: readonly string[]): boolean {
  const names = segments.map((segment) => segment.toLowerCase());
  const path = `/${names.join("/")}`;
  // A page with this name would lack the API's headers.
  if (`${path}/`.startsWith(`${API_PREFIX}/`) || staticFileOf(path) !== null) return false;
  return !NOT_OF_SITE.has(names[0] ?? "") && names.every((name, at) => !name.startsWith(".") || (at === 0 && name === WELL_KNOWN));
}

/** `/about` → about, about.html, about/index.html. */
function candidatesOf(segments: readonly string[], isFolder: boolean): readonly (readonly string[])[] {
  const last = segments.at(-1);
  const index = [...segments, "index.html"];
  if (last === undefined || isFolder) return [index];
  return extname(last) === "" ? [segments, [...segments.slice(0, -1), `${last}.html`], index] : [segments];
}

/** Returns null if it is not a file. */
async function readTag(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (found?.isFile() !== true) return null;
  return `"${[found.ino, found.size, found.mtimeNs, found.ctimeNs].map((part) => part.toString(36)).join("-")}"`;
}
