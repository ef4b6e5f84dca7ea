import { join } from "node:path";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import type { SourceFile } from "../../../build/shared/source-file.ts";
import { createFileFinder } from "../../../build/sources/listing/find-files.ts";
import { plural } from "../../build/result-text.ts";
import type { FormerFolder } from "../former-folder.ts";
import type { FormerSite } from "../former-site.ts";
import { findMainFolder, listFullest, surveyMarkdown } from "./survey.ts";

const MARKDOWN = "**/*.{md,mdx,markdown}";

export interface FoundPosts {
  readonly site: FormerSite;
  readonly files: readonly SourceFile[];
  /** Markdown with front matter that is no post, where it is more than the posts; and whatever else is worth a line. */
  readonly notes: readonly string[];
  /** Folders with texts in any format, the fullest first; "": there is none. */
  readonly fullest: string;
}

/** The posts of a site: where its generator has them, else in the folder that holds most of the Markdown. */
export async function findPosts(folder: FormerFolder, read: FormerSite): Promise<FoundPosts> {
  const files = await listPosts(folder.root, read);
  const folders = surveyMarkdown(folder);
  const fullest = listFullest(folders);
  const main = findMainFolder(folders);
  if (files.length === 0 && main !== null) {
    const isBelow = read.content === "." || main === read.content || main.startsWith(`${read.content}/`);
    const content = isBelow ? read.content : main;
    const inside = main === content ? "" : content === "." ? `${main}/` : `${main.slice(content.length + 1)}/`;
    const site = { ...read, content, posts: [inside + MARKDOWN] };
    const found = await listPosts(folder.root, site);
    const where = main === "." ? "this folder" : main;
    const note = `there is no post in ${read.posts.join(", ")}: the ${plural(found.length, "file")} of ${where} are taken`;
    return { site, files: found, notes: [note], fullest };
  }
  const taken = new Set(files.map(({ relative }) => join(read.content, relative)));
  const others = folders.filter(
    ({ path, posts }) => posts > 0 && ![...taken].some((file) => file.startsWith(path === "." ? "" : `${path}/`)),
  );
  const count = others.reduce((sum, { posts }) => sum + posts, 0);
  const notes =
    count > files.length
      ? [`${plural(count, "other file")} with front matter ${count === 1 ? "is" : "are"} no post here: ${listFullest(others)}`]
      : [];
  return { site: read, files, notes, fullest };
}

async function listPosts(root: string, { content, posts }: FormerSite): Promise<readonly SourceFile[]> {
  const contentDir = join(root, content);
  const { find } = createFileFinder({ contentDir, cwd: root, config: { root, out: "dist" }, diagnostics: new Diagnostics() });
  const found = await find(posts);
  return found
    .filter(({ relative, special }) => !special && !/(?:^|\/)_index\./.test(relative))
    .map(({ relative }) => ({ path: relative, relative, absolute: join(contentDir, relative) }));
}
