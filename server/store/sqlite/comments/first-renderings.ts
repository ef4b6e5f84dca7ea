import { setImmediate as nextTurn } from "node:timers/promises";
import type { PublicComment } from "../../../../threads/public-comments.ts";
import { SANITIZER_VERSION } from "../../../text/sanitizer-version.ts";
import type { StoredCommentPage } from "../../comment-types.ts";
import type { StoreContext } from "../store-context.ts";

/** The sanitiser's version of a comment whose HTML nobody has made yet: it stands there as "". */
export const UNRENDERED = 0;

/** Comments that are rendered before other work gets its turn: about 10 ms. */
const TURN = 20;
/** Renderings kept in one record of the queue. */
const KEPT = 200;

interface Rendered {
  id: string;
  body: string | null;
  bodyHtml: string | null;
}

export interface FirstRenderings {
  /** Fills in the HTML of a result's comments that have none yet, and keeps it. The same result. */
  filled<Result>(result: Result, commentsIn: (result: Result) => readonly Rendered[]): Promise<Result>;
  /** The same for a page, replies and all. */
  filledPage(page: StoredCommentPage | null): Promise<StoredCommentPage | null>;
}

/**
 * Comments come in by the hundred thousand (an import), and rendering is most of what one costs: so it is done for those that are read, when they are read. What readers
 * see does not change by it, and so the post's version does not either.
 */
export function createFirstRenderings({ connection, write }: StoreContext): FirstRenderings {
  const keep = async (rendered: readonly Rendered[]): Promise<void> => {
    for (let from = 0; from < rendered.length; from += KEPT) {
      const some = rendered.slice(from, from + KEPT);
      await write(() => {
        for (const { id, bodyHtml } of some)
          connection.run(
            `UPDATE comment SET body_html = ?, sanitizer_version = ? WHERE public_id = ? AND sanitizer_version = ${UNRENDERED} AND state <> 'deleted'`,
            bodyHtml,
            SANITIZER_VERSION,
            id,
          );
      });
    }
  };

  const fill = async (missing: readonly Rendered[]): Promise<void> => {
    const { renderComment } = await import("../../../text/comment-markdown.ts");
    for (const [index, comment] of missing.entries()) {
      if (index > 0 && index % TURN === 0) await nextTurn();
      comment.bodyHtml = renderComment(comment.body ?? "").html;
    }
    // A reader does not wait for it. What a lock or a full disk prevents, the next reader does.
    keep(missing.map(({ id, body, bodyHtml }) => ({ id, body, bodyHtml }))).catch(() => {});
  };

  return {
    filled: async (result, commentsIn) => {
      const missing = commentsIn(result).filter(isMissing);
      if (missing.length > 0) await fill(missing);
      return result;
    },
    filledPage: async (page) => {
      if (page === null) return page;
      const missing: PublicComment[] = [];
      collectMissing(page.items, missing);
      if (missing.length > 0) await fill(missing);
      return page;
    },
  };
}

function isMissing({ bodyHtml }: Rendered): boolean {
  return bodyHtml === "";
}

function collectMissing(comments: readonly PublicComment[], missing: PublicComment[]): void {
  for (const comment of comments) {
    if (isMissing(comment)) missing.push(comment);
    if (comment.replies.length > 0) collectMissing(comment.replies, missing);
  }
}
