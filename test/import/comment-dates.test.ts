import { expect, it } from "vitest";
import { toInstantOf } from "../../import/comments/comment-dates.ts";

it("an import accepts instants in the forms that exports write, and nothing looser", () => {
  const at = Date.UTC(2019, 4, 31, 21, 30);
  for (const text of ["2019-05-31T21:30:00Z", "2019-05-31 21:30:00", " 2019-05-31T23:30:00+02:00 ", "2019-05-31T21:30:00.000+0000"])
    expect(toInstantOf(text), text).toBe(at);
  for (const text of [
    "2019-05-31",
    "2019/05/31 1:02",
    "31 May 2019",
    "2019-05-31 21:30:00 +02:00",
    "2019-02-30T00:00:00Z",
    "0000-00-00 00:00:00",
    "",
  ])
    expect(toInstantOf(text), text).toBeNull();
});
