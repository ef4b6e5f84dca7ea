import { toSafeLine } from "../../contract/text/safe-text.ts";
import type { StoredComment } from "../../server/store/comment-types.ts";
import type { Io } from "../io.ts";
import { cutTo, widthOf } from "../text/display.ts";
import { heightOfOutput, readableColumns } from "../text/output.ts";
import { commentHead, commentLines } from "./comment-text.ts";

const RULE_MAX = 60;
/** Minimum number of text lines shown at once, even on a small terminal. */
const LINES_MIN = 3;

export interface CommentScreenOptions {
  readonly io: Pick<Io, "stdout">;
  /** `3 of 9`. */
  readonly place: string;
  readonly timeZone: string;
  /** Shown below each part. */
  readonly prompt: string;
}

export interface CommentScreen {
  /** The next part of the comment. Each part includes author and post. */
  next(): string;
  hasMore(): boolean;
}

/** A comment in parts that fit the terminal, with a prompt for a key below. */
export function createCommentScreen(comment: StoredComment, { io, place, timeZone, prompt }: CommentScreenOptions): CommentScreen {
  const width = readableColumns(io);
  const text = commentLines(comment, width);
  let shown = 0;

  const take = (above: readonly string[]): string => {
    const used = [...above, `[space] more  ${prompt}`].reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)), 0);
    // One blank line above and below the text, and a line that says where the text continues.
    const room = Math.max(LINES_MIN, heightOfOutput(io) - used - 2);
    const count = text.length - shown <= room ? room : Math.max(LINES_MIN, room - 1);
    const part = text.slice(shown, shown + count);
    shown += part.length;
    const left = text.length - shown;
    const more = left === 0 ? [] : [`  … ${left === 1 ? "1 more line" : `${left} more lines`}`];
    return `${[...above, "", ...part, ...more, ""].join("\n")}\n`;
  };

  return {
    next: () => {
      const rule = "─".repeat(Math.max(2, Math.min(RULE_MAX, width) - place.length - 4));
      if (shown === 0) return `\n${take([`── ${place} ${rule}`, ...commentHead(comment, timeZone)])}`;
      const who = `── ${place}: ${toSafeLine(comment.authorName ?? "")} on ${comment.slug}`;
      return `\n${take([cutTo(who, width)])}`;
    },
    hasMore: () => shown < text.length,
  };
}
