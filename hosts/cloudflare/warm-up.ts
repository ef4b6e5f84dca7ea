import { INDEX_FORMAT } from "../../contract/index-format.ts";
import { LIST_KINDS } from "../../kinds/list-kinds.ts";
import { createPageAnswers, type PageAnswerOptions } from "../pages/page-answers.ts";

/**
 * Renders pages of a site with one post when a Worker starts. V8 compiles a function when it is
 * first called, which costs more than everything else in a first request (bench/README.md).
 * Cloudflare starts a Worker during the client's TLS handshake and counts that time separately.
 */

const POST = {
  ...{ path: "/a", title: "", publishedAt: "2025", updatedAt: null, tags: [{ slug: "b", name: "" }], bodyHtml: "<a href=/>" },
  ...{ cover: null, video: null, series: null, images: [], categories: [], authors: [], translations: [], toc: [], related: [] },
};
/** The list of a kind in the index. */
const LIST = { columns: "c", chunks: ["d"], largeChunks: [] };

/** Files by the last part of their path. */
const FILES: Readonly<Record<string, unknown>> = {
  "manifest.json": {
    ...{ format: INDEX_FORMAT, site: { baseUrl: "", timeZone: "" }, search: null, counts: null, published: "", resolve: "r", frame: "f" },
    lists: Object.fromEntries(LIST_KINDS.map((kind) => [kind, { ...LIST, total: Number(kind === "posts") }])),
  },
  f: {
    settings: { url: "https://a", language: "", author: null, pages: { tags: "/{slug}" } },
    words: { minutes: { other: "" }, months: [] },
    ...{ listedKinds: ["posts"], languages: {}, listPaths: {}, labels: {}, onRequest: true, shell: { header: [] } },
  },
  c: { order: null, tags: { b: "1 0" } },
  r: {
    site: "https://a",
    kinds: [["posts", ""]],
    parts: [["", "s"]],
  },
  s: { "/a": 0 },
  "a.json": POST,
};

/**
 * Six rounds: V8 compiles functions and expressions to machine code after a few calls. They are
 * written out, because repeated text compresses to almost nothing, and views may add only 10 KB to
 * a program.
 */
// biome-ignore format: a round in each line
const PATHS = [
  "/a", "/b", "/posts",
  "/a", "/b", "/posts",
  "/a", "/b", "/posts",
  "/a", "/b", "/posts",
  "/a", "/b", "/posts",
  "/a", "/b", "/posts",
];

/** ES2026, which the project's types do not include yet. It requests one page after the other. */
interface ArrayOfPromises {
  fromAsync<T, U>(items: Iterable<T>, map: (item: T) => Promise<U>): Promise<U[]>;
}

/** @returns the answers, for tests */
export function warmUp(): Promise<readonly Response[]> {
  const answer = createPageAnswers({
    read: async (path) => {
      const file = FILES[path.slice(path.lastIndexOf("/") + 1)];
      // A chunk has one document on each line.
      return new TextEncoder().encode(file ? JSON.stringify(file) : `[\n${JSON.stringify(POST)}\n]`);
    },
    base: "",
    // Every page is found, so the other members are never called.
  } as PageAnswerOptions);
  // Workers allow neither real requests nor response bodies before the first event.
  const ask = (path: string): Promise<Response> => answer({ method: "HEAD", headers: new Headers() } as Request, path);
  return (Array as unknown as ArrayOfPromises).fromAsync(PATHS, ask);
}
