export const data = { permalink: "posts.json", eleventyExcludeFromCollections: true, eleventyImport: { collections: ["posts"] } };

export function render({ collections }) {
  const items = collections.posts.map(({ fileSlug, data: post }) => ({
    slug: fileSlug,
    title: post.title,
    publishedAt: post.publishedAt,
    tags: post.tags.filter((tag) => tag !== "posts"),
  }));
  return JSON.stringify(items.sort((one, two) => two.publishedAt - one.publishedAt));
}
