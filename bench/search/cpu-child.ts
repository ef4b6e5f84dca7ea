/**
 * Measures the CPU time of only full-text indexing, in a separate process: `node cpu-child.ts
 * octavo|minisearch <dist folder>`. Prints JSON.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import type { Post } from "../../contract/schemas/post.ts";
import { NAME_HASH_LENGTH } from "../../search/format/layout.ts";
import type { SearchText } from "../../search/format/search-documents.ts";
import { fieldText, SEARCH_FIELDS, SEARCH_OPTIONS } from "../../search/format/search-options.ts";
import type { IndexDocument } from "../../search/write/index-documents.ts";
import { type PreviousIndex, patchIndex, type WrittenIndex } from "../../search/write/patch-index.ts";

/** The edited post. */
const EDITED = "edited";
const KINDS = [{ name: "post", page: "", documents: "/posts" }];
const [engine = "", dist = ""] = process.argv.slice(2);
const folder = join(dist, "api/v1/posts");
const posts = readdirSync(folder)
  .sort()
  .map((name): Post => JSON.parse(readFileSync(join(folder, name), "utf8")));
const texts = posts.map(
  ({ title, tags, excerpt, toc, bodyText }): SearchText => ({
    title,
    tags: tags.map(({ name }) => name),
    excerpt,
    headings: toc.map((entry) => entry.title),
    body: bodyText,
  }),
);

function measure(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

if (engine === "minisearch") {
  const documents = texts.map((text, id) => ({ id, ...Object.fromEntries(SEARCH_FIELDS.map((field) => [field, fieldText(text, field)])) }));
  const index = new MiniSearch(SEARCH_OPTIONS);
  const cpuMs = measure(() => index.addAll(documents));
  console.log(JSON.stringify({ cpuMs, terms: index.termCount }));
} else {
  const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, NAME_HASH_LENGTH);
  const toDocuments = (order: readonly number[], edited: number | null = null) =>
    order.map((post, number): IndexDocument => {
      const { slug = "", url = "", title = "", tags = [], publishedAt = null, excerpt = "", cover = null } = posts[post] ?? {};
      const head = { slug, url, title, tags, publishedAt, excerpt, cover };
      const named = { kind: "post", slug, publishedAt: new Date(number * 86_400_000).toISOString(), language: "en", wordCount: 0 };
      const text = texts[post] ?? { title, tags: [], excerpt, headings: [], body: "" };
      if (post !== edited) return { ...named, head, id: slug, bodyId: slug, text };
      return { ...named, head, id: EDITED, bodyId: EDITED, text: { ...text, body: `${text.body} newcomer` } };
    });
  const all = [...posts.keys()];
  const middle = all.length >> 1;
  const written: WrittenIndex[] = [];
  const coldMs = measure(() => written.push(patchIndex(null, toDocuments(all.slice(1, -1)), { kinds: KINDS, hash })));
  const [index] = written;
  const files = new Map(index?.files.map(({ name, bytes }) => [name, bytes()]));
  const bySlug = new Map(posts.map(({ slug }, post) => [slug, texts[post] ?? null]));
  const former: PreviousIndex | null =
    index === undefined
      ? null
      : { state: index.state, read: (name) => files.get(name) ?? null, readBody: (bodyId) => bySlug.get(bodyId) ?? null };
  const patch = (order: readonly number[], edited: number | null = null) => {
    const documents = toDocuments(order, edited);
    return measure(() => patchIndex(former, documents, { kinds: KINDS, hash }));
  };
  const editMs = patch(all.slice(1, -1), middle);
  const newestMs = patch(all.slice(1));
  const oldestMs = patch(all.slice(0, -1));
  console.log(JSON.stringify({ coldMs, editMs, newestMs, oldestMs }));
}
