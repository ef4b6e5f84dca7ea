import { healthy, skipped } from "../diagnosis.ts";
import type { IncidentKind } from "../incident.ts";

/** Whether so many of the day's rows are used that visitors' writes are refused. */
export const rowsIncident: IncidentKind = {
  name: "rows",
  about: "whether the plan's daily rows are nearly used up",
  needs: "server",
  examine({ server }) {
    if (server === null) return skipped("only the running server knows");
    const state = server.store.dayRows();
    if (state === null) return healthy("this engine does not limit rows");
    const { used, rowsADay, refused } = state;
    if (refused.length === 0) return healthy(`${used} rows were written today`);
    const remedy =
      "on a plan that includes more, set OCTAVO_ROWS_A_DAY in writes.variables to its rows per day, or to none, and publish again";
    return {
      status: "wrong",
      findings: refused.map(({ name, shown }) => ({
        key: name,
        message: `${shown} refused until midnight UTC: ${used} of the day's ${rowsADay} rows were written, and the rest is reserved for the owner's work and for rarer writes`,
        publicMessage: `${shown} refused until midnight UTC: the day's rows are nearly used up`,
        remedy,
      })),
    };
  },
};
