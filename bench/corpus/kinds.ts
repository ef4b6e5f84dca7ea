import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createPlain } from "./plain.ts";
import type { Corpus } from "./types.ts";

/** A site of posts, or of ten own kinds with the same texts. */
export const KIND_SITES = ["posts", "ten kinds, dated", "ten kinds, undated"] as const;
export type KindSite = (typeof KIND_SITES)[number];

const KINDS = Array.from({ length: 10 }, (_, at) => `notes-${at}`);

/** @returns the corpus, with the files of this site's documents */
export async function writeKinds(folder: string, site: KindSite, documents: number): Promise<Corpus> {
  const source = createPlain(documents);
  if (site !== "posts") await writeIn(join(folder, "octavo.config.ts"), toConfig());
  let number = 0;
  for (const [path, content] of source.files() as Iterable<readonly [string, string]>) {
    const isPost = path.startsWith("content/posts/");
    if (site === "posts" || !(isPost || path.startsWith("content/series/"))) await writeIn(join(folder, path), content);
    else if (isPost) await writeIn(join(folder, "content", toFile(path.slice("content/".length), number)), withoutPostKeys(content, site));
    if (isPost) number += 1;
  }
  return site === "posts" ? source : { ...source, posts: source.posts.map(({ slug, file }, at) => ({ slug, file: toFile(file, at) })) };
}

function toFile(file: string, number: number): string {
  return file.replace("posts/", `${KINDS[number % KINDS.length]}/`);
}

async function writeIn(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

function withoutPostKeys(text: string, site: KindSite): string {
  const plain = text.replace(/^series: .*\n/m, "");
  return site === "ten kinds, dated" ? plain : plain.replace(/^publishedAt: .*\n/m, "");
}

function toConfig(): string {
  const kinds = Object.fromEntries(
    KINDS.map((name) => [name, { words: { one: name, many: name }, fields: {}, tags: true, page: `/${name}/{slug}/` }]),
  );
  return `export default { kinds: ${JSON.stringify(kinds)} };\n`;
}
