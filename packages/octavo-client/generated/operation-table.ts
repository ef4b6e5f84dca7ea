// Generated from contract/ by `npm run generate`. Edit that, not this file.

export interface OperationRow {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to the API's base address, with `{name}` for the method's first arguments. */
  readonly path: string;
  /** Names of its query parameters. */
  readonly query?: readonly string[];
  /** The query parameter that selects the page. */
  readonly page?: string;
  readonly body?: true;
  /** Accepts an `Idempotency-Key`. */
  readonly key?: true;
  /** Needs an `X-Edit-Token`. */
  readonly token?: true;
  /** Acts for the visitor identified by a cookie. */
  readonly cookies?: true;
  /** The body of a success; default: JSON. */
  readonly success?: "text" | "none";
}

export const OPERATION_TABLE: Readonly<Record<string, OperationRow>> = {
  "api.get": { method: "GET", path: "" },
  "posts.list": { method: "GET", path: "/posts", query: ["q", "type", "tag", "category", "author", "series", "language", "featured", "hasCode", "publishedFrom", "publishedTo", "period", "sort", "page", "pageSize"], page: "page" },
  "posts.markdown": { method: "GET", path: "/posts/{slug}.md", success: "text" },
  "posts.get": { method: "GET", path: "/posts/{slug}" },
  "comments.list": { method: "GET", path: "/posts/{slug}/comments", query: ["parentId", "commentsSort", "repliesLimit", "commentsPage", "commentsPageSize"], page: "commentsPage" },
  "comments.submit": { method: "POST", path: "/posts/{slug}/comments", body: true, key: true },
  "comments.feed": { method: "GET", path: "/posts/{slug}/comments.atom", success: "text" },
  "comments.get": { method: "GET", path: "/posts/{slug}/comments/{id}", query: ["commentsSort", "commentsPageSize"] },
  "comments.edit": { method: "PATCH", path: "/posts/{slug}/comments/{id}", body: true, token: true },
  "comments.withdraw": { method: "DELETE", path: "/posts/{slug}/comments/{id}", token: true, success: "none" },
  "likes.get": { method: "GET", path: "/posts/{slug}/like", cookies: true },
  "likes.add": { method: "POST", path: "/posts/{slug}/like", key: true, cookies: true },
  "likes.remove": { method: "DELETE", path: "/posts/{slug}/like", cookies: true },
  "projects.list": { method: "GET", path: "/projects", query: ["tag", "status", "language", "period", "sort", "page", "pageSize"], page: "page" },
  "projects.get": { method: "GET", path: "/projects/{slug}" },
  "books.list": { method: "GET", path: "/books", query: ["tag", "status", "period", "sort", "page", "pageSize"], page: "page" },
  "books.get": { method: "GET", path: "/books/{slug}" },
  "photos.list": { method: "GET", path: "/photos", query: ["tag", "album", "language", "period", "sort", "page", "pageSize"], page: "page" },
  "photos.get": { method: "GET", path: "/photos/{slug}" },
  "pages.list": { method: "GET", path: "/pages", query: ["tag", "language", "sort", "page", "pageSize"], page: "page" },
  "pages.get": { method: "GET", path: "/pages/{slug}" },
  "albums.list": { method: "GET", path: "/albums" },
  "albums.get": { method: "GET", path: "/albums/{slug}" },
  "services.list": { method: "GET", path: "/services" },
  "inquiries.submit": { method: "POST", path: "/services/inquiries", body: true, key: true },
  "services.get": { method: "GET", path: "/services/{slug}" },
  "services.page": { method: "GET", path: "/services-page" },
  "site.settings": { method: "GET", path: "/site-settings" },
  "site.about": { method: "GET", path: "/about" },
  "search": { method: "GET", path: "/search", query: ["q", "kind", "language", "page", "pageSize"], page: "page" },
  "tags.list": { method: "GET", path: "/tags/{resource}" },
  "tags.get": { method: "GET", path: "/tags/{resource}/{slug}" },
  "categories.list": { method: "GET", path: "/categories" },
  "categories.get": { method: "GET", path: "/categories/{slug}" },
  "authors.list": { method: "GET", path: "/authors" },
  "authors.get": { method: "GET", path: "/authors/{slug}" },
  "series.list": { method: "GET", path: "/post-series" },
  "series.get": { method: "GET", path: "/post-series/{slug}" },
  "archive.get": { method: "GET", path: "/archive" },
  "redirects.list": { method: "GET", path: "/redirects" },
  "kinds.list": { method: "GET", path: "/kinds" },
  "site.resolve": { method: "GET", path: "/resolve", query: ["path"] },
  "languages.list": { method: "GET", path: "/languages" },
  "latest.list": { method: "GET", path: "/latest" },
  "comments.recent": { method: "GET", path: "/comments" },
  "comments.recentFeed": { method: "GET", path: "/comments.atom", success: "text" },
  "engagement.send": { method: "POST", path: "/engagement", body: true },
  "counts.get": { method: "GET", path: "/counts", query: ["slug"] },
  "api.description": { method: "GET", path: "/openapi.json" },
  "api.problem": { method: "GET", path: "/problems/{code}" },
};
