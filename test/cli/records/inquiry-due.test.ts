import { afterEach, beforeEach, expect, it } from "vitest";
import { createData, type DataFixture, NOW, newInquiry } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

/** The clock shows 2026-06-01 12:00 UTC, when it is already 2 June in Auckland. */
const keepSite = (timeZone: string): Promise<unknown> =>
  data.use(({ site }) => site.keep({ name: "Ben", url: "https://marsh.example", timeZone, author: null }));

async function inquiry(message: string, at = NOW): Promise<string> {
  return data.use(async ({ inquiries }) => {
    const result = await inquiries.submit(newInquiry({ message }));
    if (result.kind !== "accepted") throw new Error(result.kind);
    return result.id;
  }, at);
}

it("octavo inquiries due lists overdue inquiries, then today's, in the site's zone; octavo crm shows the same", async () => {
  const [first, second, third, done] = [await inquiry("A sail"), await inquiry("A boat"), await inquiry("An oar"), await inquiry("A mast")];
  expect(await data.run(["inquiries", "due"])).toMatchObject({
    code: 0,
    out: "",
    err: "0 inquiries are due, 0 overdue (today is 2026-06-01, UTC)\n",
  });
  expect(await data.run(["inquiries", "schedule", "tomorrow", first])).toMatchObject({ code: 0, out: `due on 2026-06-02: ${first}\n` });
  await data.run(["crm", "schedule", "2026-05-30", second, done]);
  await data.run(["crm", "schedule", "+7", third]);
  await data.run(["inquiries", "mark", "closed", done]);
  expect((await data.run(["inquiries", "due"])).err).toBe("1 inquiry is due, 1 overdue (today is 2026-06-01, UTC)\n");
  await keepSite("Pacific/Auckland");
  const { out, err } = await data.run(["inquiries", "due"]);
  expect(err).toBe("2 inquiries are due, 1 overdue (today is 2026-06-02, Pacific/Auckland)\n");
  expect(out.split("\n")).toEqual([
    "INQUIRY                   DUE                         STATE  FROM                   SERVICE  MESSAGE",
    `${second}  2026-05-30  3 days overdue  new    Ben <ben@fen.example>           A boat`,
    `${first}  2026-06-02  today           new    Ben <ben@fen.example>           A sail`,
    "",
  ]);
  expect(await data.run(["crm", "due"])).toMatchObject({ out, err });
  const week = await data.run(["crm", "due", "--days", "7", "--json"]);
  expect(JSON.parse(week.out)).toMatchObject({
    today: "2026-06-02",
    timeZone: "Pacific/Auckland",
    items: [
      { id: second, dueOn: "2026-05-30", daysOverdue: 3 },
      { id: first, daysOverdue: 0 },
      { id: third, dueOn: "2026-06-08", daysOverdue: -6 },
    ],
    hasMore: false,
  });
  expect((await data.run(["inquiries", "due", "--limit", "1"])).err).toContain("; more with a higher --limit\n");
  expect((await data.run(["inquiries", "show", second])).out).toContain("\ndue       2026-05-30\n");
});

it("days are in UTC if this runtime does not support the site's time zone", async () => {
  const id = await inquiry("A sail");
  await keepSite("Europe/Atlantis");
  expect(await data.run(["inquiries", "schedule", "today", id])).toMatchObject({ code: 0, out: `due on 2026-06-01: ${id}\n` });
  expect((await data.run(["inquiries", "due"])).err).toBe("1 inquiry is due, 0 overdue (today is 2026-06-01, UTC)\n");
});

it("octavo inquiries schedule none removes the day; an invalid day or an unknown inquiry is reported", async () => {
  const id = await inquiry("A sail");
  await data.run(["inquiries", "schedule", "today", id]);
  expect(await data.run(["inquiries", "schedule", "none", id, "nope"])).toMatchObject({
    code: 1,
    out: `no longer due: ${id}\n`,
    err: expect.stringContaining("there is no inquiry nope"),
  });
  expect((await data.run(["inquiries", "due"])).out).toBe("");
  expect(await data.run(["inquiries", "schedule", "2026-02-30", id])).toMatchObject({
    code: 2,
    err: expect.stringContaining('"2026-02-30" is not a day'),
  });
});

it("octavo inquiries export has the day, and a byte order mark only on request", async () => {
  const id = await inquiry("Ein Bötchen");
  await data.run(["crm", "schedule", "2026-06-03", id]);
  const plain = (await data.run(["crm", "export"])).out;
  expect(plain).toContain(`\r\n${id},2026-06-01T12:00:00.000Z,new,2026-06-03,`);
  expect((await data.run(["crm", "export", "--bom"])).out).toBe(`\ufeff${plain}`);
  expect(await data.run(["crm", "export", "--bom", "--format", "jsonl"])).toMatchObject({ code: 2, out: "" });
});
