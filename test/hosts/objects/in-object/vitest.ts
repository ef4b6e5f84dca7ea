import { ASYMMETRIC_MATCHERS_OBJECT, chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";
import { fn } from "@vitest/spy";

/**
 * The part of Vitest's interface that the shared suites use, inside a Durable Object: Vitest itself
 * needs a process. Its assertions are the same code.
 */

type Run = (...values: readonly never[]) => unknown;
interface Registered {
  readonly name: string;
  readonly run: () => unknown;
}

const registered: Registered[] = [];
const groups: string[] = [];
let finishers: (() => unknown)[] = [];

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = Object.assign((value: unknown, message?: string) => chai.expect(value, message), chai.expect);
Object.assign(expect, (globalThis as unknown as Record<symbol, object>)[ASYMMETRIC_MATCHERS_OBJECT]);

export const vi = { fn };

export function describe(name: string, declare: () => void): void {
  groups.push(name);
  declare();
  groups.pop();
}

describe.each =
  (cases: readonly unknown[]) =>
  (name: string, declare: Run): void => {
    for (const [at, value] of cases.entries()) describe(`${name} (${at + 1})`, () => void declare(...(spread(value) as never[])));
  };

/** @param rest the test, after Vitest's options for it if there are any */
export function test(name: string, ...rest: readonly [Run] | readonly [object, Run] | readonly [Run, number]): void {
  const run = rest.find((each): each is Run => typeof each === "function");
  if (run === undefined) throw new Error(`${name} has no test`);
  const full = [...groups, name].join(" > ");
  // Files may have tests with the same name.
  const before = registered.filter((each) => each.name === full || each.name.startsWith(`${full} #`)).length;
  registered.push({ name: before === 0 ? full : `${full} #${before + 1}`, run: () => run() });
}
/** @alias test */
export const it = test;

test.for =
  (cases: readonly unknown[]) =>
  (name: string, run: Run): void => {
    for (const [at, value] of cases.entries()) test(`${name} (${at + 1})`, () => run(value as never));
  };

test.each =
  (cases: readonly unknown[]) =>
  (name: string, run: Run): void => {
    for (const [at, value] of cases.entries()) test(`${name} (${at + 1})`, () => run(...(spread(value) as never[])));
  };

export function onTestFinished(finish: () => unknown): void {
  finishers.push(finish);
}

/** The names of all tests, each once. */
export function listTests(): readonly string[] {
  return registered.map(({ name }) => name);
}

/** @throws like the test, or Error if there is no test with that name */
export async function runTest(name: string): Promise<void> {
  const found = registered.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no test "${name}"`);
  finishers = [];
  try {
    await found.run();
  } finally {
    for (const finish of finishers.reverse()) await finish();
  }
}

function spread(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
