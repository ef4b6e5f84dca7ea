import { folderOf, type RedirectRule } from "../../contract/config/site-rules.ts";
import { pageKey } from "../../contract/page-key.ts";
import { HOST_CONTROL_FILES, SERVICE_WORKER_FILE, WORKER_START_FILE } from "../../contract/static-files.ts";
import { pathBelow } from "../../contract/text/base-path.ts";
import { renderMovedPage } from "../../contract/text/moved-page.ts";
import { loadProgram } from "../bundle/load-program.ts";
import { renderProgram } from "../bundle/render-program.ts";
import type { HostFile, HostGenerator } from "../host-files.ts";

/**
 * For hosts that only have files (GitHub Pages, buckets): the service worker, the script with which
 * pages of a website start it, and the file that tells GitHub not to process the files.
 */
export const plainHostFiles: HostGenerator = async ({ base, redirects, rules, textFiles, hasPages }, { server }) => {
  const pages = [...rules.redirects.filter(({ from }) => folderOf(from) === null), ...redirects].flatMap((redirect) =>
    toFormerPage(redirect, base),
  );
  const files = new Set([...OTHER_FILES, ...[...textFiles, ...pages].map(({ path }) => path)]);
  return [
    { path: SERVICE_WORKER_FILE, content: await renderProgram("service-worker", { base, server }) },
    ...(hasPages ? [{ path: WORKER_START_FILE, content: await loadProgram("start-worker") }] : []),
    { path: ".nojekyll", content: "" },
    ...pages.filter(({ path }) => !foldersOf(path).some((folder) => files.has(folder))),
  ];
};

/** Files of this and other hosts at the root of the site. */
const OTHER_FILES = [SERVICE_WORKER_FILE, WORKER_START_FILE, ...HOST_CONTROL_FILES];

/** `a/b/c.html` → `a`, `a/b`. If one of these is a file, nothing can be inside it. */
function foldersOf(path: string): string[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_segment, index) => segments.slice(0, index + 1).join("/"));
}

/**
 * A page that redirects, because the host has no rules. There is none for an address whose
 * extension is not a page's.
 */
function toFormerPage({ from, to }: Pick<RedirectRule, "from" | "to">, base: string): HostFile[] {
  // The host adds the base to the paths of files.
  const path = pathBelow(base, pageKey(from))?.slice(1);
  if (path === undefined) return [];
  const isFile = /\.html?$/i.test(path);
  if (!isFile && /\.[a-z0-9]{2,4}$/i.test(path)) return [];
  // File systems do not allow such a name.
  if (path.split("/").some((segment) => Buffer.byteLength(segment) > NAME_MAX_BYTES || segment.startsWith("."))) return [];
  return [{ path: isFile ? path : `${path}/index.html`, content: renderMovedPage(to) }];
}

/** Longest name of a file. */
const NAME_MAX_BYTES = 255;
