import { setImmediate as nextTurn } from "node:timers/promises";
import type { PublicComment } from "../../../../threads/public-comments.ts";
import { SANITIZER_VERSION } from "../../../text/sanitizer-version.ts";
import type { StoredCommentPage } from "../../comment-types.ts";
import type { StoreContext } from "../store-context.ts";

/** The sanitizer version of a comment that is not rendered yet. Its HTML is stored as "". */
export const UNRENDERED = 0;

/** Number of comments to render before yielding to other work, about 10 ms. */
const TURN = 20;
/** Number of renderings stored by one write in the queue. */
const KEPT = 200;

interface Rendered {
  id: string;
  body: string | null;
  bodyHtml: string | null;
}

export interface FirstRenderings {
  /** Fills in and stores missing HTML of a result's comments. Returns the same result. */
  filled<Result>(result: Result, commentsIn: (result: Result) => readonly Rendered[]): Promise<Result>;
  /** The same for a page with its replies. */
  filledPage(page: StoredCommentPage | null): Promise<StoredCommentPage | null>;
}

/**
 * Imports bring in comments by the hundred thousand, and rendering is most of the cost. So comments
 * are rendered when they are first read. Readers see no change, so the post's version stays the
 * same.
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
    // Readers do not wait for this write. If a lock or a full disk prevents it, the next reader
    // repeats it.
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
