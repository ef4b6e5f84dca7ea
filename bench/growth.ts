import { printTable } from "./table.ts";

/** CPU milliseconds by case. */
export type Costs = ReadonlyMap<string, number>;

/**
 * Maximum growth of the cost for a site ten times as large. Anything above means superlinear
 * growth.
 */
const GROWTH_MAX = 11;
const TIMES = 10;

/**
 * Prints the cost of each case at each size, and its growth from each size to the next. Growth that
 * exceeds the limit is marked NO.
 */
export function printGrowth(sizes: readonly number[], costs: readonly Costs[], things = "posts"): void {
  if (sizes.length < 2) return;
  const names = [...(costs[0]?.keys() ?? [])];
  const steps = sizes.slice(1).map((size, index) => ({ index, times: size / (sizes[index] ?? size) }));
  const rows = names.map((name) => {
    const own = costs.map((cost) => cost.get(name) ?? Number.NaN);
    const growth = steps.map(({ index, times }) => {
      const grown = (own[index + 1] ?? Number.NaN) / (own[index] ?? Number.NaN);
      return `${grown.toFixed(1)} ×${grown > (GROWTH_MAX / TIMES) * times ? " **NO**" : ""}`;
    });
    return [name, ...own.map((ms) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0))), ...growth];
  });
  console.log(`## Growth: at most ${GROWTH_MAX} × for a site ${TIMES} × as large\n`);
  printTable(["CPU ms", ...sizes.map((size) => `${size} ${things}`), ...steps.map(({ times }) => `growth, ${times} ×`)], rows);
}
