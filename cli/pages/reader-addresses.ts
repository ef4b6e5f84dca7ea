import { PAGE_GROUPS } from "../../contract/config/define-config.ts";
import { API_PREFIX, MANIFEST_FILE } from "../../contract/paths.ts";
import type { KindSummary, ResolvedPage } from "../../contract/schemas/list.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import { decodePercent } from "../../contract/text/decode-percent.ts";
import { createReadHandler } from "../../edge/handler.ts";
import type { DistFiles } from "../../hosts/node/dist-files.ts";
import { LIST_PATHS } from "../../reader/reader-facts.ts";

/** Something that search engines may list, or an unlisted post. */
export type FoundPage = "listed" | "unlisted";

export interface ReaderAddresses {
  /** null: the reader has no page at the path. */
  find(pathname: string): Promise<FoundPage | null>;
  /** The reader's own paths at which the site has a page, and its document: `/about` → `pages about`. */
  readReplaced(): Promise<Readonly<Record<string, string>>>;
}

/** The pages of the reader, as the present build says. @param base path that the site is below; paths here come without it */
export function createReaderAddresses(files: DistFiles, base: string): ReaderAddresses {
  const handle = createReadHandler({ read: (path) => files.read(path) });
  /** null: there is nothing of the name. */
  const ask = async <T>(path: string): Promise<T | null> => {
    const response = await handle(new Request(`http://localhost${API_PREFIX}${path}`));
    if (response.status >= 500) throw new Error(`the reader cannot read ${path}: ${await response.text()}`);
    return response.ok ? response.json() : null;
  };
  const resolve = async (path: string): Promise<ResolvedPage | null> => {
    const found = await ask<ResolvedPage>(`/resolve?${new URLSearchParams({ path: putBelow(base, path) })}`);
    return found === null || found.moved ? null : found;
  };
  const readKinds = async (): Promise<readonly string[]> =>
    (await ask<{ readonly items: readonly KindSummary[] }>("/kinds"))?.items.map(({ name }) => name) ?? [];
  /** By the bytes of a manifest, which are the same object as long as the file is. */
  const replaced = new WeakMap<Uint8Array, Promise<Readonly<Record<string, string>>>>();
  const findReplaced = async (): Promise<Readonly<Record<string, string>>> => {
    const paths = [...LIST_PATHS, ...(await readKinds()).map((name) => `/${name}`)];
    const found = await Promise.all(paths.map(async (path) => [path, await resolve(path)] as const));
    return Object.fromEntries(found.flatMap(([path, page]) => (page === null ? [] : [[path, `${page.kind} ${page.slug}`]])));
  };
  return {
    async find(pathname) {
      const path = decodePercent(pathname)?.replace(/(?:\/(?:index\.html)?)+$/, "");
      if (path === undefined || (await files.read(MANIFEST_FILE)) === null) return null;
      const kinds = await readKinds();
      const [, kind = "", slug = "", ...rest] = path.split("/");
      if (LIST_PATHS.some((list) => list === (path || "/")) || (slug === "" && rest.length === 0 && kinds.includes(kind))) return "listed";
      // The API's own name of a document leads to it, whatever its page is called.
      const isNamed = rest.length === 0 && ["services", ...kinds].includes(kind);
      const named = isNamed ? await ask<NamedDocument>(`/${kind}/${encodeURIComponent(slug)}`) : null;
      const page = named === null ? ((await resolve(path || "/")) ?? (await resolve(`${path}/index.html`))) : null;
      if (page !== null && PAGE_GROUPS.some((group) => group === page.kind)) return "listed";
      const document = named ?? (page && (await ask<NamedDocument>(`/${page.kind}/${page.slug}`)));
      return document === null ? null : document.unlisted === true ? "unlisted" : "listed";
    },
    async readReplaced() {
      const manifest = await files.read(MANIFEST_FILE);
      if (manifest === null) return {};
      const finding = replaced.get(manifest) ?? findReplaced();
      replaced.set(manifest, finding);
      // A file that could not be read is tried again by the next request.
      finding.catch(() => replaced.delete(manifest));
      return finding;
    },
  };
}

interface NamedDocument {
  readonly unlisted?: boolean;
}
