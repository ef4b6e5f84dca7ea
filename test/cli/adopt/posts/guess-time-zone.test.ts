import { describe, expect, it } from "vitest";
import { guessTimeZone } from "../../../../cli/adopt/posts/guess-time-zone.ts";

const dated = (...dates: readonly string[]) => dates.map((date) => ({ slug: "", url: "", title: "Ice", date }));

describe("the time zone of an old site", () => {
  it.each([
    [["2024-01-02T10:00:00+08:00", "2024-07-02 10:00:00 +0800"], "Etc/GMT-8"],
    [["2024-01-02T10:00:00+01:00", "2024-07-02T10:00:00+02:00", "2024-08-02 10:00"], "Europe/Berlin"],
    [["2024-01-02T10:00:00-05:00"], "Etc/GMT+5"],
    [["2024-01-02T10:00:00+05:30"], "Asia/Kolkata"],
  ])("is guessed from the offsets %j", (dates, zone) => {
    expect(guessTimeZone(dated(...dates), "en")?.name).toBe(zone);
  });

  it.each([
    [["2024-01-02", "2024-01-03T10:00:00Z"]],
    [["2024-01-02T10:00:00+08:00", "2024-01-02T10:00:00-03:00"]],
    [["2024-01-02T10:00:00+08:00", "2024-01-02 10:00", "2024-01-03 10:00"]],
  ])("is unknown if the dates are %j", (dates) => {
    expect(guessTimeZone(dated(...dates), null)).toBeNull();
  });

  it("is the old build's time zone if that determined the addresses and dates have offsets", () => {
    const buildZone = { name: "UTC", source: "Jekyll" };
    expect(guessTimeZone(dated("2024-01-02 23:00:00 -0200", "2024-01-03"), "en", buildZone)).toBe(buildZone);
    expect(guessTimeZone(dated("2024-01-02 23:00:00"), "zh", buildZone)?.name).toBe("Asia/Shanghai");
  });

  it("follows the language, or the titles, if the language is spoken in one zone", () => {
    const chinese = [{ slug: "", url: "", title: "你好", date: "2024-01-02 10:00:00" }];
    expect(guessTimeZone(dated("2024-01-02"), "zh_TW")).toEqual({ name: "Asia/Taipei", source: "the language zh_TW" });
    expect(guessTimeZone(chinese, null)).toEqual({ name: "Asia/Shanghai", source: "the script of the titles (zh)" });
    expect(guessTimeZone([{ slug: "", url: "", title: "雨の日", date: "2024-01-02 10:00:00 +0900" }], null)).toEqual({
      name: "Asia/Tokyo",
      source: "the dates of posts (+09:00)",
    });
    expect(guessTimeZone([{ slug: "", url: "", title: "雨の日", date: "2024-01-02T10:00:00Z" }], null)).toBeNull();
  });
});
