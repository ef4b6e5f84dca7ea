import type { CommentStore } from "../../server/store/comment-types.ts";
import { CliError } from "../io.ts";

/** The beginning of an id: 6 characters are a billion, and a whole id is 24. */
const BEGINNING = /^[a-z2-7]{6,23}$/;
/** Matches that an error names. */
const NAMED_MAX = 10;

/**
 * The id that begins so; the word as it is where none does, or where it is too short.
 * @throws CliError where several do
 */
export async function completeId(records: Pick<CommentStore, "findIds">, word: string): Promise<string> {
  if (!BEGINNING.test(word)) return word;
  const found = await records.findIds(word, NAMED_MAX + 1);
  if (found.length < 2) return found[0] ?? word;
  const more = found.length > NAMED_MAX ? ", …" : "";
  throw new CliError(`several ids begin with ${word}`, { hint: `say which: ${found.slice(0, NAMED_MAX).join(", ")}${more}` });
}
