import { mkdir, writeFile } from "node:fs/promises";
import { defineConfig, s } from "velite";

/**
 * Writes one file per post and a list in the `prepare` hook, which returns `false` to suppress the
 * usual file with all posts.
 */
export default defineConfig({
  root: "content",
  output: { data: ".velite", assets: "out/static" },
  collections: {
    posts: {
      name: "Post",
      pattern: "posts/*.md",
      schema: s
        .object({ path: s.path(), title: s.string(), publishedAt: s.isodate(), tags: s.array(s.string()), html: s.markdown() })
        .transform(({ path, ...post }) => ({ slug: path.split("/").at(-1), ...post })),
    },
  },
  async prepare({ posts }) {
    await mkdir("out/posts", { recursive: true });
    for (const post of posts) await writeFile(`out/posts/${post.slug}.json`, JSON.stringify(post));
    const items = posts.map(({ html, ...item }) => item);
    await writeFile("out/posts.json", JSON.stringify(items.sort((one, two) => (one.publishedAt < two.publishedAt ? 1 : -1))));
    return false;
  },
});
