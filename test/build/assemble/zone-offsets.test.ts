import { describe, expect, it } from "vitest";
import { findOffsets } from "../../../build/assemble/zone-offsets.ts";
import { createLocalDays } from "../../../contract/query/query-instant.ts";

const DAY_MS = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const seconds = (instant: string): number => Date.parse(instant) / 1_000;

describe("findOffsets", () => {
  it("lists the changes of a zone in the years of the dates, plus one year at each end", () => {
    expect(findOffsets("Europe/Oslo", ["2024-05-01T08:00:00.000Z", null, "2024-01-01T00:00:00.000Z"])).toEqual({
      changes: [
        [seconds("2023-01-01T00:00:00Z"), 3_600],
        [seconds("2023-03-26T01:00:00Z"), 7_200],
        [seconds("2023-10-29T01:00:00Z"), 3_600],
        [seconds("2024-03-31T01:00:00Z"), 7_200],
        [seconds("2024-10-27T01:00:00Z"), 3_600],
        [seconds("2025-03-30T01:00:00Z"), 7_200],
        [seconds("2025-10-26T01:00:00Z"), 3_600],
      ],
      end: seconds("2026-01-01T00:00:00Z"),
    });
  });

  it("lists none for UTC or without dates, because they are not needed", () => {
    expect(findOffsets("UTC", ["2024-05-01T08:00:00.000Z"])).toBeUndefined();
    expect(findOffsets("Europe/Oslo", [null])).toBeUndefined();
  });

  it.each([
    ["America/St_Johns", "2010-06-01T00:00:00.000Z"],
    ["Australia/Lord_Howe", "2010-06-01T00:00:00.000Z"],
    // The country skipped a day when it moved to the other side of the date line.
    ["Pacific/Apia", "2011-06-01T00:00:00.000Z"],
    // Summer time is interrupted for a month.
    ["Africa/Casablanca", "2014-06-01T00:00:00.000Z"],
    ["America/Sao_Paulo", "2018-06-01T00:00:00.000Z"],
    // Local mean time, in seconds, until 1883.
    ["America/New_York", "1883-06-01T00:00:00.000Z"],
  ])("gives the same days as the runtime's tables, for %s around %s", (timeZone, date) => {
    const offsets = findOffsets(timeZone, [date]);
    const [known, own] = [createLocalDays(timeZone, offsets), createLocalDays(timeZone)];
    const year = Number(date.slice(0, 4));
    for (let days = dayOf(`${year - 2}-12-01`); days < dayOf(`${year + 2}-02-01`); days += 1) {
      expect([days, known.start(days), known.end(days)]).toEqual([days, own.start(days), own.end(days)]);
    }
  });
});

describe("createLocalDays with offsets", () => {
  const OFFSETS = {
    changes: [[0, 3_600] as const, [seconds("1970-06-01T00:00:00Z"), 7_200] as const],
    end: seconds("1971-01-01T00:00:00Z"),
  };

  it("does not ask the runtime for days within the range of the offsets", () => {
    const days = createLocalDays("Nowhere/Land", OFFSETS);
    expect(new Date(days.start(dayOf("1970-05-30"))).toISOString()).toBe("1970-05-29T23:00:00.000Z");
    expect(new Date(days.end(dayOf("1970-06-03"))).toISOString()).toBe("1970-06-03T21:59:59.999Z");
  });

  it("asks the runtime for days outside the range", () => {
    for (const date of ["1969-12-31", "1970-01-02", "1970-12-30", "2024-01-01"]) {
      expect(() => createLocalDays("Nowhere/Land", OFFSETS).start(dayOf(date))).toThrow(RangeError);
    }
  });
});
