import { type PeriodFilter, UNDATED_PERIOD } from "../../kinds/list-filter.ts";
import { createMemberReader } from "./member-texts.ts";
import { findOffsets, toZoneMonth } from "./zone-offsets.ts";

const INSTANT = /Z$/;
/** A year and, if known, the month. */
const PERIOD = /^\d{4}(?:-\d{2})?/;

/**
 * Period of each document: `2025-04`, `2025` if no month is known, else `undated`. @param timeZone
 * IANA name
 */
export function toPeriods(documents: readonly object[], { member, otherwise }: PeriodFilter, timeZone: string): readonly string[] {
  const readers = [member, ...(otherwise === undefined ? [] : [otherwise])].map(createMemberReader);
  const dates = documents.map((document) => readers.flatMap((read) => read(document))[0] ?? UNDATED_PERIOD);
  const offsets = findOffsets(
    timeZone,
    dates.filter((date) => INSTANT.test(date)),
  );
  return dates.map((date) => {
    const local = INSTANT.test(date) ? toZoneMonth(date, offsets) : date;
    return PERIOD.exec(local)?.[0] ?? UNDATED_PERIOD;
  });
}
