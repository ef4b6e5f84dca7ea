import { expect, test } from "vitest";
import { renderPostFigures } from "../../../cli/records/engagement-text.ts";
import type { PostEngagement } from "../../../server/store/engagement-types.ts";

const PERIOD = { fromDay: "2026-05-31", toDay: "2026-06-01", timeZone: "UTC" };
const PLAIN = { width: null, spark: null, bar: null };
const READING = { tenths: [], count: 0, meanActiveMs: 0 };
const day = (day: string, visitors: number, estimated: boolean): PostEngagement["days"][number] => ({
  ...{ day, type: "post_view", count: visitors + 1, visitors, repeats: 1, estimated },
});

test("figures of a post mark a sum of visitors that includes an estimated day, and explain the mark", () => {
  const days = [day("2026-05-31", 40, false), day("2026-06-01", 310, true)];
  expect(renderPostFigures("tides", { days, reading: READING }, PERIOD, PLAIN)).toBe(`tides, 2026-05-31 to 2026-06-01 (UTC days)

views                352
visitors            ≈350
2 of 352 views are repeats from the same day
≈ is an estimate within about 2% (for one post: 3%)
`);
  const exact = renderPostFigures("tides", { days: days.slice(0, 1), reading: READING }, PERIOD, PLAIN);
  expect(exact).toContain("visitors              40\n");
  expect(exact).not.toContain("≈");
});

test("figures of a post leave out unknown repeats", () => {
  const days = [{ ...day("2026-06-01", 310, true), repeats: null }];
  expect(renderPostFigures("tides", { days, reading: READING }, PERIOD, PLAIN)).not.toContain("repeat");
});
