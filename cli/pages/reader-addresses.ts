import { INDEX_PREFIX, MANIFEST_FILE } from "../../contract/paths.ts";
import { isSlug } from "../../contract/slug-pattern.ts";
import { decodePercent } from "../../contract/text/decode-percent.ts";
import type { DistFiles } from "../../hosts/node/dist-files.ts";
import { LIST_KINDS, type ListKind } from "../../kinds/list-kinds.ts";
import { LIST_PATHS } from "../../reader/reader-facts.ts";
import { parseManifest, parsePublished, slugOfPage } from "../../server/published-content.ts";

/** What a page of the reader shows: something that search engines may list, or an unlisted post. */
export type FoundPage = "listed" | "unlisted";

/** Pages whose address does not end with a slug, and kinds. */
interface PageTable {
  /** Names of those that the site defines. */
  readonly kinds: readonly string[];
  readonly patterns: readonly (readonly [kind: ListKind, pattern: string])[];
  readonly paths: ReadonlySet<string>;
}

/** Tells whether the reader has a page at a path, as the present build says; null: it has none. */
export function createReaderAddresses(files: DistFiles, base: string): (pathname: string) => Promise<FoundPage | null> {
  /** By the bytes of a manifest, which are the same object as long as the file is. */
  const tables = new WeakMap<Uint8Array, Promise<PageTable>>();
  const tableOf = (manifest: Uint8Array): Promise<PageTable> => {
    const known = tables.get(manifest);
    if (known !== undefined) return known;
    const table = readTable(files, manifest);
    tables.set(manifest, table);
    // A file that could not be read is tried again by the next request.
    table.catch(() => tables.delete(manifest));
    return table;
  };
  return async (below) => {
    const path = toPath(below);
    if (path === null) return null;
    const whole = withoutIndex(base + path);
    if (LIST_PATHS.some((list) => list === path)) return "listed";
    const manifest = await files.read(MANIFEST_FILE);
    if (manifest === null) return null;
    const { kinds, patterns, paths } = await tableOf(manifest);
    if (kinds.some((kind) => path === `/${kind}`)) return "listed";
    const bySlug = await findBySlug(files, { path, whole }, kinds);
    if (bySlug !== null) return bySlug;
    if (paths.has(whole)) return "listed";
    for (const [kind, pattern] of patterns) {
      const slug = slugOfPage(whole, pattern);
      const document = slug === null || !isSlug(slug) ? null : await readNamed(files, kind, slug);
      if (document !== null && pathOfUrl(document.url) === whole) return document.unlisted === true ? "unlisted" : "listed";
    }
    return null;
  };
}

async function readTable(files: DistFiles, manifest: Uint8Array): Promise<PageTable> {
  const { published: name } = parseManifest(JSON.parse(new TextDecoder().decode(manifest)));
  const file = `${INDEX_PREFIX.slice(1)}/${name}`;
  const bytes = await files.read(file);
  if (bytes === null) throw new Error(`${file} is missing, and the manifest names it: build again`);
  const { pages, paths = [], own = {} } = parsePublished(JSON.parse(new TextDecoder().decode(bytes)));
  const patterns = LIST_KINDS.flatMap((kind) => (pages === undefined ? [] : [[kind, pages[kind]] as const]));
  return { kinds: Object.keys(own), patterns, paths: new Set(paths.map(withoutIndex)) };
}

/** A path below the base, and with it. */
interface AskedPath {
  readonly path: string;
  readonly whole: string;
}

interface NamedDocument {
  readonly url: string | null;
  readonly unlisted?: boolean;
}

/** The document whose slug ends the path, if that is its page, or if the path begins with its kind, as the API's does. */
async function findBySlug(files: DistFiles, { path, whole }: AskedPath, kinds: readonly string[]): Promise<FoundPage | null> {
  const [, first = "", ...rest] = path.split("/");
  const slug = (rest.at(-1) ?? first).replace(/\.html?$/, "").toLowerCase();
  if (!isSlug(slug)) return null;
  const isNamed = (kind: string): boolean => kind === first && rest.length === 1;
  for (const kind of [...LIST_KINDS, "services", ...kinds]) {
    const document = await readNamed(files, kind, slug);
    if (document === null) continue;
    const { url, unlisted = false } = document;
    if (isNamed(kind) || pathOfUrl(url) === whole) return unlisted ? "unlisted" : "listed";
  }
  return null;
}

async function readNamed(files: DistFiles, kind: string, slug: string): Promise<NamedDocument | null> {
  const bytes = await files.read(`api/v1/${kind}/${slug}.json`);
  return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
}

function pathOfUrl(url: string | null): string | null {
  return url === null ? null : toPath(URL.parse(url)?.pathname ?? "");
}

/** Decoded, without what servers take for the same page: `/a/`, `/a/index.html`. */
function toPath(pathname: string): string | null {
  const decoded = decodePercent(pathname);
  return decoded === null ? null : withoutIndex(decoded);
}

function withoutIndex(path: string): string {
  return path.replace(/(?:\/(?:index\.html)?)+$/, "") || "/";
}
