import { expect } from "vitest";
import type { Counts, Pagination } from "../../../contract/schemas/list.ts";
import type { Post, PostSummary } from "../../../contract/schemas/post.ts";
import type { Api, ApiRequest } from "../request.ts";

/** The snapshot that the `counted` site is built with. */
export const COUNTS: Counts = {
  posts: {
    "four-cranes": { likeCount: 7, commentCount: 2 },
    "ame-no-machi": { likeCount: 0, commentCount: 1 },
    "rye-bread-by-the-clock": { likeCount: 31, commentCount: 0 },
    "never-published": { likeCount: 5, commentCount: 5 },
  },
};

/**
 * The document with the counts that it must have: those of the snapshot, or 0 if the snapshot does
 * not name it.
 */
function counted<T extends { readonly slug: string }>(post: T): T & { likeCount: number; commentCount: number } {
  return { ...post, ...(COUNTS.posts[post.slug] ?? { likeCount: 0, commentCount: 0 }) };
}

const lists = (target: string, shows: string): ApiRequest => ({
  target,
  site: "counted",
  status: 200,
  shows,
  async check(answer, api) {
    const plain = (await api.send(target)).json<{ items: PostSummary[]; pagination: Pagination }>();
    expect(plain.items.length).toBeGreaterThan(0);
    expect(answer.json()).toEqual({ ...plain, items: plain.items.map(counted) });
  },
});

const posts = (target: string, slug: string, shows: string): ApiRequest => ({
  target,
  site: "counted",
  status: 200,
  shows,
  check: (answer, api) => expect(answer.json<Post>()).toEqual(counted(documentOf(api, slug))),
});

function documentOf({ catalog }: Api, slug: string): Post {
  const found = catalog.documents.find((post) => post.slug === slug);
  if (found === undefined) throw new Error(`the sample site has no post ${slug}`);
  return found;
}

/** With counts and without, nothing but the counts differs. */
const same = (target: string): ApiRequest => ({
  target,
  site: "counted",
  status: 200,
  shows: "that counts change nothing else",
  async check({ text, headers }, api) {
    const plain = await api.send(target);
    expect(text).toBe(plain.text);
    expect(headers.get("ETag")).toBe(plain.headers.get("ETag"));
  },
});

export const COUNT_REQUESTS: readonly ApiRequest[] = [
  {
    target: "/posts",
    status: 200,
    shows: "null if counts are unknown",
    check(_, { catalog }) {
      for (const post of [...catalog.posts, ...catalog.documents]) expect([post.likeCount, post.commentCount]).toEqual([null, null]);
    },
  },
  lists("/posts", "the counts of each, and 0 where none are named"),
  lists("/posts?pageSize=100", "the counts on every page size"),
  lists("/posts?page=2", "the counts on a later page"),
  lists("/posts?type=IMAGE", "the counts on a filtered list"),
  lists("/posts?q=crane", "the counts on a searched list"),
  posts("/posts/four-cranes", "four-cranes", "the counts of a post"),
  posts("/posts/ame-no-machi", "ame-no-machi", "a count of 0 beside another"),
  posts("/posts/weaving-a-message", "weaving-a-message", "0 for a post in a series that the counts do not name"),
  posts("/posts/sour-rye", "rye-bread-by-the-clock", "the counts of a renamed post"),
  {
    target: "/posts/never-published",
    site: "counted",
    status: 404,
    code: "not-found",
    shows: "that counts create no post",
  },
  {
    target: "/posts/four-cranes",
    site: "counted",
    status: 200,
    shows: "a different ETag from the post without counts",
    async check({ headers }, api) {
      const etag = headers.get("ETag") ?? "";
      const plain = await api.send("/posts/four-cranes");
      expect(etag).not.toBe(plain.headers.get("ETag"));
      const known = { "If-None-Match": etag };
      expect((await api.send("/posts/four-cranes", { site: "counted", headers: known })).status).toBe(304);
      expect((await api.send("/posts/four-cranes", { headers: known })).status).toBe(200);
    },
  },
  ...[
    "/search?q=crane",
    "/tags/posts",
    "/post-series/weaving-for-programmers",
    "/projects",
    "/books?tag=classics",
    "/photos",
    "/about",
  ].map(same),
];
