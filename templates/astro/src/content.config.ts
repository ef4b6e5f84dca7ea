import { defineCollection } from "astro:content";
import { octavoLoader } from "octavo-client/astro";
import { client, findUnlisted } from "./lib/site.ts";

// Whole documents, by slug. For lists, filters, tags and search, pages ask the client.
export const collections = {
  posts: defineCollection({ loader: octavoLoader({ client, kind: "posts", also: findUnlisted() }) }),
  projects: defineCollection({ loader: octavoLoader({ client, kind: "projects" }) }),
  books: defineCollection({ loader: octavoLoader({ client, kind: "books" }) }),
  photos: defineCollection({ loader: octavoLoader({ client, kind: "photos" }) }),
  services: defineCollection({ loader: octavoLoader({ client, kind: "services" }) }),
  series: defineCollection({ loader: octavoLoader({ client, kind: "series" }) }),
};
