import { mkdir, writeFile } from "node:fs/promises";
import { defineCollection, defineConfig } from "@content-collections/core";
import { compileMarkdown } from "@content-collections/markdown";
import remarkGfm from "remark-gfm";
import { z } from "zod";

/** In addition to its usual module with all posts, `onSuccess` writes one file per post. */
const posts = defineCollection({
  name: "posts",
  directory: "content/posts",
  include: "*.md",
  schema: z.object({ content: z.string(), title: z.string(), publishedAt: z.string(), tags: z.array(z.string()) }),
  async transform({ title, publishedAt, tags, ...document }, context) {
    const html = await compileMarkdown(context, document, { remarkPlugins: [remarkGfm] });
    return { slug: document._meta.path, title, publishedAt, tags, html };
  },
  async onSuccess(documents) {
    await mkdir("out/posts", { recursive: true });
    for (const post of documents) await writeFile(`out/posts/${post.slug}.json`, JSON.stringify(post));
    const items = documents.map(({ html, ...item }) => item);
    await writeFile("out/posts.json", JSON.stringify(items.sort((one, two) => (one.publishedAt < two.publishedAt ? 1 : -1))));
  },
});

export default defineConfig({ content: [posts] });
