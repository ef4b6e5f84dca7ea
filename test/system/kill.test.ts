import { afterEach, beforeEach, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { createSystemSite, type SystemSite } from "./api-process.ts";
import { surviveKills, writeUntilKilled } from "./kill-suite.ts";
import { createVisitors, findLosses } from "./visitors.ts";

const KILLS = 20;

let site: SystemSite;
let db: string;
beforeEach(async () => {
  site = await createSystemSite();
  db = site.path("data/octavo.db");
});
afterEach(() => site.remove());

it("the server keeps every acknowledged write exactly once over 20 kills under load", async () => {
  const start = () => site.start({ db });
  await surviveKills({ random: createRandom(20), kills: KILLS, start, findLosses: (writes) => findLosses(db, writes) });
  expect(await site.octavo("db", "verify", "--db", db)).toMatchObject({ code: 0 });
  expect(await site.octavo("engagement", "verify", "--db", db)).toMatchObject({ code: 0 });
}, 300_000);

it("this test would notice a server that answers before its commit, because that loses acknowledged writes", async () => {
  const random = createRandom(3);
  const visitors = createVisitors(random);
  const api = await site.start({ db, preload: "early-answer-preload.ts" });
  await writeUntilKilled(api, visitors, random, "answers");
  expect(findLosses(db, visitors.writes).join("\n")).toContain("acknowledged and lost");
});
