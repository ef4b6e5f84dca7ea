import type { JoinOptions, JoinReport, JoinStore } from "../../transfer-types.ts";
import type { Connection, StoreContext } from "../store-context.ts";
import { COMMENT_PAGE_SQL, type JoinedComment, type JoinOutcome, joinComment } from "./join-comments.ts";
import { INQUIRY_PAGE_SQL, type JoinedInquiry, joinInquiry } from "./join-inquiries.ts";
import { type JoinSource, openJoinSource } from "./join-source.ts";

/** Number of rows per transaction, so that other writes can run in between. */
const BATCH = 200;
/** Maximum number of refused rows to list in a report. */
const REFUSALS_MAX = 100;

export function createJoins(context: StoreContext): JoinStore {
  return {
    comments: (file, options) =>
      joinAll<JoinedComment>(context, file, { ...options, table: "comment", page: COMMENT_PAGE_SQL, join: joinComment }),
    inquiries: (file, options) =>
      joinAll<JoinedInquiry>(context, file, { ...options, table: "inquiry", page: INQUIRY_PAGE_SQL, join: joinInquiry }),
  };
}

interface JoinAllOptions<Row> extends JoinOptions {
  readonly table: "comment" | "inquiry";
  /** Takes the row to start after, and the number of rows. */
  readonly page: string;
  readonly join: (connection: Connection, row: Row, options: JoinOptions & { readonly source: JoinSource }) => JoinOutcome;
}

async function joinAll<Row extends { readonly row: number }>(
  { connection, read, write }: StoreContext,
  file: string,
  options: JoinAllOptions<Row>,
): Promise<JoinReport> {
  const source = openJoinSource(file);
  const run = options.dryRun ? read : write;
  const sum: Record<JoinOutcome, number> = { added: 0, changed: 0, existing: 0, erased: 0 };
  try {
    const unfit = source.unfit(options.table);
    const refused = { refused: unfit.size, refusals: [...unfit.values()].slice(0, REFUSALS_MAX) };
    for (let after = 0; ; ) {
      if (options.isStopped()) return { ...sum, ...refused, interrupted: true };
      const rows = source.all<Row>(options.page, after, BATCH);
      const last = rows.at(-1);
      if (last === undefined) return { ...sum, ...refused, interrupted: false };
      // Counted after the commit, because a batch may run twice.
      const fit = rows.filter(({ row }) => !unfit.has(String(row)));
      const outcomes = await run(() => fit.map((row) => options.join(connection, row, { ...options, source })));
      for (const outcome of outcomes) sum[outcome] += 1;
      after = last.row;
    }
  } finally {
    source.close();
  }
}
