import { describe, expect, it } from "vitest";
import { createLocalDays, readQueryInstant } from "../../../contract/query/query-instant.ts";

const daysOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const dayIn = (date: string, timeZone: string): [string, string] => [
  new Date(createLocalDays(timeZone).start(daysOf(date))).toISOString(),
  new Date(createLocalDays(timeZone).end(daysOf(date))).toISOString(),
];

describe("readInstant", () => {
  it.each([
    "2024-02-30",
    "2023-02-29",
    "1900-02-29",
    "2024-13-01",
    "2024-00-10",
    "2024-04-31",
    "2024-01-00",
  ])("knows that %s is not a day", (text) => {
    expect(readQueryInstant(text)).toMatchObject({ form: "wrong", code: "invalid_value" });
    expect(readQueryInstant(`${text}T00:00:00Z`)).toMatchObject({ form: "wrong", code: "invalid_value" });
  });

  it.each(["2024-02-29", "2000-02-29", "0000-01-01", "0099-12-31", "9999-12-31"])("accepts the day %s", (text) => {
    expect(readQueryInstant(text)).toEqual({ form: "date", days: Date.parse(`${text}T00:00:00Z`) / 86_400_000 });
  });

  it.each([
    "2024",
    "2024-01",
    "2024-1-1",
    "20240101",
    "2024-01-01T00:00Z",
    "2024-01-01T00:00:00",
    "2024-01-01 00:00:00Z",
    "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00,5Z",
    "2024-01-01T00:00:00+0200",
    "2024-01-01T00:00:00+02",
    "2024-01-01Z",
    "+2024-01-01",
    "2024-W01-1",
    "２０２４-01-01",
    "2024-01-01T00:00:00Z\n",
    "now",
  ])("refuses the form of %j", (text) => {
    expect(readQueryInstant(text)).toMatchObject({ form: "wrong", code: "invalid_format" });
  });

  it.each([
    "2024-01-01T24:00:00Z",
    "2024-01-01T23:60:00Z",
    "2024-01-01T23:59:61Z",
    "2024-01-01T00:00:00+24:00",
    "2024-01-01T00:00:00-01:60",
  ])("refuses the value of %s", (text) => {
    expect(readQueryInstant(text)).toMatchObject({ form: "wrong", code: "invalid_value" });
  });

  it("reads a leap second, if there can be one, as the second after it", () => {
    expect(readQueryInstant("2016-12-31T23:59:60Z")).toEqual({ form: "instant", ms: Date.UTC(2017, 0, 1), decimals: "" });
    expect(readQueryInstant("1990-12-31T15:59:60-08:00")).toEqual({ form: "instant", ms: Date.UTC(1991, 0, 1), decimals: "" });
    expect(readQueryInstant("2016-12-30T23:59:60Z")).toMatchObject({ form: "wrong", code: "invalid_value" });
    expect(readQueryInstant("2016-12-31T22:59:60Z")).toMatchObject({ form: "wrong", code: "invalid_value" });
  });

  it("reads an unknown local offset as UTC", () => {
    expect(readQueryInstant("2024-01-01T10:00:00-00:00")).toEqual({ form: "instant", ms: Date.UTC(2024, 0, 1, 10), decimals: "" });
  });
});

describe("days of createLocalDays", () => {
  it("follow summer time", () => {
    expect(dayIn("2024-03-31", "Europe/Oslo")).toEqual(["2024-03-30T23:00:00.000Z", "2024-03-31T21:59:59.999Z"]);
    expect(dayIn("2024-10-27", "Europe/Oslo")).toEqual(["2024-10-26T22:00:00.000Z", "2024-10-27T22:59:59.999Z"]);
    expect(dayIn("2024-07-01", "Asia/Kathmandu")).toEqual(["2024-06-30T18:15:00.000Z", "2024-07-01T18:14:59.999Z"]);
  });

  it("begin a day without a midnight at its first instant", () => {
    expect(dayIn("2018-11-04", "America/Sao_Paulo")).toEqual(["2018-11-04T03:00:00.000Z", "2018-11-05T01:59:59.999Z"]);
  });

  it("span both midnights where clocks go back over one", () => {
    // In St. John's, clocks went back from 00:01 on the 7th to 23:01 on the 6th.
    expect(dayIn("2010-11-06", "America/St_Johns")).toEqual(["2010-11-06T02:30:00.000Z", "2010-11-07T03:29:59.999Z"]);
    expect(dayIn("2010-11-07", "America/St_Johns")[0]).toBe("2010-11-07T02:30:00.000Z");
  });

  it("count the seconds of local mean time", () => {
    expect(dayIn("1850-05-05", "America/New_York")[0]).toBe("1850-05-05T04:56:02.000Z");
  });

  it("refuse an unknown time zone", () => {
    expect(() => createLocalDays("Nowhere/Land").start(0)).toThrow(RangeError);
  });

  it("are empty for a day that a place skipped", () => {
    expect(dayIn("2011-12-30", "Pacific/Apia")).toEqual(["2011-12-30T10:00:00.000Z", "2011-12-30T09:59:59.999Z"]);
  });

  it("hold for every day of a year in places with odd rules: each instant's local date lies within its day", () => {
    for (const timeZone of ["America/St_Johns", "Australia/Lord_Howe", "America/Asuncion"]) {
      const localDays = createLocalDays(timeZone);
      const local = new Intl.DateTimeFormat("sv-SE", { timeZone });
      for (let days = daysOf("2010-01-01"); days < daysOf("2011-01-01"); days += 1) {
        const date = new Date(days * 86_400_000).toISOString().slice(0, 10);
        const [start, end] = [localDays.start(days), localDays.end(days)];
        expect([local.format(start), local.format(end)]).toEqual([date, date]);
        expect(local.format(start - 1) < date && local.format(end + 1) > date).toBe(true);
      }
    }
  });
});
