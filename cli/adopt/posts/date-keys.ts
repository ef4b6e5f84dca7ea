import { foldName } from "../../../build/kinds/fields/front-matter-names.ts";
import { KINDS } from "../../../build/kinds/kinds.ts";
import { readInstant } from "../../../build/shared/dates.ts";
import { parseFileName } from "../../../build/shared/slugs.ts";
import type { SourceFile } from "../../../build/shared/source-file.ts";
import type { Mapping } from "../../../build/sources/data-values.ts";

/** Names of keys that may date a post, and of keys that date an edit, an end, or an event. */
const DATE_NAME = /date|creat|publish|post|written|time/i;
const OTHER_DATE_NAME = /mod|updat|edit|expir|end|until|event|due|birth|version/i;
/** The minimum share of posts that must have the key. */
const WANTED_PART = 0.8;

/** Finds the key that dates a blog's posts if few posts use our names for it: `dateCreated`. */
export class DateKeys {
  readonly #counts = new Map<string, number>();
  #dated = 0;

  add({ relative }: SourceFile, data: Mapping): void {
    let isDated = parseFileName(relative).date !== null;
    for (const [key, value] of Object.entries(data)) {
      if (typeof value !== "string" || !DATE_NAME.test(key)) continue;
      if (KNOWN.has(foldName(key))) isDated = true;
      else if (!OTHER_DATE_NAME.test(key) && readInstant(value.trim(), "UTC").ok) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
    if (isDated) this.#dated += 1;
  }

  /** @param posts number of all posts */
  find(posts: number): string | null {
    if (this.#dated * 2 >= posts) return null;
    const [best] = [...this.#counts].sort(([, a], [, b]) => b - a);
    return best !== undefined && best[1] >= posts * WANTED_PART ? best[0] : null;
  }
}

/** Our names, regardless of spelling. */
const KNOWN: ReadonlySet<string> = new Set(["publishedAt", ...(KINDS.posts.names.publishedAt ?? [])].map(foldName));
