import { commentRows } from "../../server/owner/transfers/comment-rows.ts";
import type { ExportedComment } from "../../server/store/transfer-types.ts";
import { plural } from "../build/result-text.ts";
import { EXIT_INTERRUPTED, EXIT_OK, type Io } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { createLineWriter } from "../text/output.ts";
import { toIso } from "../text/times.ts";

/** `octavo comments export`: one comment per line, parents before their replies. */
export function exportComments(settings: DataPlace & Settings<"post" | "quiet"> & { readonly emails: boolean }, io: Io): Promise<number> {
  const { post, emails, quiet } = settings;
  return withOwner(settings, io, async (owner) => {
    let count = 0;
    const writer = createLineWriter(io);
    for await (const comment of owner.rows(commentRows, { post, emails })) {
      if (io.signal.aborted) return EXIT_INTERRUPTED;
      await writer.add(`${JSON.stringify(toLineOf(comment, emails))}\n`);
      count += 1;
    }
    await writer.flush();
    if (!quiet) io.stderr.write(`${plural(count, "comment")} exported${emails ? "" : ", without email addresses (--emails adds them)"}\n`);
    return EXIT_OK;
  });
}

function toLineOf(comment: ExportedComment, emails: boolean) {
  const { id, slug, parentId, state, revision, authorName, authorUrl, isAuthor, body, origin, spamReason, importKey } = comment;
  const instant = (at: number | null): string | null => (at === null ? null : toIso(at));
  return {
    id,
    slug,
    parentId,
    state,
    authorName,
    ...(emails ? { authorEmail: comment.authorEmail } : {}),
    authorUrl,
    isAuthor,
    body,
    createdAt: toIso(comment.createdAt),
    editedAt: instant(comment.editedAt),
    decidedAt: instant(comment.decidedAt),
    revision,
    origin,
    spamReason,
    importKey,
  };
}
