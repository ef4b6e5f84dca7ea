import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { mapLimit } from "../../build/shared/parallel.ts";
import type { SourceFile } from "../../build/shared/source-file.ts";
import { decodePercent } from "../../contract/text/decode-percent.ts";

/** Paths of pictures that lead upwards, in Markdown, HTML and front matter. */
const UPWARDS = /(?:\.\.\/)+[^\s"'`()<>[\]{}]+\.(?:jpe?g|png|gif|webp|avif|svg)\b/gi;
/** Files that are read at once. */
const READS_MAX = 16;
/** What people call the folder of their pictures: the whole of it is taken. */
const USUAL = new Set(["assets", "images", "image", "img", "imgs", "media", "photos", "pictures", "public", "static", "uploads"]);

/**
 * Folders of the site, outside of the content, with pictures that posts name by a path of their own: `../../assets/x.jpg`, as Astro has them. Only
 * pictures that are there count.
 *
 * @param root absolute
 * @param content folder below it
 * @param known folders that are looked into anyway
 */
export async function findPictureFolders(
  root: string,
  content: string,
  { files, known }: { readonly files: readonly SourceFile[]; readonly known: readonly string[] },
): Promise<readonly string[]> {
  const inside = [join(root, content), ...known.map((folder) => join(root, folder))];
  const named = new Set<string>();
  await mapLimit(files, READS_MAX, async ({ absolute }) => {
    for (const [path] of (await readFile(absolute, "utf8")).matchAll(UPWARDS))
      named.add(join(dirname(absolute), decodePercent(path) ?? path));
  });
  const outside = [...named].filter((path) => isBelow(path, root) && !inside.some((folder) => isBelow(path, folder)));
  const folders = new Set<string>();
  for (const path of outside.sort()) {
    const found = await stat(path).catch(() => null);
    const folder = toWhole(relative(root, dirname(path)).split(sep));
    if (found?.isFile() === true && folder !== "") folders.add(folder);
  }
  return [...folders].filter((folder) => ![...folders].some((other) => folder.startsWith(`${other}/`)));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** `src/assets/2024/may` → `src/assets`. */
function toWhole(segments: readonly string[]): string {
  const at = segments.findIndex((segment) => USUAL.has(segment.toLowerCase()));
  return (at === -1 ? segments : segments.slice(0, at + 1)).join("/");
}
