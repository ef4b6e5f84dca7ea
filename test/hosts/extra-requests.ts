export interface RecordedRequest {
  readonly method: string;
  /** Exactly as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

const get = (target: string, headers: Readonly<Record<string, string>> = {}): RecordedRequest => ({ method: "GET", target, headers });
const all = (target: string): RecordedRequest[] =>
  ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"].map((method) => ({ method, target, headers: {} }));

/**
 * Requests beyond the suite of the read API: targets that only a socket can send, and the files
 * beside the API.
 */
export const EXTRA_REQUESTS: Readonly<Record<string, readonly RecordedRequest[]>> = {
  traversal: [
    ...["../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/%2e%2e/etc/passwd", "..%5c..%5cetc%5cpasswd"].flatMap(
      (path) => [get(`/api/v1/posts/${path}`), get(`/api/v1/${path}`), get(`/media/${path}`), get(`/index/v1/${path}`)],
    ),
    ...["/api/v1/posts/four-cranes%00", "/api/v1/posts/%c0%ae%c0%ae/about", "/media/%00", "/media/....//....//etc/passwd"].map((t) =>
      get(t),
    ),
    ...["/api/v1/posts.json", "/api/v1/posts/four-cranes.json", "/api/v1/posts.json.gz", "/api/v1/posts/", "/api/v1//posts"].map((t) =>
      get(t),
    ),
    ...["/.octavo-files", "/_hosts/nginx/octavo.conf", "/_hosts/cloudflare/wrangler.jsonc", "/_hosts/node/server.js"].map((t) => get(t)),
  ],
  "other queries": [
    ...["?utm_source=x", "?utm_source=x&ref=y", "?", "?&", "?pages=2", "?xpage=2", "?PAGE=2", "?x=page=2"].flatMap((query) => [
      get(`/api/v1/posts${query}`),
      get(`/api/v1/about${query}`),
    ]),
    ...["?%70age=2", "?p%61ge=0", "?x&page=0", "?page", "?page=", "?tag=weaving&utm_source=x", "?x=%26page=2"].map((query) =>
      get(`/api/v1/posts${query}`),
    ),
    get("/api/v1/about?page=0"),
    get("/api/v1/posts/four-cranes?page=0&q="),
  ],
  "other headers": [
    get("/api/v1/posts", { Origin: "https://elsewhere.example" }),
    get("/api/v1/posts", { Accept: "text/html" }),
    get("/api/v1/posts", { Range: "bytes=0-9" }),
    get("/api/v1/posts/four-cranes", { Cookie: "visitor=1" }),
    {
      method: "OPTIONS",
      target: "/api/v1/posts",
      headers: { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "GET" },
    },
    {
      method: "OPTIONS",
      target: "/api/v1/posts/four-cranes/like",
      headers: { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "POST" },
    },
  ],
  "other files": [
    ...["/feed.xml", "/feed.json", "/sitemap.xml", "/robots.txt", "/llms.txt", "/llms-full.txt", "/index/v1/manifest.json"].flatMap(all),
    ...["/media/", "/media", "/media/nothing.0123456789abcdef.jpg", "/index/v1/", "/index/v1/x.0123456789abcdef.json"].map((t) => get(t)),
  ],
};
