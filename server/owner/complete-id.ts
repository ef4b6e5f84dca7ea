import type { CommentStore } from "../store/comment-types.ts";
import { OwnerError } from "./owner-operation.ts";

/** The beginning of an id: 6 characters are a billion, and a whole id is 24. */
const BEGINNING = /^[a-z2-7]{6,23}$/;
/** Matches that an error names. */
const NAMED_MAX = 10;

/**
 * The id that begins with a word. A word that is too short, or that no id begins with, stays as it is.
 * @throws OwnerError if several ids begin so
 */
export async function completeId(records: Pick<CommentStore, "findIds">, word: string): Promise<string> {
  if (!BEGINNING.test(word)) return word;
  const found = await records.findIds(word, NAMED_MAX + 1);
  if (found.length < 2) return found[0] ?? word;
  const more = found.length > NAMED_MAX ? ", …" : "";
  throw new OwnerError(`several ids begin with ${word}`, `say which: ${found.slice(0, NAMED_MAX).join(", ")}${more}`);
}
