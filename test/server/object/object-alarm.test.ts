import { describe, expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import { type AlarmWork, createObjectAlarm, type ObjectAlarm } from "../../../server/object/object-alarm.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;

interface TestAlarm {
  readonly alarm: ObjectAlarm;
  readonly clock: { now: number };
  readonly lines: () => string;
  /** The time for which it is set; null if it is not set. */
  at(): number | null;
  /** How many times it was set. */
  count(): number;
  /** Advances to the due time and rings the alarm. */
  wait(): Promise<void>;
}

function createTestAlarm(works: readonly AlarmWork[], refusedMs: () => number | null = () => null): TestAlarm {
  const clock = { now: 1_000_000_000 };
  let [at, count] = [null as number | null, 0];
  const lines: string[] = [];
  const storage = {
    sql: { exec: () => Promise.reject(), databaseSize: 0 } as never,
    transactionSync: <T>(work: () => T): T => work(),
    getAlarm: async () => at,
    setAlarm: async (next: number) => {
      [at, count] = [next, count + 1];
    },
  };
  const log = createLog({ write: (text) => void lines.push(text), clock: () => clock.now, soon: (run) => run() });
  const alarm = createObjectAlarm({ storage, works, refusedMs, clock: () => clock.now, log });
  return {
    alarm,
    clock,
    lines: () => lines.join(""),
    at: () => at,
    count: () => count,
    wait: async () => {
      if (at === null) throw new Error("the alarm is not set");
      [clock.now, at] = [at, null];
      await alarm.ring();
    },
  };
}

interface TestWork extends AlarmWork {
  dueAt: number | null;
  runs: number;
}

/** Work whose due time a test sets. It is done once. */
function createWork(options: Partial<AlarmWork> = {}): TestWork {
  const work: TestWork = {
    ...{ name: "testing", pauseMs: SECOND, dueAt: null, runs: 0 },
    due: async () => work.dueAt,
    run: async () => {
      work.runs += 1;
      work.dueAt = null;
    },
    ...options,
  };
  return work;
}

describe("the alarm of an object", () => {
  it("logs that it cannot be set, without changing the answer to a stored write", async () => {
    const { alarm, lines, at } = createTestAlarm([createWork({ due: () => Promise.reject(new Error("no room")) })]);
    await alarm.set();
    expect(lines()).toContain("the alarm cannot be set");
    expect(at()).toBeNull();
  });

  it("is not set while no work is waiting, however much is written", async () => {
    const { alarm, at } = createTestAlarm([createWork()]);
    for (let write = 0; write < 3; write += 1) await alarm.set();
    expect(at()).toBe(null);
  });

  it("is set once, for the first due work, and not again after it rang", async () => {
    const [late, early] = [createWork(), createWork()];
    const { alarm, clock, at, count, wait } = createTestAlarm([late, early]);
    const start = clock.now;
    [late.dueAt, early.dueAt] = [start + 9 * HOUR, start + 2 * HOUR];
    for (let write = 0; write < 3; write += 1) await alarm.set();
    expect([at(), count()]).toEqual([start + 2 * HOUR, 1]);
    await wait();
    expect([early.runs, late.runs, at()]).toEqual([1, 0, start + 9 * HOUR]);
    await wait();
    expect([early.runs, late.runs, at(), count()]).toEqual([1, 1, null, 2]);
  });

  it("is brought forward only by a write that makes work due sooner", async () => {
    const later: TestWork = createWork({ dueAfterWrite: async () => later.dueAt });
    const { alarm, clock, at } = createTestAlarm([later, createWork({ due: async () => clock.now + HOUR })]);
    await alarm.set();
    const start = clock.now;
    expect(at()).toBe(start + HOUR);
    later.dueAt = start + 2 * HOUR;
    await alarm.set();
    expect(at()).toBe(start + HOUR);
    later.dueAt = start;
    await alarm.set();
    expect(at()).toBe(start + SECOND);
  });

  it("is brought forward when the object starts, for work that no write makes due", async () => {
    const deployed = createWork();
    const { alarm, clock, at } = createTestAlarm([deployed, createWork({ due: async () => clock.now + 9 * HOUR })]);
    await alarm.wake();
    const start = clock.now;
    deployed.dueAt = start + HOUR;
    await alarm.set();
    expect(at()).toBe(start + 9 * HOUR);
    await alarm.wake();
    expect(at()).toBe(start + HOUR);
  });

  it("does not prevent an object from starting if it cannot be set", async () => {
    const { alarm, lines } = createTestAlarm([createWork({ due: () => Promise.reject(new Error("the day's rows are used up")) })]);
    await alarm.wake();
    expect(lines()).toContain("the alarm cannot be set");
  });

  it("rings again after a pause if work failed, and logs that", async () => {
    const failing = createWork({ run: () => Promise.reject(new Error("away")) });
    const other = createWork();
    const { alarm, clock, at, wait, lines } = createTestAlarm([failing, other]);
    [failing.dueAt, other.dueAt] = [clock.now, clock.now];
    await alarm.set();
    await wait();
    expect([other.runs, at()]).toEqual([1, clock.now + SECOND]);
    expect(lines()).toContain("testing failed; the alarm rings again");
  });

  it("does nothing while writes are refused, and rings when they are accepted again", async () => {
    const work = createWork();
    let refused: number | null = 10 * SECOND;
    const { alarm, clock, at, wait } = createTestAlarm([work], () => refused);
    work.dueAt = clock.now;
    await alarm.set();
    await wait();
    expect([work.runs, at()]).toEqual([0, clock.now + 10 * SECOND]);
    refused = null;
    await wait();
    expect([work.runs, at()]).toEqual([1, null]);
  });

  it("keeps the earlier time if two requests set it at once", async () => {
    const work = createWork();
    const { alarm, clock, at } = createTestAlarm([work]);
    work.dueAt = clock.now + 9 * HOUR;
    const first = alarm.set();
    work.dueAt = clock.now + HOUR;
    await Promise.all([first, alarm.set()]);
    expect(at()).toBe(clock.now + HOUR);
  });
});
