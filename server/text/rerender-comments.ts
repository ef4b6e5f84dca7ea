import type { Store } from "../store/store.ts";
import { SANITIZER_VERSION } from "./sanitizer-version.ts";

/** Number of comments to render before yielding to other work. */
const RERENDER_BATCH = 20;

/**
 * Renders comments again from their source, so that nothing stays public that today's sanitizer
 * refuses.
 */
export async function rerenderStaleComments({ comments }: Pick<Store, "comments">, isStopped: () => boolean): Promise<void> {
  for (;;) {
    const stale = await comments.stale(SANITIZER_VERSION, RERENDER_BATCH);
    if (stale.length === 0 || isStopped()) return;
    const { renderComment } = await import("./comment-markdown.ts");
    await comments.rerender(
      stale.map(({ id, revision, body }) => ({ id, revision, bodyHtml: renderComment(body).html, sanitizerVersion: SANITIZER_VERSION })),
    );
  }
}
