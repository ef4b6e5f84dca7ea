import type { UnavailableReason } from "../../store/store-errors.ts";
import { healthy, skipped } from "../diagnosis.ts";
import type { IncidentKind } from "../incident.ts";

const REASONS: Partial<Record<UnavailableReason, readonly [message: string, remedy: string]>> = {
  "disk-full": ["the disk or the database is full", "make room on the database's disk; nothing needs a restart"],
  locked: ["another process has locked the database", "find that process: another octavo command, a backup, a database editor"],
  "database-lost": [
    "the database file was deleted or replaced while it was open",
    "the server's log names the file that holds its content; restore or import it, then start the server again: octavo doctor",
  ],
};
const OTHERS = ["the database cannot be written", "check the disk, then the database: octavo db verify"] as const;

/** Whether the last write failed. If so, the watch keeps trying to write. */
export const writesIncident: IncidentKind = {
  name: "writes",
  about: "whether the running server can write",
  needs: "server",
  async examine({ server }) {
    if (server === null) return skipped("only the running server knows");
    const { writes } = await server.store.health();
    if (writes === null) return healthy("the last write succeeded");
    const [reason, remedy] = REASONS[writes] ?? OTHERS;
    const message = `writes fail: ${reason}. Visitors' comments, likes and inquiries are refused`;
    return { status: "wrong", findings: [{ key: "", message, publicMessage: message, remedy }] };
  },
};
