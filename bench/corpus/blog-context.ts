import type { Vocabulary } from "./words.ts";

/**
 * Decisions about a post that are made before any post is written, because posts link to each
 * other.
 */
export interface PlannedPost {
  readonly slug: string;
  readonly publishedAt: string;
  readonly series: { readonly slug: string; readonly position: number | null } | null;
}

export interface BlogContext {
  readonly english: Vocabulary;
  readonly chinese: Vocabulary;
  readonly identifiers: Vocabulary;
  readonly tags: readonly string[];
  readonly posts: readonly PlannedPost[];
  /** File names in `static/images` and also in `images` beside the posts. */
  readonly pictures: readonly string[];
}
