import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createSearchGate } from "../../hosts/node/search-gate.ts";

/** The signal of a client that waits for its answer. */
const STAYS = new AbortController().signal;

/** A gate whose clock does not move and whose timers fire when the test says so. */
function openGate() {
  const clock = { ms: 0 };
  const timers = new Set<() => void>();
  const gate = createSearchGate({
    now: () => clock.ms,
    startTimer: (_, callback) => {
      timers.add(callback);
      return () => void timers.delete(callback);
    },
  });
  /** A search that ends when the test ends it. */
  const search = (name: string, log: string[], { signal = STAYS, client = "192.0.2.1" } = {}) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const run = async () => {
      log.push(name);
      await promise;
      return name;
    };
    const ended = gate.actFor(
      () => client,
      () => gate.run(run, { signal }),
    );
    return { end: resolve, ended };
  };
  return { gate, clock, timers, search };
}

const REFUSED = {
  failure: { code: "temporary-reduced-capacity", headers: { "Retry-After": "5" } },
};

describe("the search gate", () => {
  it("runs one search at a time, in order of arrival", async () => {
    const { search, timers } = openGate();
    const log: string[] = [];
    const [a, b, c] = ["a", "b", "c"].map((name) => search(name, log));
    await nextTurn();
    expect([log, timers.size]).toEqual([["a"], 2]);
    a?.end();
    expect(await a?.ended).toBe("a");
    await nextTurn();
    expect(log).toEqual(["a", "b"]);
    b?.end();
    c?.end();
    expect(await Promise.all([b?.ended, c?.ended])).toEqual(["b", "c"]);
    expect([log, timers.size]).toEqual([["a", "b", "c"], 0]);
  });

  it("runs the next search if one fails", async () => {
    const { gate } = openGate();
    const failed = gate.run(() => Promise.reject(new Error("gone")), { signal: STAYS });
    const next = gate.run(async () => "next", { signal: STAYS });
    await expect(failed).rejects.toThrow("gone");
    expect(await next).toBe("next");
  });

  it("refuses searches while 32 wait, and states when to try again", async () => {
    const { gate, search } = openGate();
    const log: string[] = [];
    const all = Array.from({ length: 33 }, (_, at) => search(String(at), log, { client: `192.0.2.${at % 3}` }));
    await expect(gate.run(async () => "too many", { signal: STAYS })).rejects.toMatchObject(REFUSED);
    for (const { end } of all) end();
    await Promise.all(all.map(({ ended }) => ended));
    expect(await gate.run(async () => "welcome again", { signal: STAYS })).toBe("welcome again");
  });

  it("serves clients in turn, each with its oldest search", async () => {
    const { search } = openGate();
    const log: string[] = [];
    const all = ["a1", "a2", "a3", "b1", "a4", "c1", "b2"].map((name) => search(name, log, { client: name.slice(0, 1) }));
    for (const { end } of all) end();
    await Promise.all(all.map(({ ended }) => ended));
    expect(log).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  it("leaves half of the places to other clients when one floods it", async () => {
    const { search } = openGate();
    const log: string[] = [];
    const flood = Array.from({ length: 17 }, (_, at) => search(`flood${at}`, log));
    await expect(search("one more", log).ended).rejects.toMatchObject(REFUSED);
    const visitor = search("visitor", log, { client: "198.51.100.7" });
    for (const { end } of [...flood, visitor]) end();
    await Promise.all([...flood, visitor].map(({ ended }) => ended));
    expect(log.indexOf("visitor")).toBe(2);
    expect(log).toHaveLength(18);
  });

  it("refuses a search that has waited too long, without changing the places of others", async () => {
    const { search, timers } = openGate();
    const log: string[] = [];
    const [a, b, c] = ["a", "b", "c"].map((name) => search(name, log));
    const [firstTimer] = timers;
    firstTimer?.();
    await expect(b?.ended).rejects.toMatchObject(REFUSED);
    a?.end();
    c?.end();
    expect(await c?.ended).toBe("c");
    expect(log).toEqual(["a", "c"]);
  });

  it("pauses a search once it has held the event loop for five milliseconds", async () => {
    const { gate, clock } = openGate();
    await gate.run(
      async (yieldWhenDue) => {
        clock.ms = 4;
        expect(yieldWhenDue()).toBeNull();
        clock.ms = 5;
        let others = 0;
        setImmediate(() => {
          others += 1;
        });
        const due = yieldWhenDue();
        expect(due).not.toBeNull();
        await due;
        expect(others).toBe(1);
        expect(yieldWhenDue()).toBeNull();
      },
      { signal: STAYS },
    );
  });

  it("frees the places of clients that have disconnected", async () => {
    const { gate, search, timers } = openGate();
    const log: string[] = [];
    const running = search("running", log);
    const client = new AbortController();
    const { signal } = client;
    const left = Array.from({ length: 32 }, (_, at) => search(String(at), log, { signal, client: `192.0.2.${at % 2}` }).ended);
    const refusals = Promise.all(left.map((ended) => expect(ended).rejects.toMatchObject(REFUSED)));
    client.abort();
    await refusals;
    expect(timers.size).toBe(0);
    const next = search("next", log);
    await expect(gate.run(async () => "late", { signal: client.signal })).rejects.toMatchObject(REFUSED);
    running.end();
    next.end();
    expect(await next.ended).toBe("next");
    expect(log).toEqual(["running", "next"]);
  });
});
