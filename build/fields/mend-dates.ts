import type { CheckSeverity } from "../../contract/define-config.ts";
import { clampDay } from "../shared/dates.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import type { DataDocument } from "../sources/data-document.ts";
import { describe } from "./wording.ts";

/** Fields of all kinds that hold a date. */
const DATE_FIELDS = ["publishedAt", "expiresAt", "updatedAt", "startedOn", "endedOn", "finishedOn", "takenAt"];

/**
 * Puts the last day of the month in the place of one that it does not have (30 February), as the tools did that old posts were written with. Where that
 * is an error nothing is changed: the schema reports it.
 */
export function mendDates(document: DataDocument, severity: CheckSeverity, diagnostics: Diagnostics): void {
  if (severity === "error") return;
  for (const field of DATE_FIELDS) {
    const written = document.values[field];
    const mended = typeof written === "string" ? clampDay(written) : null;
    if (mended === null) continue;
    document.values[field] = mended;
    if (severity === "off") continue;
    diagnostics.warning(document.locate([field]), {
      code: "bad-date",
      message: `${describe(written)} is no day of its month`,
      hint: `taken for ${mended}`,
      field: document.written([field]),
    });
  }
}
