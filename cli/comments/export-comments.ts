import type { ExportedComment } from "../../server/store/transfer-types.ts";
import { plural } from "../build/result-text.ts";
import { EXIT_INTERRUPTED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { withStore } from "../serve/store-access.ts";
import { toIso } from "../text/times.ts";

/** Comments that are read and written together. */
const PAGE = 1_000;

/** `octavo comments export`: a comment a line, parents before their answers. */
export function exportComments(settings: Settings<"db" | "post" | "quiet"> & { readonly emails: boolean }, io: Io): Promise<number> {
  const { post, emails, quiet } = settings;
  return withStore(settings, io, async ({ commentTransfers }) => {
    let count = 0;
    for (let after: string | undefined; ; ) {
      if (io.signal.aborted) return EXIT_INTERRUPTED;
      const page = await commentTransfers.exportPage({
        ...(post === null ? {} : { slug: post }),
        ...(after === undefined ? {} : { after }),
        limit: PAGE,
      });
      io.stdout.write(page.map((comment) => `${JSON.stringify(toLineOf(comment, emails))}\n`).join(""));
      await io.stdout.drain?.();
      count += page.length;
      after = page.at(-1)?.id;
      if (page.length < PAGE || after === undefined) break;
    }
    if (!quiet) io.stderr.write(`${plural(count, "comment")} exported${emails ? "" : ", without e-mail addresses (--emails adds them)"}\n`);
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
