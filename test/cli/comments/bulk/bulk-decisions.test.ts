import { afterEach, beforeEach, expect, test } from "vitest";
import { createData, type DataFixture } from "../../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

const counts = () => data.use(({ comments }) => comments.countsByState());

test("a flood is marked as spam after a confirmation, and the printed word reverts it", async () => {
  for (let n = 0; n < 5; n += 1) await data.comment({ body: `Casino ${n}` });
  await data.comment({ body: "A nice walk" });
  const refused = await data.run(["comments", "bulk", "spam", "--text", "casino"], { keys: ["n"] });
  expect([refused.code, refused.out]).toEqual([130, "mark 5 comments as spam? (y/n) no\n"]);
  expect(refused.err).toContain("Ada: Casino 4\n");
  expect(refused.err).toContain("  and 2 more\n");
  const done = await data.run(["comments", "bulk", "spam", "--text", "casino", "--yes"]);
  expect(done.out).toMatch(/^marked as spam: 5 comments\noctavo comments undo [a-z2-7]{24} reverts this within a day\n$/);
  expect(await counts()).toMatchObject({ pending: 1, spam: 5 });
  const word = /undo (\S+)/.exec(done.out)?.[1] ?? "";
  expect((await data.run(["comments", "undo", word])).out).toBe("undone: 5 comments\n");
  expect(await counts()).toMatchObject({ pending: 6, spam: 0 });
  expect(await data.run(["comments", "undo", word])).toMatchObject({
    code: 1,
    err: expect.stringContaining("nothing is left to undo"),
  });
});

test("all spam is deleted permanently, a dry run changes nothing, and a misspelt decision is reported with the valid ones", async () => {
  for (let n = 0; n < 3; n += 1) await data.comment({ state: "spam" });
  const dry = await data.run(["comments", "bulk", "delete", "--state", "spam", "--dry-run", "--json"]);
  expect(JSON.parse(dry.out)).toEqual({ dryRun: true, count: 3, decided: 0, changed: [], undo: null });
  expect((await counts()).spam).toBe(3);
  expect(await data.run(["comments", "bulk", "delete", "--state", "spam"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("use --yes"),
  });
  const done = await data.run(["comments", "bulk", "delete", "--state", "spam", "--yes", "--json"]);
  expect(JSON.parse(done.out)).toEqual({ dryRun: false, count: 3, decided: 3, changed: [], undo: null });
  expect(await counts()).toMatchObject({ spam: 0, deleted: 3 });
  expect(await data.run(["comments", "bulk", "spma"])).toMatchObject({ code: 2, err: expect.stringContaining('did you mean "spam"?') });
  expect(await data.run(["comments", "bulk", "spam", "--days", "30"])).toMatchObject({ code: 0, out: "0 comments selected\n" });
});
