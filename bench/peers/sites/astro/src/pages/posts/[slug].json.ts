import { getCollection } from "astro:content";

export async function getStaticPaths() {
  const posts = await getCollection("posts");
  return posts.map((post) => ({ params: { slug: post.id }, props: { post } }));
}

export function GET({ props: { post } }) {
  return new Response(JSON.stringify({ slug: post.id, ...post.data, html: post.rendered.html }));
}
