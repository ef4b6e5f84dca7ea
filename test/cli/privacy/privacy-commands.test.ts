import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSecrets } from "../../../server/secrets/secrets-file.ts";
import { DEFAULT_RETENTION } from "../../../server/store/privacy-types.ts";
import { createApiKeys } from "../../../server/tokens.ts";
import { createData, type DataFixture, NOW, newInquiry } from "../data-fixture.ts";

const DAY_MS = 86_400_000;
let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

describe("octavo privacy sweep", () => {
  it("shows what would be deleted, then deletes it, with the default retention", async () => {
    await data.comment({ at: NOW - 31 * DAY_MS, verdict: { state: "spam", reason: "links" } });
    await data.comment({ at: NOW - 366 * DAY_MS, state: "approve", authorEmail: "ada@mail.example" });
    await data.use(({ inquiries }) => inquiries.submit(newInquiry()), NOW - 3_000 * DAY_MS);
    const before = await data.run(["privacy", "sweep", "--dry-run"]);
    const kept = "retention periods in days: rejected=30 spam=30 emails=365 events=90 inquiries=never\n";
    expect(before).toMatchObject({ code: 0, out: `${kept}would delete: 1 rejected or spam comment, 1 email address\n`, err: "" });
    expect((await data.run(["privacy", "sweep"])).out).toBe(`${kept}deleted: 1 rejected or spam comment, 1 email address\n`);
    expect((await data.run(["privacy", "sweep"])).out).toBe(`${kept}deleted: nothing is past its retention period\n`);
    expect(await data.use(({ inquiries }) => inquiries.list())).toHaveLength(1);
  });

  it("uses the retention that the server last started with, unless this shell sets another", async () => {
    await data.use(({ inquiries }) => inquiries.submit(newInquiry()), NOW - 3_000 * DAY_MS);
    await data.comment({ at: NOW - 31 * DAY_MS, verdict: { state: "spam", reason: "links" } });
    await data.use(({ privacy }) => privacy.keepRetention({ ...DEFAULT_RETENTION, spam: null }));
    expect(JSON.parse((await data.run(["privacy", "sweep", "--json"])).out)).toEqual({
      retention: { ...DEFAULT_RETENTION, spam: null },
      dryRun: false,
      comments: 0,
      emails: 0,
      inquiries: 0,
      events: 0,
    });
    const env = { OCTAVO_RETENTION: "inquiries=730" };
    expect((await data.run(["privacy", "sweep"], { env })).out).toContain("deleted: 1 rejected or spam comment, 1 inquiry\n");
    expect(await data.run(["privacy", "sweep"], { env: { OCTAVO_RETENTION: "inquiries=2y" } })).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining('OCTAVO_RETENTION has "inquiries=2y"\nhint: want days or never'),
    });
  });
});

describe("octavo privacy export", () => {
  it("gives all data about a person, including bans of their email address, on standard output or in a file that only the owner can read", async () => {
    const keys = createApiKeys(openSecrets(dirname(data.db), { random: randomBytes }), { random: randomBytes });
    const mine = await data.comment({ authorEmail: "Ada@Mail.example", body: "It creaks." });
    await data.comment({ authorEmail: "ben@mail.example" });
    await data.use(async ({ inquiries, bans, site }) => {
      await inquiries.submit(newInquiry({ email: "ada@mail.example", message: "Could you mend it?" }));
      await bans.add({ kind: "email", hash: keys.hash("email", "ada@mail.example"), note: "loud" });
      await site.keep({ name: "Marsh", url: "https://marsh.example", timeZone: "UTC", author: null });
    });
    const { code, out, err } = await data.run(["privacy", "export", "--email", "ADA@mail.example"]);
    expect([code, err]).toEqual([0, "1 comment, 1 inquiry and 4 other rows\n"]);
    expect(JSON.parse(out)).toMatchObject({
      format: 1,
      about: { email: "ADA@mail.example" },
      exportedAt: "2026-06-01T12:00:00.000Z",
      site: { name: "Marsh", url: "https://marsh.example" },
      held: { comments: [{ id: mine, body: "It creaks." }], inquiries: [{ message: "Could you mend it?" }], bans: [{ note: "loud" }] },
    });
    expect(out).not.toContain("ben@");

    const filed = await data.run(["privacy", "export", "--comment", `${mine}@1`, "--file", "ada.json"]);
    expect(filed).toMatchObject({ code: 0, out: "", err: "1 comment, 0 inquiries and 2 other rows, in ada.json\n" });
    const file = join(data.cwd, "ada.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      about: { comment: mine },
      held: { comments: [{ id: mine }], inquiries: [] },
    });
    expect(await data.run(["privacy", "export", "--comment", mine, "--file", "ada.json"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("ada.json already exists\nhint: name another file"),
    });
  });

  it("reports that nothing is stored, and refuses input that identifies nobody", async () => {
    const none = await data.run(["privacy", "export", "--email", "nobody@mail.example"]);
    expect(none).toMatchObject({ code: 0, err: "nothing is stored\n" });
    expect(JSON.parse(none.out).held.comments).toEqual([]);
    for (const args of [[], ["--email", "a@b.example", "--comment", "abc"], ["--email", "ada"]]) {
      const { code, out, err } = await data.run(["privacy", "export", ...args]);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(/hint: want /);
    }
  });
});
