import { defineCollection } from "astro:content";
import { octavoLoader } from "octavo-client/astro";
import { client, findUnlisted } from "./lib/site.ts";

// Complete posts, by slug. Only changed posts are read again. Every other kind, and series, can be
// a collection in the same way. For lists, filters, tags and search, pages use the client.
export const collections = {
  posts: defineCollection({ loader: octavoLoader({ client, kind: "posts", also: findUnlisted() }) }),
};
