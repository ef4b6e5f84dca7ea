import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCalendarDate, readInstant, readLocalDateTime, readPartialDate } from "../../../build/shared/dates.ts";

const instant = (text: string, zone = "UTC"): string => {
  const result = readInstant(text, zone);
  return result.ok ? result.value : `${result.message} (${result.hint})`;
};
const WANT = "(want 2024-01-31 or 2024-01-31T09:30:00Z)";

describe("an instant", () => {
  it.each([
    ["2024-01-31", "2024-01-30T23:00:00.000Z"],
    ["2024-07-31", "2024-07-30T22:00:00.000Z"],
    ["2024-01-31T09:30", "2024-01-31T08:30:00.000Z"],
    ["2024-01-31 09:30:15", "2024-01-31T08:30:15.000Z"],
    ["2024-01-31T09:30:15.5", "2024-01-31T08:30:15.500Z"],
    ["2024-01-31T09:30:00Z", "2024-01-31T09:30:00.000Z"],
    ["2024-01-31t09:30:00z", "2024-01-31T09:30:00.000Z"],
    ["2024-01-31 09:30:00 +0100", "2024-01-31T08:30:00.000Z"],
    ["2024-01-31 09:30 -05:30", "2024-01-31T15:00:00.000Z"],
    ["2024-01-31T09:30:00.123456789+02:00", "2024-01-31T07:30:00.123Z"],
    ["2015-02-15 9:18:00", "2015-02-15T08:18:00.000Z"],
    ["2015-11-3", "2015-11-02T23:00:00.000Z"],
    ["2015-12-31T1:44", "2015-12-31T00:44:00.000Z"],
    ["2015/7/3 21:05", "2015-07-03T19:05:00.000Z"],
    ["2001-12-14 21:59:43.10 -5", "2001-12-15T02:59:43.100Z"],
    ["2015-02-15 09:18:00 UTC", "2015-02-15T09:18:00.000Z"],
    ["Jul 08 2022", "2022-07-07T22:00:00.000Z"],
    ["July 8, 2022", "2022-07-07T22:00:00.000Z"],
    ["8 sept 2022", "2022-09-07T22:00:00.000Z"],
    ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"],
    ["0001-01-02T00:00:00Z", "0001-01-02T00:00:00.000Z"],
  ])("written as %s is read as %s, using Oslo time if there is no offset", (text, value) => {
    expect(instant(text, "Europe/Oslo")).toBe(value);
  });

  it.each([
    ["2024-13-01", `"2024-13-01" is not a date ${WANT}`],
    ["2024-02-30", `"2024-02-30" is not a date: February 2024 has 29 days ${WANT}`],
    ["2023-02-29", `"2023-02-29" is not a date: February 2023 has 28 days ${WANT}`],
    ["1900-02-29", `"1900-02-29" is not a date: February 1900 has 28 days ${WANT}`],
    ["2024-04-31T10:00Z", `"2024-04-31T10:00Z" is not a date: April 2024 has 30 days ${WANT}`],
    ["2024-01-00", `"2024-01-00" is not a date: January 2024 has 31 days ${WANT}`],
    ["0000-01-01", `"0000-01-01" is not a date: there is no year 0 ${WANT}`],
    ["2024-01-31T24:00", `"2024-01-31T24:00" is not a date: the last time of a day is 23:59:59 ${WANT}`],
    ["2024-01-31T09:30:60Z", `"2024-01-31T09:30:60Z" is not a date: the last time of a day is 23:59:59 ${WANT}`],
    ["2024-01-31T09:30+24:00", `"2024-01-31T09:30+24:00" is not a date: the offset is too large ${WANT}`],
    ["24-1-31", `"24-1-31" is not a date ${WANT}`],
    ["1-31-2024", '"1-31-2024" is not a date (want 2024-01-31)'],
    ["2024-1/31", `"2024-1/31" is not a date ${WANT}`],
    ["2024-01-31T9:5", `"2024-01-31T9:5" is not a date ${WANT}`],
    ["2024-01-31T09:30 +530", `"2024-01-31T09:30 +530" is not a date ${WANT}`],
    ["31/01/2024", '"31/01/2024" is not a date (want 2024-01-31)'],
    ["01/02/2024", `"01/02/2024" is not a date ${WANT}`],
    ["31.02.2024", `"31.02.2024" is not a date ${WANT}`],
    ["2024-01-31T09", `"2024-01-31T09" is not a date ${WANT}`],
    ["2024-01-31Z", `"2024-01-31Z" is not a date ${WANT}`],
    ["Mai 8 2022", `"Mai 8 2022" is not a date ${WANT}`],
    ["Feb 30 2022", `"Feb 30 2022" is not a date: February 2022 has 28 days ${WANT}`],
    ["yesterday", `"yesterday" is not a date ${WANT}`],
    ["", `"" is not a date ${WANT}`],
  ])("cannot be read from %j", (text, message) => {
    expect(instant(text)).toBe(message);
  });

  it("has a year from 1 to 9999 in UTC too", () => {
    expect(instant("0001-01-01", "Europe/Oslo")).toContain("is out of range");
    expect(instant("9999-12-31T23:00", "America/New_York")).toContain("is out of range");
  });

  it("that the clock skips is read with the offset before the change", () => {
    expect(instant("2024-03-31T02:30", "Europe/Oslo")).toBe("2024-03-31T01:30:00.000Z");
    expect(instant("2024-03-31T01:59:59", "Europe/Oslo")).toBe("2024-03-31T00:59:59.000Z");
    expect(instant("2024-03-31T03:00", "Europe/Oslo")).toBe("2024-03-31T01:00:00.000Z");
  });

  it("that occurs twice is its first occurrence", () => {
    expect(instant("2024-10-27T02:30", "Europe/Oslo")).toBe("2024-10-27T00:30:00.000Z");
    expect(instant("2024-10-27T03:00", "Europe/Oslo")).toBe("2024-10-27T02:00:00.000Z");
  });

  it("on the day that Samoa skipped is read with the offset before the change", () => {
    expect(instant("2011-12-30T12:00", "Pacific/Apia")).toBe("2011-12-30T22:00:00.000Z");
    expect(instant("2011-12-31", "Pacific/Apia")).toBe("2011-12-30T10:00:00.000Z");
  });

  it("is read with offsets to the second if the zone once had them", () => {
    expect(instant("1890-01-01", "Europe/Amsterdam")).toMatch(/^1889-12-31T23:[45]\d:\d\d\.000Z$/);
  });

  it("shows the same local time as Intl, unless the clock skips it", () => {
    const zones = [
      "UTC",
      "Europe/Oslo",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "Pacific/Apia",
      "Africa/Casablanca",
      "America/St_Johns",
    ];
    const times = fc.date({ min: new Date("1971-01-01T00:00:00Z"), max: new Date("2037-12-31T00:00:00Z"), noInvalidDate: true });
    fc.assert(
      fc.property(times, fc.constantFrom(...zones), (date, zone) => {
        const local = date.toISOString().slice(0, 19);
        const value = instant(local, zone);
        const shown = clock(value, zone);
        if (shown === local) {
          // If the time occurs twice, the first occurrence counts, so one or two hours earlier the
          // clock shows another time.
          for (const minutes of [30, 60, 120])
            expect(clock(new Date(Date.parse(value) - minutes * 60_000).toISOString(), zone)).not.toBe(local);
        } else {
          // If it is skipped, the clock shows it at no instant of these three days.
          const day = 86_400_000;
          for (let at = Date.parse(value) - day; at <= Date.parse(value) + day; at += 900_000) {
            expect(clock(new Date(at).toISOString(), zone)).not.toBe(local);
          }
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

function clock(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString("sv-SE", { timeZone }).replace(" ", "T");
}

describe("other dates", () => {
  it("are checked against the days of their month", () => {
    expect(readCalendarDate("2024-02-29")).toEqual({ ok: true, value: "2024-02-29" });
    expect(readCalendarDate("2024-02-30")).toMatchObject({ ok: false, message: '"2024-02-30" is not a date: February 2024 has 29 days' });
    expect(readCalendarDate("2024-02-29T10:00")).toMatchObject({ ok: false, hint: "want 2024-02-29" });
  });

  it.each([
    ["1 Feb 2026", "want 2026-02-01"],
    ["February 1, 2026", "want 2026-02-01"],
    ["31.01.2025", "want 2025-01-31"],
    ["31 Feb 2026", "want 2024-01-31"],
    ["1 Fbe 2026", "want 2024-01-31"],
  ])("such as %s are refused with the hint %s", (text, hint) => {
    expect(readCalendarDate(text)).toMatchObject({ ok: false, hint });
  });

  it("may be partial", () => {
    for (const text of ["1998", "1998-12", "1998-12-24"]) expect(readPartialDate(text)).toEqual({ ok: true, value: text });
    for (const text of ["98", "1998-13", "1998-12-32", "0000", "1998-1"]) expect(readPartialDate(text).ok).toBe(false);
  });

  it("of a photo are local times where it was taken, without an offset", () => {
    expect(readLocalDateTime("2024-01-31 18:05")).toEqual({ ok: true, value: "2024-01-31T18:05:00" });
    expect(readLocalDateTime("2024-01-31")).toEqual({ ok: true, value: "2024-01-31T00:00:00" });
    expect(readLocalDateTime("2024-01-31T18:05:00Z")).toMatchObject({ ok: false, message: '"2024-01-31T18:05:00Z" has an offset' });
    expect(readLocalDateTime("2024-02-31T18:05:00").ok).toBe(false);
  });
});
