import { fileAddressOf, HOST_ROUTES } from "../contract/host-routes.ts";
import { INDEX_PREFIX, MANIFEST_FILE, MEDIA_PREFIX, SNAPSHOT_ENTRY } from "../contract/paths.ts";
import { ROOT_FILES, staticFileOf, staticHeaders } from "../contract/static-files.ts";

/**
 * `_headers`, which Cloudflare and Netlify read alike: the headers of files that are answered without a function. Both join what several matching
 * rules say of one header, so no two rules here name the same header for one path. For that reason hashed index files carry
 * no Cache-Control here: a rule for all of them would hold for the manifest too. Nor does a rule for a folder say a Content-Type: it would hold for a home
 * page that is sent for what is not there, which could not be told from a file any more.
 */
export function renderHeaders(): string {
  const rules = [
    // The one file of the API that is called as its path is.
    ...HOST_ROUTES.filter((route) => route.isLiteral && fileAddressOf(route) === route.pattern).map((route) =>
      rule(route.pattern, route.headers),
    ),
    ...Object.keys(ROOT_FILES).map((address) => rule(address, headersOf(address))),
    ...[MANIFEST_FILE, SNAPSHOT_ENTRY].map((file) =>
      rule(
        `/${file}`,
        pick(headersOf(`/${file}`), (name) => name === "Cache-Control"),
      ),
    ),
    rule(
      `${INDEX_PREFIX}/*`,
      pick(headersOf(`${INDEX_PREFIX}/x.json`), (name) => name !== "Cache-Control" && name !== "Content-Type"),
    ),
    rule(
      `${MEDIA_PREFIX}/*`,
      pick(headersOf(`${MEDIA_PREFIX}/x.bin`), (name) => name !== "Content-Type"),
    ),
  ];
  return `${rules.join("\n")}\n`;
}

function headersOf(address: string): Record<string, string> {
  const file = staticFileOf(address);
  if (file === null) throw new Error(`${address} is no file of a site`);
  return staticHeaders(file);
}

function pick(headers: Readonly<Record<string, string>>, wanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => wanted(name)));
}

function rule(path: string, headers: Readonly<Record<string, string>>): string {
  return [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join("\n");
}
