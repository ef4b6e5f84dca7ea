import { expect, it } from "vitest";
import { DAY_MS } from "../../../server/days.ts";
import { openSalts } from "../../../server/object/open-salts.ts";
import type { SaltMark } from "../../../server/store/store.ts";

/** Throws if a method is called without its object, as workerd does. */
class State {
  readonly #works: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>): void {
    this.#works.push(work);
  }
  done(): Promise<unknown> {
    return Promise.all(this.#works);
  }
}

const NOON = Date.UTC(2026, 2, 1, 12);
const VISITOR = { addressPrefix: "192.0.2.1", userAgent: "Firefox", site: "https://ines.example" };

/** An object that starts again and again, with its KV and its database. */
function createObject() {
  const state = new State();
  const stored = new Map<string, string>();
  const errors: unknown[] = [];
  const kv = { answers: "as stored" as "as stored" | "nothing" | "an error" };
  const clock = { now: NOON };
  let mark: SaltMark | null = null;
  let seed = 0;
  const wake = () =>
    openSalts(
      {
        OCTAVO_SALTS: {
          get: async (key) => {
            if (kv.answers === "an error") throw new Error("KV is down");
            return kv.answers === "nothing" ? null : (stored.get(key) ?? null);
          },
          put: async (key, text) => void stored.set(key, text),
        },
      },
      state,
      {
        random: (bytes) => {
          seed += 1;
          return new Uint8Array(bytes).fill(seed);
        },
        clock: () => clock.now,
        log: { warn: (message) => void errors.push(message) },
        marks: {
          get: async () => mark,
          keep: async (next) => {
            mark = next;
          },
        },
      },
    );
  const keyOf = async (keys: Awaited<ReturnType<typeof wake>>): Promise<string | null> => {
    const key = keys.keyFor(VISITOR, clock.now);
    await state.done();
    return key === null ? null : Buffer.from(key).toString("hex");
  };
  return { clock, errors, kv, stored, wake, keyOf, mark: () => mark };
}

it("an object stores the salts in KV, and stays awake until they are stored", async () => {
  const { errors, stored, wake, keyOf, mark } = createObject();
  const key = await keyOf(await wake());
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyOf(await wake())).toBe(key);
  expect(errors).toEqual([]);
  expect([...stored.keys()]).toEqual(["salts"]);
  // The database has no salt, only the time of its creation.
  expect(mark()).toEqual({ day: NOON / 86_400_000 - 0.5, at: NOON });
});

it("an object creates no second salt for a day while KV does not return the first one yet, and counts no visitors in the meantime", async () => {
  const { clock, kv, wake, keyOf } = createObject();
  const key = await keyOf(await wake());
  kv.answers = "nothing";
  const woken = await wake();
  expect(await keyOf(woken)).toBeNull();
  kv.answers = "as stored";
  expect(await keyOf(woken)).toBeNull();
  clock.now += 30_000;
  // This request makes it check again.
  expect(await keyOf(woken)).toBeNull();
  expect(await keyOf(woken)).toBe(key);
});

it("an object keeps today's mark when a late record from yesterday needs a salt", async () => {
  const { clock, wake, mark } = createObject();
  clock.now += DAY_MS - 6 * 3_600_000;
  const keys = await wake();
  keys.keyFor(VISITOR, clock.now);
  const today = mark();
  expect(today?.at).toBe(clock.now);
  clock.now += 3_600_000;
  expect(keys.keyFor(VISITOR, NOON)).not.toBeNull();
  expect(mark()).toEqual(today);
});

it("an object creates a new salt if KV has lost the first one, and none while KV fails", async () => {
  const { clock, errors, kv, wake, keyOf } = createObject();
  const key = await keyOf(await wake());
  clock.now += 3_600_000;
  kv.answers = "an error";
  expect(await keyOf(await wake())).toBeNull();
  expect(errors).toHaveLength(1);
  kv.answers = "nothing";
  const other = await keyOf(await wake());
  expect(other).toMatch(/^[0-9a-f]{64}$/);
  expect(other).not.toBe(key);
});
