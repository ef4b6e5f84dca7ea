import type { CommentStore } from "../store/comment-types.ts";
import { OwnerError } from "./owner-operation.ts";

/** The beginning of an id. 6 characters give a billion combinations; a whole id has 24. */
const BEGINNING = /^[a-z2-7]{6,23}$/;
/** Maximum number of matches to list in an error. */
const NAMED_MAX = 10;

/**
 * Completes an id from its beginning. A word that is too short or matches no id is returned
 * unchanged.
 * @throws OwnerError if several ids match
 */
export async function completeId(records: Pick<CommentStore, "findIds">, word: string): Promise<string> {
  if (!BEGINNING.test(word)) return word;
  const found = await records.findIds(word, NAMED_MAX + 1);
  if (found.length < 2) return found[0] ?? word;
  const more = found.length > NAMED_MAX ? ", …" : "";
  throw new OwnerError(`several ids begin with ${word}`, `choose one: ${found.slice(0, NAMED_MAX).join(", ")}${more}`);
}
