import { DAY_MS } from "../../../server/days.ts";
import type { SelectionInput } from "../../../server/owner/selections/selection-filter.ts";
import { COMMENT_STATES, type CommentState } from "../../../server/store/comment-types.ts";
import { readNames } from "../../options/readers.ts";
import type { Settings } from "../../options/shared-options.ts";

export type FilterSettings = Settings<"state" | "post" | "email" | "text" | "author" | "link" | "days">;

/**
 * The options that select comments, besides states. @param now time from which ages are counted, in
 * ms since 1970
 */
export function toCommentFilter({ post, email, days, text, author, link }: FilterSettings, now: number): Omit<SelectionInput, "states"> {
  return {
    post,
    email,
    author,
    linkHost: link,
    words: text === null ? [] : [text],
    until: days === null ? null : now - days * DAY_MS,
  };
}

/** @throws CliError with exit code 2 */
export function toStates(text: string | null): readonly CommentState[] {
  if (text === null) return ["pending"];
  const names = readNames("--state", text, [...COMMENT_STATES, "all"]);
  return COMMENT_STATES.filter((state) => names.includes("all") || names.includes(state));
}
