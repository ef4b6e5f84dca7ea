import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Manifest } from "../../contract/index-format.ts";
import type { SearchResults } from "../../contract/schemas/list.ts";
import { createReadHandler } from "../../edge/handler.ts";
import { createFiles } from "../../search/read/file-cache.ts";
import { createSearchReader } from "../../search/read/reader.ts";
import type { PrefixQuestion } from "./questions.ts";
import { type Engine, NO_TRAFFIC, type Session } from "./traffic.ts";

/**
 * Runs the read handler over dist, as in a service worker or an edge function. Each file is loaded
 * once per session, with gzip.
 */
export function openOctavo(dist: string, pageSize: number): Engine {
  const sizes = new Map<string, number>();
  const sizeOf = (path: string, bytes: Uint8Array): number => {
    const known = sizes.get(path) ?? gzipSync(bytes).length;
    sizes.set(path, known);
    return known;
  };

  return {
    name: `octavo, ${pageSize} per page`,
    async openSession(): Promise<Session> {
      const seen = new Set<string>();
      let traffic = NO_TRAFFIC;
      const handle = createReadHandler({
        manifestMaxAgeMs: Number.POSITIVE_INFINITY,
        async read(path) {
          const bytes = readFileSync(join(dist, path));
          if (!seen.has(path)) {
            seen.add(path);
            const size = sizeOf(path, bytes);
            const sort = path.startsWith("api/") ? "textBytes" : path.includes("search.hits") ? "headBytes" : "indexBytes";
            traffic = { ...traffic, [sort]: traffic[sort] + size, requests: traffic.requests + 1 };
          }
          return bytes;
        },
      });
      return {
        async ask(text) {
          traffic = NO_TRAFFIC;
          const response = await handle(
            new Request(`https://corpus.example/api/v1/search?pageSize=${pageSize}&q=${encodeURIComponent(text)}`),
          );
          if (response.status !== 200) throw new Error(`${text}: ${response.status} ${await response.text()}`);
          const { pagination }: SearchResults = await response.json();
          return { found: pagination.totalItems, traffic };
        },
        async close() {},
      };
    },
  };
}

export interface PrefixRecall {
  /** Mean share of the expected hits that were found. */
  readonly recall: number;
  /** Number of queries whose prefixes are in more shards than one query may read. */
  readonly cut: number;
}

/**
 * Compares sets of hits.
 *
 * @param slugs slugs of the posts, oldest first
@throws Error if a query finds a post that is not expected
 */
export async function measureOctavoRecall(
  dist: string,
  slugs: readonly string[],
  questions: readonly PrefixQuestion[],
): Promise<PrefixRecall> {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, "index/v1/manifest.json"), "utf8"));
  if (manifest.search === null) throw new Error("the site was built without search");
  const files = createFiles(async (path) => readFileSync(join(dist, path)), 50_000_000);
  const reader = createSearchReader({ files, index: manifest.search });
  let sum = 0;
  let cut = 0;
  for (const { text, expected } of questions) {
    const { hits, complete } = await reader.search(text);
    const found = hits.map(({ number }) => slugs[number] ?? "");
    const wrong = found.filter((slug) => !expected.has(slug));
    if (wrong.length > 0) throw new Error(`${text} finds ${wrong.join(", ")}, in which no word begins with it`);
    sum += found.length / expected.size;
    if (!complete) cut += 1;
  }
  return { recall: sum / questions.length, cut };
}
