import { z } from "zod";
import type { ExportedComment } from "../../store/transfer-types.ts";
import { OwnedComment } from "../moderation-schemas.ts";
import { defineExport } from "../owner-operation.ts";

/** Number of comments read at once. */
const PAGE = 1_000;

const Exported = OwnedComment.omit({ bodyHtml: true, depth: true, replyCount: true }).extend({
  /** The comment's key in another system; null if it was written here. */
  importKey: z.string().nullable(),
});

/** Comments in every state, in order of creation, parents before replies. */
export const commentRows = defineExport({
  name: "comments.export",
  scope: "read",
  about: "Exports comments in every state, parents before replies",
  input: z.strictObject({
    post: z.string().nullable().default(null),
    /** Whether to include email addresses; otherwise they are null. */
    emails: z.boolean().default(false),
  }),
  row: Exported,
  async *rows({ store: { commentTransfers } }, { post, emails }) {
    for (let after: string | undefined; ; ) {
      const page = await commentTransfers.exportPage({
        ...(post === null ? {} : { slug: post }),
        ...(after === undefined ? {} : { after }),
        limit: PAGE,
      });
      yield* page.map((comment): ExportedComment => (emails ? comment : { ...comment, authorEmail: null }));
      after = page.at(-1)?.id;
      if (page.length < PAGE || after === undefined) return;
    }
  },
});
