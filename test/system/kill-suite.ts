import { expect } from "vitest";
import type { Random } from "../../bench/random.ts";
import type { Answer, ApiRequest } from "./api-process.ts";
import { createVisitors, idOf, type Visitors, type Write } from "./visitors.ts";

/** Kills a server under load. Each kind of server that stores writes must pass this suite. */

const VISITORS = 12;
/** Answers or requests of a round before the kill. */
const ROUND_MAX = 60;
/** Acknowledged writes with a key that are sent again after a restart. */
const REPEATS = 6;

export interface KilledServer {
  /**
   * Rejects if no whole answer came.
   * @param onArrival called when the answer has come, before it is checked
   */
  send(request: ApiRequest, onArrival?: () => void): Promise<Answer>;
  /** kill -9; resolves once the process is gone. */
  kill(): Promise<void>;
}

export interface KillsOptions {
  readonly random: Random;
  readonly kills: number;
  /** Starts it on the same data. */
  readonly start: () => Promise<KilledServer>;
  /** Records that its database lacks or has too many of. Called while it runs, and after a kill. */
  readonly findLosses: (writes: readonly Write[]) => string[];
}

/**
 * Kills the server under load, and finds every acknowledged write after each kill, and none twice.
 * @returns the writes
 */
export async function surviveKills({ random, kills, start, findLosses }: KillsOptions): Promise<readonly Write[]> {
  const visitors = createVisitors(random);
  for (let round = 0; round < kills; round += 1) {
    const server = await start();
    await repeat(server, visitors, random);
    expect(findLosses(visitors.writes), `after restart ${round}`).toEqual([]);
    await writeUntilKilled(server, visitors, random);
    expect(findLosses(visitors.writes), `after kill ${round}`).toEqual([]);
  }
  const server = await start();
  await repeat(server, visitors, random);
  await server.kill();
  expect(findLosses(visitors.writes)).toEqual([]);

  // It was a real load: some writes of each kind were acknowledged, and the kills interrupted
  // others.
  for (const kind of ["comment", "inquiry", "engagement", "like"])
    expect(visitors.writes.filter((write) => write.kind === kind && write.accepted !== null).length, kind).toBeGreaterThan(kills);
  expect(visitors.writes.filter(({ unsure }) => unsure).length).toBeGreaterThan(kills);
  const ids = visitors.writes.flatMap(({ accepted }) => (accepted === null ? [] : [idOf(accepted)])).filter((id) => id !== "");
  expect(new Set(ids).size).toBe(ids.length);
  return visitors.writes;
}

/**
 * Writes from all sides until the process was killed: after this many answers, or at the moment
 * when this many requests have left.
 */
export async function writeUntilKilled(
  api: KilledServer,
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
      // A browser that lost patience sends the same once more while the first is in progress.
      await Promise.all(write.repeatable && random.below(4) === 0 ? [send(write), send(write)] : [send(write)]);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
  await killed;
}

/** After a kill there is no answer; an undocumented answer is a fault. */
function unlessDocumented(error: unknown): null {
  if (error instanceof Error && error.message.includes("not documented")) throw error;
  return null;
}

/** Repeats requests of visitors without an answer, and of some with one. */
async function repeat(api: KilledServer, visitors: Visitors, random: Random): Promise<void> {
  const isOpen = (write: Write): boolean => !write.known && (write.repeatable || write.kind === "comment");
  const answered = visitors.writes.filter((write) => write.repeatable && write.accepted !== null);
  const again = Array.from({ length: answered.length === 0 ? 0 : REPEATS }, () => random.pick(answered));
  await Promise.all(
    [...visitors.writes.filter(isOpen), ...again].map(async (write) => {
      const before = write.accepted;
      const answer = await api.send(write.request);
      visitors.note(write, answer);
      // The same id and the same token, because the secrets also outlive the process.
      if (before !== null) expect(answer.body).toEqual(before.body);
      if (answer.status === 409) expect(write.repeatable).toBe(false);
    }),
  );
}
