import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileOfPath, INDEX_PREFIX, MANIFEST_FILE } from "../../contract/paths.ts";

const POSTS_FOLDER = dirname(fileOfPath("/posts/x"));

/**
 * Reads the former slugs of unlisted posts, by current slug. They are not in any list
 * (contract/index-format.ts), but each has a document that names the current slug. Documents of
 * listed posts are not read.
 */
export async function readUnlistedFormerSlugs(outDir: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const namesBySlug = new Map<string, string[]>();
  const manifest = await readDistDocument(outDir, MANIFEST_FILE);
  const published = await readDistDocument(outDir, `${INDEX_PREFIX.slice(1)}/${manifest.published}`);
  if (published.unlisted === undefined) return namesBySlug;
  const listed = new Set(Object(published.slugs).posts);
  const names = (await readdir(join(outDir, POSTS_FOLDER)).catch(() => [])).filter((name) => name.endsWith(".json")).sort();
  for (const name of names.map((file) => basename(file, ".json"))) {
    if (listed.has(name)) continue;
    const { slug } = await readDistDocument(outDir, fileOfPath(`/posts/${name}`));
    if (typeof slug === "string" && slug !== name) namesBySlug.set(slug, [...(namesBySlug.get(slug) ?? []), name]);
  }
  return namesBySlug;
}

/** Reads a JSON document. It is empty if the file does not exist or is not Octavo's. */
export async function readDistDocument(outDir: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return Object(JSON.parse(await readFile(join(outDir, path), "utf8")));
  } catch {
    return {};
  }
}
