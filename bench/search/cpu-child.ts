/** CPU of full-text indexing alone, in a process of its own: `node cpu-child.ts octavo|minisearch <dist folder>`. Prints JSON. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import type { Post } from "../../contract/schemas/post.ts";
import type { SearchText } from "../../search/format/documents.ts";
import { NAME_HASH_LENGTH } from "../../search/format/layout.ts";
import { fieldText, SEARCH_FIELDS, SEARCH_OPTIONS } from "../../search/format/options.ts";
import { createSearchWriter } from "../../search/write/writer.ts";

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
  const writer = createSearchWriter({ hash: (text) => createHash("sha256").update(text).digest("hex").slice(0, NAME_HASH_LENGTH) });
  const toCounted = () =>
    texts.map((text, number) => {
      const { slug = "", url = "", title = "", tags = [], publishedAt = null, excerpt = "" } = posts[number] ?? {};
      return {
        kind: "post" as const,
        number,
        head: { slug, url, title, tags, publishedAt, excerpt },
        counts: writer.count(text),
        text: null,
      };
    });
  let counted: ReturnType<typeof toCounted> = [];
  const countMs = measure(() => {
    counted = toCounted();
  });
  const writeMs = measure(() => writer.write(counted));
  const againMs = measure(() => writer.write(counted));
  console.log(JSON.stringify({ countMs, writeMs, againMs }));
}
