import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Corpus } from "./corpus/types.ts";

/**
 * One edit of each kind that authors make, on a corpus. Each may be made once, in this order, and
 * writes the same bytes in every run.
 */
export const EDITS = ["text", "title", "tag", "newest added", "oldest added", "oldest deleted", "date moved"] as const;
export type EditName = (typeof EDITS)[number];

/**
 * A post after an edit. `post` is null if it was removed; if it existed before, only a changed
 * `title` or `text` is given.
 */
export interface Edited {
  readonly slug: string;
  readonly post: { readonly title?: string; readonly text?: string } | null;
}

/** A word that no post contains before the text is edited. */
export const EDIT_WORD = "octavobenchmarkword";

const SENTENCE = `One sentence more with ${EDIT_WORD}.`;
const TITLE = "A title that was changed";
/** Added to the folder of the corpus's first post. */
export const NEWEST = { slug: "the-newest-of-all", title: "The newest of all", date: "2025-01-31T08:00:00.000Z" };
const OLDEST = { slug: "the-oldest-of-all", title: "The oldest of all", date: "1999-01-31T08:00:00.000Z" };
const MOVED_TO = "2024-12-24T08:00:00.000Z";

/** @param content the content folder */
export async function applyEdit(name: EditName, content: string, corpus: Corpus): Promise<Edited> {
  const change = async (share: number, from: RegExp, to: string): Promise<string> => {
    const { slug, file } = postAt(corpus, share);
    const text = await readFile(join(content, file), "utf8");
    await writeFile(join(content, file), text.replace(from, to));
    return slug;
  };
  const { file: first } = postAt(corpus, 0);
  const add = async ({ slug, title, date }: typeof NEWEST): Promise<Edited> => {
    const isDated = (await readFile(join(content, first), "utf8")).includes("\npublishedAt: ");
    const published = isDated ? `publishedAt: ${date}\n` : "";
    const text = `---\ntitle: ${title}\n${published}tags: [${corpus.tags[0]}]\n---\n\n${SENTENCE}\n`;
    await writeFile(join(content, dirname(first), `${slug}.md`), text);
    return { slug, post: { title, text: SENTENCE } };
  };
  switch (name) {
    case "text":
      return { slug: await change(1 / 2, /$/, `\n${SENTENCE}\n`), post: { text: SENTENCE } };
    case "title":
      return { slug: await change(1 / 3, /^title: .*$/m, `title: ${TITLE}`), post: { title: TITLE } };
    case "tag":
      return {
        slug: await change(2 / 3, /^(title: .*\n(?:publishedAt: .*\n)?)(?:tags: .*\n)?/m, `$1tags: [${corpus.tags[1]}]\n`),
        post: {},
      };
    case "newest added":
      return add(NEWEST);
    case "oldest added":
      return add(OLDEST);
    case "oldest deleted":
      await rm(join(content, dirname(first), `${OLDEST.slug}.md`));
      return { slug: OLDEST.slug, post: null };
    case "date moved":
      return { slug: await change(1 / 4, /^publishedAt: .*$/m, `publishedAt: ${MOVED_TO}`), post: {} };
  }
}

/** The post at a given share of all posts, counted from the oldest. */
export function postAt({ posts }: Corpus, share: number): Corpus["posts"][number] {
  const post = posts[Math.floor(posts.length * share)];
  if (post === undefined) throw new Error("the corpus has no posts");
  return post;
}
