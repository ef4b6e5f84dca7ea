import { expect, test } from "vitest";
import { createRandom } from "../../../../../bench/random.ts";
import { createHyperLogLog } from "../../../../../server/store/sqlite/engagement/hyperloglog.ts";

const SEEDS = 150;
const RANGE = 2 ** 32;

/** Relative errors of the estimate for this many distinct keys, one per seed. */
function errorsOf(registers: number, count: number): number[] {
  return Array.from({ length: SEEDS }, (_, seed) => {
    const random = createRandom(seed + 1);
    const log = createHyperLogLog(new Uint8Array(registers));
    for (let n = 0; n < count; n += 1) log.add(random.below(RANGE), random.below(RANGE));
    return log.estimate() / count - 1;
  });
}

test.each([
  [1_024, 30],
  [1_024, 1_000],
  [1_024, 2_500],
  [1_024, 30_000],
  [4_096, 30],
  [4_096, 4_000],
  [4_096, 10_000],
  [4_096, 60_000],
])("with %i registers, %i keys are estimated without bias and within the standard error", (registers, count) => {
  const errors = errorsOf(registers, count);
  const mean = errors.reduce((sum, error) => sum + error, 0) / SEEDS;
  const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / SEEDS);
  const standard = 1.04 / Math.sqrt(registers);
  // Four standard errors of the mean, and a fifth more than promised. Chance alone exceeds this
  // once in thousands of runs.
  expect(Math.abs(mean)).toBeLessThan((4 * standard) / Math.sqrt(SEEDS));
  expect(deviation).toBeLessThan(1.2 * standard);
});

test("known keys change nothing, and stored registers continue where they were", () => {
  const log = createHyperLogLog(new Uint8Array(1_024));
  expect(log.estimate()).toBe(0);
  const random = createRandom(7);
  const keys = Array.from({ length: 500 }, () => [random.below(RANGE), random.below(RANGE)] as const);
  for (const key of keys) log.add(...key);
  const before = log.estimate();
  const again = createHyperLogLog(new Uint8Array(log.registers));
  expect(again.estimate()).toBe(before);
  for (const key of keys) expect(again.add(...key)).toBe(null);
});

test("changes can be undone", () => {
  const log = createHyperLogLog(new Uint8Array(1_024));
  const random = createRandom(8);
  const changes = Array.from({ length: 300 }, () => log.add(random.below(RANGE), random.below(RANGE))).filter((change) => change !== null);
  for (const change of changes.toReversed()) log.undo(change);
  expect(log.estimate()).toBe(0);
  expect(log.registers.every((value) => value === 0)).toBe(true);
});
