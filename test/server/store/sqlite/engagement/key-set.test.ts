import fc from "fast-check";
import { expect, test } from "vitest";
import { KeySet } from "../../../../../server/store/sqlite/engagement/key-set.ts";

/**
 * Few high numbers, so that many keys start at the same place in the table, and zeros, which mark a
 * free slot.
 */
const high = fc.oneof(fc.constantFrom(0, 1, 0x7fffffff, 0xfffffffe, 0xffffffff), fc.nat({ max: 0xffffffff }));
const low = fc.oneof(fc.constantFrom(0, 2, 0xffffffff), fc.nat({ max: 0xffffffff }));
const step = fc.oneof(
  { weight: 20, arbitrary: fc.record({ kind: fc.constant("add" as const), keys: fc.array(fc.tuple(high, low), { maxLength: 400 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("undo" as const), count: fc.nat({ max: 500 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("keep" as const) }) },
);

const name = (first: number, second: number): string => `${first} ${first === 0 && second === 0 ? 1 : second}`;

test("a set contains the added keys that were not undone, like a Set of texts, however it grew in the meantime", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const set = new KeySet();
      const kept = new Set<string>();
      let recent: string[] = [];
      const asked = new Map<string, readonly [number, number]>();
      for (const one of steps) {
        if (one.kind === "add") {
          for (const [first, second] of one.keys) {
            const key = name(first, second);
            asked.set(key, [first, second]);
            const isNew = !kept.has(key) && !recent.includes(key);
            expect(set.add(first, second)).toBe(isNew);
            if (isNew) recent.push(key);
          }
        } else if (one.kind === "undo") {
          for (let count = 0; count < one.count && recent.length > 0; count += 1) {
            set.undo();
            recent.pop();
          }
        } else {
          set.keep();
          for (const key of recent) kept.add(key);
          recent = [];
        }
        expect(set.size).toBe(kept.size + recent.length);
        for (const [key, [first, second]] of asked) expect(set.has(first, second)).toBe(kept.has(key) || recent.includes(key));
      }
    }),
    { seed: 11, numRuns: 60 },
  );
});

test("a set returns the keys added since the last keep in 8 bytes each, from which another set can be built", () => {
  const set = new KeySet();
  set.add(1, 2);
  set.keep();
  set.add(0xfffffffe, 3);
  set.add(0, 0);
  set.add(4, 5);
  set.undo();
  expect([...set.added()]).toEqual([0xfe, 0xff, 0xff, 0xff, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  const other = new KeySet();
  other.addAll(set.added());
  const has = (of: KeySet): boolean[] => [of.has(1, 2), of.has(0xfffffffe, 3), of.has(0, 0), of.has(4, 5)];
  expect([has(set), has(other)]).toEqual([
    [true, true, true, false],
    [false, true, true, false],
  ]);
  expect(other.size).toBe(2);
});

test("a set does not undo kept keys", () => {
  const set = new KeySet();
  set.add(1, 2);
  set.keep();
  expect(() => set.undo()).toThrow("there is no key to undo");
  expect(set.has(1, 2)).toBe(true);
});

test("a set grows from 256 slots to thousands of keys, and can undo the last ones after it has grown", () => {
  const set = new KeySet();
  const keys = Array.from({ length: 5_000 }, (_, index): [number, number] => [index % 7, Math.imul(index, 0x9e3779b1) >>> 0]);
  for (const [index, [first, second]] of keys.entries()) {
    expect(set.add(first, second)).toBe(true);
    if (index === 99) set.keep();
  }
  expect(set.size).toBe(5_000);
  for (let count = 0; count < 4_900; count += 1) set.undo();
  expect(keys.map(([first, second]) => set.has(first, second))).toEqual(keys.map((_, index) => index < 100));
  expect(() => set.undo()).toThrow("there is no key to undo");
  for (const [first, second] of keys.slice(100)) expect(set.add(first, second)).toBe(true);
  const copy = new KeySet();
  copy.addAll(set.added());
  expect(copy.size).toBe(4_900);
});
