import { isForPath, type SiteRules } from "../../contract/config/site-rules.ts";
import { fileAddressOf, HOST_ROUTES } from "../../contract/host-routes.ts";
import { INDEX_PREFIX, MANIFEST_FILE, MEDIA_PREFIX, SNAPSHOT_ENTRY, SNAPSHOT_PREFIX } from "../../contract/paths.ts";
import {
  ROOT_FILES,
  SERVICE_WORKER_FILE,
  SITEMAP_PART,
  staticFileOf,
  staticHeaders,
  WORKER_START_FILE,
} from "../../contract/static-files.ts";
import { toBlock } from "../../contract/text/marked-block.ts";
import type { HostName } from "../host-names.ts";
import type { HostSite } from "../host-site.ts";

/**
 * `_headers`, which Cloudflare and Netlify interpret in the same way: the headers of files that are
 * sent without a program. Both join the values of several matching rules, so no two rules here set
 * the same header for one path. Therefore each family of hashed files has its own rule. Rules for
 * folders set no Content-Type: it would also apply to a home page sent in place of a missing file,
 * which would then look like the file.
 */
export function renderHeaders(site: Pick<HostSite, "textFiles" | "hasPages" | "rules">, hosts: readonly HostName[]): string {
  const { textFiles } = site;
  const rule = (path: string, headers: Readonly<Record<string, string>>): string =>
    renderRule(path, withoutOwners(site.rules, path, headers));
  const rules = [
    // The only file of the API whose name equals its path.
    ...HOST_ROUTES.filter((route) => route.isLiteral && fileAddressOf(route) === route.pattern).map((route) =>
      rule(route.pattern, route.headers),
    ),
    ...[...listRootFiles(site, hosts), ...sitemapParts(textFiles)].map((address) => rule(address, headersOf(address))),
    ...[MANIFEST_FILE, SNAPSHOT_ENTRY].map((file) => rule(`/${file}`, pick(headersOf(`/${file}`), isCacheControl))),
    ...[...indexFamilies(textFiles), `${SNAPSHOT_PREFIX}:name.json`].map((path) => rule(path, pick(headersOf(path), isCacheControl))),
    rule(
      `${INDEX_PREFIX}/*`,
      pick(headersOf(`${INDEX_PREFIX}/x.json`), (name) => !isCacheControl(name) && name !== "Content-Type"),
    ),
    rule(
      `${MEDIA_PREFIX}/*`,
      pick(headersOf(`${MEDIA_PREFIX}/x.bin`), (name) => name !== "Content-Type"),
    ),
  ];
  const own = site.rules.headers.map(({ path, headers }) => renderRule(path, headers));
  return toBlock(`${[...own, ...rules].join("\n")}\n`);
}

/** Addresses of the root files that the build wrote. */
export function listRootFiles(
  { textFiles, hasPages }: Pick<HostSite, "textFiles" | "hasPages">,
  hosts: readonly HostName[],
): readonly string[] {
  const present = new Set(textFiles.map(({ path }) => `/${path}`));
  if (hosts.includes("github-pages")) present.add(`/${SERVICE_WORKER_FILE}`);
  if (hosts.includes("github-pages") && hasPages) present.add(`/${WORKER_START_FILE}`);
  return Object.keys(ROOT_FILES).filter((address) => present.has(address));
}

const isCacheControl = (name: string): boolean => name === "Cache-Control";

function sitemapParts(files: HostSite["textFiles"]): readonly string[] {
  return files.map(({ path }) => `/${path}`).filter((address) => new RegExp(SITEMAP_PART).test(address));
}

/**
 * `/index/v1/posts.*` and so on. A rule for all files of the index would also apply to those
 * without a hash.
 */
function indexFamilies(files: HostSite["textFiles"]): readonly string[] {
  const families = files.flatMap(({ path }) => {
    const family = /^([^.]+\.)[^.]+\./.exec(path)?.[1];
    return family === undefined || !`/${path}`.startsWith(`${INDEX_PREFIX}/`) || `/${family}` === SNAPSHOT_PREFIX ? [] : [`/${family}*`];
  });
  return [...new Set(families)].sort();
}

/**
 * Removes headers that an owner's rule sets for the same path, because their values would be sent
 * twice.
 */
function withoutOwners({ headers: rules }: SiteRules, path: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  const names = rules
    .filter((own) => isForPath(own.path, path))
    .flatMap((own) => Object.keys(own.headers).map((name) => name.toLowerCase()));
  return pick(headers, (name) => name === "Content-Security-Policy" || !names.includes(name.toLowerCase()));
}

function headersOf(address: string): Record<string, string> {
  const file = staticFileOf(address);
  if (file === null) throw new Error(`${address} is not a file of a site`);
  return staticHeaders(file);
}

function pick(headers: Readonly<Record<string, string>>, wanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => wanted(name)));
}

function renderRule(path: string, headers: Readonly<Record<string, string>>): string {
  return [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join("\n");
}
