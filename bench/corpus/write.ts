/**
 * Writes the site that a benchmark builds, with the same bytes in every run: `node
 * bench/corpus/write.ts --posts 10000 --out folder [--corpus plain]`. `blog` is modelled on real
 * blogs (blog.ts); `plain` has posts of 600 to 900 words without links to each other (plain.ts).
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createBlog } from "./blog.ts";
import { createPlain } from "./plain.ts";
import type { Corpus } from "./types.ts";

const CORPORA = { blog: createBlog, plain: createPlain };
/** Number of files written at once. */
const PARALLEL = 64;

export type CorpusName = keyof typeof CORPORA;

export interface CorpusOptions {
  readonly posts: number;
  /** The site's folder; the content goes into `content`. */
  readonly folder: string;
  /** Default "blog". */
  readonly corpus?: CorpusName | undefined;
}

export async function writeCorpus({ posts, folder, corpus = "blog" }: CorpusOptions): Promise<Corpus> {
  const source = CORPORA[corpus](posts);
  let batch: Promise<void>[] = [];
  for await (const [path, content] of source.files()) {
    batch.push(writeFileIn(join(folder, path), content));
    if (batch.length < PARALLEL) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return source;
}

/**
 * Reads the value of `--corpus`.
 * @throws Error if no corpus has that name
 */
export function toCorpusName(written: string | undefined): CorpusName {
  if (written === undefined || written === "blog" || written === "plain") return written ?? "blog";
  throw new Error(`there is no corpus ${JSON.stringify(written)}\nhint: ${Object.keys(CORPORA).join(" or ")}`);
}

async function writeFileIn(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

if (import.meta.main) {
  const options = { posts: { type: "string", default: "1000" }, out: { type: "string" }, corpus: { type: "string" } } as const;
  const { values } = parseArgs({ options });
  if (values.out === undefined || !/^[1-9]\d*$/.test(values.posts)) {
    console.error("usage: node bench/corpus/write.ts --posts 10000 --out folder [--corpus plain]");
    process.exitCode = 2;
  } else {
    await writeCorpus({ posts: Number(values.posts), folder: resolve(values.out), corpus: toCorpusName(values.corpus) });
  }
}
