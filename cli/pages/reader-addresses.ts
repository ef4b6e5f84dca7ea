import type { Manifest } from "../../contract/index-format.ts";
import { INDEX_PREFIX, MANIFEST_FILE } from "../../contract/paths.ts";
import { isSlug } from "../../contract/slug-pattern.ts";
import { decodePercent } from "../../contract/text/decode-percent.ts";
import type { DistFiles } from "../../hosts/node/dist-files.ts";
import { LIST_KINDS, type ListKind } from "../../kinds/list-kinds.ts";
import { LIST_PATHS } from "../../reader/reader-facts.ts";

/** What a page of the reader shows: something that search engines may list, or an unlisted post. */
export type FoundPage = "listed" | "unlisted";

/** Tells whether the reader has a page at a path, as the present build says; null: it has none. */
export function createReaderAddresses(files: DistFiles): (pathname: string) => Promise<FoundPage | null> {
  /** By the bytes of a manifest, which are the same object as long as the file is. */
  const tables = new WeakMap<Uint8Array, Promise<ReadonlySet<string>>>();
  const pathsOf = (manifest: Uint8Array): Promise<ReadonlySet<string>> => {
    const table = tables.get(manifest) ?? readPaths(files, JSON.parse(new TextDecoder().decode(manifest)));
    tables.set(manifest, table);
    return table;
  };
  return async (pathname) => {
    const path = toPath(pathname);
    if (path === null) return null;
    if (LIST_PATHS.some((list) => list === path)) return "listed";
    const bySlug = await findBySlug(files, path);
    if (bySlug !== null) return bySlug;
    // A page whose address does not end with its slug.
    const manifest = await files.read(MANIFEST_FILE);
    return manifest !== null && (await pathsOf(manifest)).has(path) ? "listed" : null;
  };
}

interface NamedDocument {
  readonly url: string | null;
  readonly unlisted?: boolean;
}

/** The document whose slug ends the path, if that is its page, or if the path begins with its kind, as the API's does. */
async function findBySlug(files: DistFiles, path: string): Promise<FoundPage | null> {
  const [, first = "", ...rest] = path.split("/");
  const slug = (rest.at(-1) ?? first).replace(/\.html?$/, "").toLowerCase();
  if (!isSlug(slug)) return null;
  const isNamed = (kind: string): boolean => kind === first && rest.length === 1;
  for (const kind of [...LIST_KINDS, "services"] as const) {
    const bytes = await files.read(`api/v1/${kind}/${slug}.json`);
    if (bytes === null) continue;
    const { url, unlisted = false }: NamedDocument = JSON.parse(new TextDecoder().decode(bytes));
    if (isNamed(kind) || pathOfUrl(url) === path) return unlisted ? "unlisted" : "listed";
  }
  return null;
}

/** The paths of all listed documents. */
async function readPaths(files: DistFiles, { lists }: Pick<Manifest, "lists">): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (const kind of LIST_KINDS) for (const path of await readKind(files, lists, kind)) paths.add(path);
  return paths;
}

async function readKind(files: DistFiles, lists: Manifest["lists"], kind: ListKind): Promise<readonly string[]> {
  const paths: string[] = [];
  // One at a time: a request that waits for a table must not keep others waiting.
  for (const chunk of lists[kind].chunks) {
    const bytes = await files.read(`${INDEX_PREFIX.slice(1)}/${chunk}`);
    const documents: readonly NamedDocument[] = bytes === null ? [] : JSON.parse(new TextDecoder().decode(bytes));
    for (const { url } of documents) paths.push(pathOfUrl(url) ?? "");
  }
  return paths;
}

function pathOfUrl(url: string | null): string | null {
  return url === null ? null : toPath(URL.parse(url)?.pathname ?? "");
}

/** Decoded, without what servers take for the same page: `/a/`, `/a/index.html`. */
function toPath(pathname: string): string | null {
  const decoded = decodePercent(pathname);
  return decoded === null ? null : decoded.replace(/(?:\/(?:index\.html)?)+$/, "") || "/";
}
