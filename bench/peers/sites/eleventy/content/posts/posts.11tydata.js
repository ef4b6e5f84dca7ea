export default { layout: "post.11ty.js", tags: ["posts"], permalink: ({ page }) => `posts/${page.fileSlug}.json` };
