import type { LostLines } from "../../log.ts";
import { healthy, skipped } from "../diagnosis.ts";
import type { IncidentKind } from "../incident.ts";

/** Whether lines of the server's log were lost. It lasts until the next start. */
export const logIncident: IncidentKind = {
  name: "log",
  about: "whether the running server has lost lines of its log",
  needs: "server",
  examine({ server }) {
    if (server === null) return skipped("only the running server knows");
    const lost = server.log.lost();
    if (lost.lines === 0) return healthy("no line has been lost since the start");
    const message = describeLost(lost);
    const remedy =
      "make room on the disk that the log is written to, or start the program that reads the log again; then restart the server";
    return { status: "wrong", findings: [{ key: "", message, publicMessage: message, remedy }] };
  },
};

function describeLost({ lines, reason }: LostLines): string {
  return `${lines === 1 ? "a line of the log was" : `${lines} lines of the log were`} lost (${reason})`;
}
