import { expect } from "vitest";
import { PLAIN_LIST_KINDS } from "../../../kinds/list-kinds.ts";
import type { ApiRequest } from "../request.ts";

/** Requests for things that do not exist. */

const missing = (target: string, shows: string, method = "GET"): ApiRequest => ({ target, method, status: 404, code: "not-found", shows });

/** Slugs that no post can have, and slugs that no post has. */
const SLUGS = [
  ...[
    "never-was",
    "Four-Cranes",
    "four_cranes",
    "four--cranes",
    "-four-cranes",
    "four-cranes-",
    "four.cranes",
    "four-cranes.json",
    "four-cranes.html",
  ],
  ...["four-cranes%20", "%20four-cranes", "four-cranes%00", "%66our-cranes", "four%2Dcranes", "four-cranes%2F", "four-cranes%2Fcomments"],
  ...[
    "..%2F..%2Fsite-settings",
    "..%5C..%5Csite-settings",
    "%2e%2e%2fabout",
    "%252e%252e%252fabout",
    "%",
    "%FF",
    "%C0%AE",
    "~",
    "*",
    "four-cranes;a=b",
  ],
  ...["constructor", "__proto__", "toString", "index", "null", "undefined", "0", "a".repeat(160), "a".repeat(161)],
  ...[encodeURIComponent("雨の町"), "ame-no-machi%E2%80%8B", "{slug}", ":slug", "$%7Bslug%7D", "four-cranes'--"],
];

const UNPUBLISHED = ["a-smaller-loom", "to-be-opened-in-2031"];

export const MISSING_REQUESTS: readonly ApiRequest[] = [
  ...SLUGS.map((slug) => missing(`/posts/${slug}`, "that there is no such post")),
  ...["never-was", "Four-Cranes", "four-cranes.json", "four%2Dcranes", "a".repeat(160), "a".repeat(161), ...UNPUBLISHED].map((slug) =>
    missing(`/posts/${slug}.md`, "that there is no such post"),
  ),
  ...["/never/was", "/posts", "/posts/a-smaller-loom", "https://elsewhere.example/posts/four-cranes"].map((path) =>
    missing(`/resolve?path=${path}`, "that no page has that path"),
  ),
  ...["/tags/posts/never", "/categories/never", "/authors/never", "/albums/n%C3%A9ver"].map((path) => missing(path, "that there is none")),
  { target: "/categories/never", method: "POST", status: 405, code: "method-not-allowed", shows: "that a category accepts only reads" },
  { target: "/categories/never", site: "empty", status: 503, code: "index-unavailable", shows: "that nothing was built" },
  { target: `/categories/never?x=${"a".repeat(9_000)}`, status: 414, code: "uri-too-long", shows: "that the URI is too long" },
  missing("/posts/.md", "that there is no such post"),
  missing("/projects/octavo.md", "that only posts are published as Markdown"),
  ...["four-cranes", "sour-rye"].map(
    (slug): ApiRequest => ({ ...missing(`/posts/${slug}.md`, "that this site publishes no Markdown"), site: "counted" }),
  ),
  ...UNPUBLISHED.map(
    (slug): ApiRequest => ({
      ...missing(`/posts/${slug}`, "the same answer as for a slug that was never used"),
      async check({ text, headers }, { send }) {
        const never = await send("/posts/never-was");
        expect(text).toBe(never.text);
        expect([...headers].filter(([name]) => name !== "date")).toEqual([...never.headers].filter(([name]) => name !== "date"));
      },
    }),
  ),
  ...["never-was", "Weaving-For-Programmers", "weaving-for-programmers%2F", "constructor", "a".repeat(161), "..%2Fposts%2Ffour-cranes"].map(
    (slug) => missing(`/post-series/${slug}`, "that there is no such series"),
  ),
  ...[...PLAIN_LIST_KINDS, "services"].flatMap((kind) =>
    ["never-was", "Octavo", "constructor", "__proto__", "a".repeat(161), "four-cranes", "octavo.json"].map((slug) =>
      missing(`/${kind}/${slug}`, "that there is no such document"),
    ),
  ),
  ...["services", "Posts", "post", "search", "constructor", "__proto__", "posts%2F", "%70osts", "posts.json", "..%2Fabout"].map(
    (resource) => missing(`/tags/${resource}`, "that nothing of that name has tags"),
  ),
  ...["never", "Not-Found", "not-found.json", "toString", "404", "..%2Fabout"].map((code) =>
    missing(`/problems/${code}`, "that there is no such problem"),
  ),
  ...[
    "/posts/",
    "/posts/four-cranes/",
    "/projects/",
    "/tags/posts/",
    "/post-series/weaving-for-programmers/",
    "/about/",
    "/openapi.json/",
  ].map((path) => missing(path, "that a slash at the end makes it a different path")),
  ...["/", "//", "//posts", "/posts//four-cranes", "/%2Fposts", "/%70osts", "/posts%3Fpage=1", "/posts;page=1", "/posts%23"].map((path) =>
    missing(path, "that paths are compared as they were sent"),
  ),
  ...[
    "/Posts",
    "/POSTS",
    "/posts.json",
    "/about.json",
    "/site-settings.json",
    "/openapi",
    "/openapi.yaml",
    "/tags",
    "/category",
    "/authors/ines-halvorsen/x",
    "/comments/1",
    "/mcp",
    "/problems",
  ].map((path) => missing(path, "that there is no such path")),
  ...["/albums/harbour/x", "/archive/2024", "/post", "/series", "/users", "/index.html", "/favicon.ico"].map((path) =>
    missing(path, "that there is no such path"),
  ),
  ...["/index/v1/manifest.json", "/manifest.json", "/feed.xml", "/healthz", "/.env", "/.git/config", "/wp-login.php"].map((path) =>
    missing(path, "that the site's files are not paths of the API"),
  ),
  ...["/admin", "/admin/", "/admin/posts", "/admin/comments/1", "/client", "/client/v1", "/client/session"].flatMap((path) =>
    ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"].map((method) => missing(path, "that nothing is served there", method)),
  ),
  ...["comments", "comments.atom", "like", "comments/1"].flatMap((rest) =>
    ["Four-Cranes", "four_cranes", "four-cranes%00", "a".repeat(161)].flatMap((slug) =>
      ["GET", "POST", "DELETE"].map((method) => missing(`/posts/${slug}/${rest}`, "that no post can have that slug", method)),
    ),
  ),
  ...[
    "/posts/four-cranes/comments/",
    "/posts/four-cranes/likes",
    "/posts/four-cranes/like/1",
    "/posts/four-cranes/comments/1/2",
    "/services/inquiries/1",
  ].map((path) => missing(path, "that there is no such path", "POST")),
  missing("/nothing?page=0", "that the path is checked before the query"),
  missing("/nothing", "that the path is checked before the method", "DELETE"),
];
