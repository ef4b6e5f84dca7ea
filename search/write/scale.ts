import type { CutOptions } from "../format/sizes.ts";
import { SHARDS_MAX } from "../format/sizes.ts";
import type { Inverted } from "./invert.ts";

/** By how much shards are larger than in a small index. @param total of `totalOf` */
export function scaleOf(total: number, cut: CutOptions): number {
  let scale = 1;
  while (total > (SHARDS_MAX * scale * (cut.min + cut.max)) / 2) scale *= 2;
  return scale;
}

/** Characters of all terms and their postings, with a space after each. */
export function totalOf({ terms, postings }: Pick<Inverted, "terms" | "postings">): number {
  return terms.reduce((sum, term) => sum + term.length + 1, postings.length);
}
