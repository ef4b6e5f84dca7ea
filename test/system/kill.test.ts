import { afterEach, beforeEach, expect, it } from "vitest";
import { createRandom, type Random } from "../../bench/random.ts";
import { type ApiProcess, createSystemSite, type SystemSite } from "./api-process.ts";
import { createVisitors, findLosses, idOf, type Visitors, type Write } from "./visitors.ts";

const KILLS = 20;
const VISITORS = 12;
/** Answers or requests of a round before the kill. */
const ROUND_MAX = 60;
/** Writes with a key that were acknowledged and are sent once more after a restart. */
const REPEATS = 6;

let site: SystemSite;
let db: string;
beforeEach(async () => {
  site = await createSystemSite();
  db = site.path("data/octavo.db");
});
afterEach(() => site.remove());

/** Writes from all sides until the process was killed: after so many answers, or in the moment that so many requests have left. */
async function writeUntilKilled(
  api: ApiProcess,
  visitors: Visitors,
  random: Random,
  trigger: "answers" | "requests" = random.pick(["answers", "requests"]),
): Promise<void> {
  let left = 1 + random.below(ROUND_MAX);
  let killed: Promise<void> | null = null;
  const count = (what: string): void => {
    if (what === trigger) left -= 1;
    if (left === 0) killed ??= api.kill();
  };
  const send = async (write: Write): Promise<void> => {
    const answer = api.send(write.request, () => count("answers")).catch(unlessDocumented);
    count("requests");
    visitors.note(write, await answer);
  };
  const visit = async (): Promise<void> => {
    while (killed === null) {
      const write = visitors.next();
      // A browser that lost patience: the same once more while the first is under way.
      await Promise.all(write.repeatable && random.below(4) === 0 ? [send(write), send(write)] : [send(write)]);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
  await killed;
}

/** No answer is what a kill brings; an answer that is not in the document is a fault. */
function unlessDocumented(error: unknown): null {
  if (error instanceof Error && error.message.includes("not documented")) throw error;
  return null;
}

/** Repeats requests of visitors without an answer, and of some who have one. */
async function repeat(api: ApiProcess, visitors: Visitors, random: Random): Promise<void> {
  const isOpen = (write: Write): boolean => !write.known && (write.repeatable || write.kind === "comment");
  const answered = visitors.writes.filter((write) => write.repeatable && write.accepted !== null);
  const again = Array.from({ length: answered.length === 0 ? 0 : REPEATS }, () => random.pick(answered));
  await Promise.all(
    [...visitors.writes.filter(isOpen), ...again].map(async (write) => {
      const before = write.accepted;
      const answer = await api.send(write.request);
      visitors.note(write, answer);
      // The same id and the same token: the secrets outlive the process too.
      if (before !== null) expect(answer.body).toEqual(before.body);
      if (answer.status === 409) expect(write.repeatable).toBe(false);
    }),
  );
}

it("keeps every acknowledged write, and none twice, over 20 kills under load", async () => {
  const random = createRandom(20);
  const visitors = createVisitors(random);
  for (let round = 0; round < KILLS; round += 1) {
    const api = await site.start({ db });
    await repeat(api, visitors, random);
    expect(findLosses(db, visitors.writes), `after restart ${round}`).toEqual([]);
    await writeUntilKilled(api, visitors, random);
    expect(findLosses(db, visitors.writes), `after kill ${round}`).toEqual([]);
  }
  const api = await site.start({ db });
  await repeat(api, visitors, random);
  await api.stop();
  expect(findLosses(db, visitors.writes)).toEqual([]);
  expect(await site.octavo("db", "verify", "--db", db)).toMatchObject({ code: 0 });
  expect(await site.octavo("engagement", "verify", "--db", db)).toMatchObject({ code: 0 });

  // It was a load: of each kind some were acknowledged, and the kills came in the midst of it.
  for (const kind of ["comment", "inquiry", "engagement", "like"])
    expect(visitors.writes.filter((write) => write.kind === kind && write.accepted !== null).length, kind).toBeGreaterThan(30);
  expect(visitors.writes.filter(({ unsure }) => unsure).length).toBeGreaterThan(KILLS);
  const ids = visitors.writes.flatMap(({ accepted }) => (accepted === null ? [] : [idOf(accepted)])).filter((id) => id !== "");
  expect(new Set(ids).size).toBe(ids.length);
}, 300_000);

it("would have noticed: a server that answers before its commit loses what it acknowledged", async () => {
  const random = createRandom(3);
  const visitors = createVisitors(random);
  const api = await site.start({ db, preload: "early-answer-preload.ts" });
  await writeUntilKilled(api, visitors, random, "answers");
  expect(findLosses(db, visitors.writes).join("\n")).toContain("acknowledged and lost");
});
