import { healthy, skipped } from "../diagnosis.ts";
import type { TroubleKind } from "../trouble.ts";

/** Whether an engine whose rows are billed has used up the day's rows for engagement. */
export const rowsTrouble: TroubleKind = {
  name: "rows",
  about: "whether the plan's rows of the day are nearly used up",
  needs: "server",
  examine({ server }) {
    if (server === null) return skipped("only the running server knows");
    const rows = server.store.engagement.inbox()?.rows ?? null;
    if (rows === null) return healthy("this engine has no limit of rows");
    const { used, limit } = rows;
    if (limit === null || used < limit) return healthy(`${used} rows are written today`);
    const message = `engagement is refused until midnight UTC: ${used} rows are written today, and the rest is for comments, likes and inquiries`;
    const publicMessage = "engagement is refused until midnight UTC: the day's rows are nearly used up";
    const remedy =
      "on a plan that includes more, set OCTAVO_ROWS_A_DAY in writes.variables to its rows a day, or to none, and publish again";
    return { status: "wrong", findings: [{ key: "", message, publicMessage, remedy }] };
  },
};
