import type { FailingChannel, NoticeStore } from "../../notice-types.ts";
import type { Connection, StoreContext } from "../store-context.ts";

/**
 * From this attempt on, about two minutes after the first, a failure does not count as temporary.
 */
const FAILING_ATTEMPTS = 3;

export function createNoticeHealth({ connection, read }: StoreContext): Pick<NoticeStore, "failing" | "oldestDue"> {
  return {
    failing: () => read(() => findFailing(connection)),
    oldestDue: () =>
      read((now) => {
        const sql = "SELECT min(due_at) AS at FROM outbox WHERE state = 'waiting' AND due_at <= ?";
        return connection.get<{ at: number | null }>(sql, now)?.at ?? null;
      }),
  };
}

/**
 * A message to a visitor may fail because of the address, so only messages to the owner count. The
 * bare column takes its value from the row with the minimum (SQLite).
 */
function findFailing(connection: Connection): FailingChannel[] {
  return connection.all<FailingChannel>(
    `SELECT channel, min(created_at) AS since, error FROM outbox AS failed
     WHERE kind NOT IN ('confirmation', 'replies') AND error IS NOT NULL
       AND ((state = 'waiting' AND attempts >= ?) OR (state = 'dead' AND NOT EXISTS
         (SELECT 1 FROM outbox AS sent
          WHERE sent.channel = failed.channel AND sent.state = 'sent' AND sent.finished_at > failed.finished_at)))
     GROUP BY channel ORDER BY channel`,
    FAILING_ATTEMPTS,
  );
}
