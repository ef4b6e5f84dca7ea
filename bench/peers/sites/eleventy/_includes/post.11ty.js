export function render({ page, title, publishedAt, tags, content }) {
  return JSON.stringify({ slug: page.fileSlug, title, publishedAt, tags: tags.filter((tag) => tag !== "posts"), html: content });
}
