import { getCollection } from "astro:content";

export async function GET() {
  const posts = await getCollection("posts");
  const items = posts.map((post) => ({ slug: post.id, ...post.data }));
  return new Response(JSON.stringify(items.sort((one, two) => two.publishedAt - one.publishedAt)));
}
