import type { CollectionName } from "../../contract/config/define-config.ts";

/** What `octavo new` makes, by the word for one of a kind. */
const KIND_OF_WORD = {
  post: "posts",
  project: "projects",
  book: "books",
  photo: "photos",
  service: "services",
  series: "series",
} as const satisfies Readonly<Record<string, CollectionName>>;

export const NEW_WORDS: readonly string[] = Object.keys(KIND_OF_WORD);

/** The kind of a word, or of its plural; null: no kind. */
export function toNewKind(word: string): CollectionName | null {
  return Object.entries(KIND_OF_WORD).find(([one, kind]) => one === word || kind === word)?.[1] ?? null;
}
