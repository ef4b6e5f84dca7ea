import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { quantile } from "./load.ts";
import { printTable } from "./table.ts";

const CHILD = fileURLToPath(new URL("./comment-renderer-child.ts", import.meta.url));
const ROUNDS = 9;

interface Times {
  /** CPU ms of the first comment in a process, by kind of comment. */
  readonly first: Readonly<Record<string, number>>;
  /** Mean CPU ms of many later comments, by kind of comment. */
  readonly warm: Readonly<Record<string, number>>;
  /** A digest of the HTML of the generated comments. */
  readonly digest: string;
}

/**
 * `npm run bench -- --renderer <checkout>`: measures the CPU time of rendering comments with this
 * checkout and another, alternating in fresh processes, and checks whether both give the same HTML
 * for 10,000 generated comments.
 */
export async function benchRenderer(checkout: string): Promise<void> {
  const sides = { before: resolve(checkout), after: fileURLToPath(new URL("..", import.meta.url)) };
  const found: Record<keyof typeof sides, Times[]> = { before: [], after: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of ["before", "after"] as const) found[side].push(measure(sides[side], round === 0 ? 10_000 : 0));
  const [before, after] = [found.before[0]?.digest, found.after[0]?.digest];
  console.log(`10,000 generated comments: ${before === after ? "the same HTML" : "DIFFERENT HTML"}\n`);
  const rows = (["first", "warm"] as const).flatMap((which) =>
    Object.keys(found.before[0]?.[which] ?? {}).map((kind) => {
      const median = (side: keyof typeof sides): string =>
        quantile(
          found[side].map((times) => times[which][kind] ?? 0).toSorted((a, b) => a - b),
          0.5,
        ).toFixed(2);
      return [`${kind}, ${which === "first" ? "first in a process" : "warm"}`, median("before"), median("after")];
    }),
  );
  printTable(["CPU ms", "before", "after"], rows);
}

function measure(checkout: string, compared: number): Times {
  const renderer = join(checkout, "server/text/comment-markdown.ts");
  const { stdout, stderr, status } = spawnSync(process.execPath, [CHILD, renderer, String(compared)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the renderer of ${checkout} failed: ${stderr}`);
  return JSON.parse(stdout) as Times;
}
