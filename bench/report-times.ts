import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { renderReportBody } from "../server/report/report-body.ts";
import { readReport } from "../server/report/report-model.ts";
import { openStore } from "../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../server/store/store.ts";
import { quantile } from "./load.ts";
import { printTable } from "./table.ts";
import { makeYear, recordYear } from "./year-of-events.ts";

const DAY_MS = 86_400_000;
const LAST_DAY = Date.UTC(2026, 4, 31);
const ROUNDS = 15;
/** Target in CPU ms for a view of a year with a million records. */
const BOUND_MS = 50;
const YEAR = { fromDay: "2025-06-01", toDay: "2026-05-31" };
/**
 * Begins and ends in the middle of a month, so the days of these two months are read one by one.
 */
const CUT_YEAR = { fromDay: "2025-06-15", toDay: "2026-05-20" };

const VIEWS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  summary: ({ engagement }) => engagement.summary({ ...YEAR, limit: 10 }),
  "summary, months cut": ({ engagement }) => engagement.summary({ ...CUT_YEAR, limit: 10 }),
  "top posts": ({ engagement }) => engagement.top({ dimension: "slug", types: ["post_view"], ...YEAR }),
  "top pages": ({ engagement }) => engagement.top({ dimension: "path", ...YEAR }),
  "top referrers": ({ engagement }) => engagement.top({ dimension: "referrer", ...YEAR }),
  "top links": ({ engagement }) => engagement.top({ dimension: "outbound", ...YEAR }),
  post: ({ engagement }) => engagement.post({ slug: "tide-notes", ...YEAR }),
  "report, as HTML": async (store) => renderReportBody(await readReport(store, { ...YEAR, limit: 15, timeZone: "UTC" })),
  "report, months cut": async (store) => renderReportBody(await readReport(store, { ...CUT_YEAR, limit: 15, timeZone: "Asia/Kathmandu" })),
  "views of all posts (/counts)": ({ engagement }) => engagement.views(),
};

/**
 * `npm run bench -- --reports`: measures the CPU time of each view of a generated year, alternating
 * between a database with monthly figures and one with only daily figures.
 */
export async function benchReports(sizes: readonly number[]): Promise<void> {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, load ${loadavg()[0]?.toFixed(1)}\n`);
  for (const size of sizes) {
    const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
    try {
      await reportSize(folder, size);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function reportSize(folder: string, size: number): Promise<void> {
  const clock = { now: 0 };
  const open = (file: string): Store => openStore({ file, clock: () => clock.now, random: (bytes) => randomBytes(bytes) });
  const [file, ofDays] = [join(folder, "months.db"), join(folder, "days.db")];
  const seeded = open(file);
  const counted = await recordYear(seeded, clock, makeYear({ lastDay: LAST_DAY, size }));
  clock.now = LAST_DAY + 1.5 * DAY_MS;
  await seeded.close();
  await copyFile(file, ofDays);
  const [months, days] = [open(file), open(ofDays)];
  try {
    const upkeep = await cpuOf(() => months.maintenance.run());
    console.log(
      `## A year of ${counted.events.toLocaleString("en-US")} records\n\nThe first maintenance, which adds up eleven months: ${upkeep.toFixed(0)} ms of CPU.\n`,
    );
    const rows: string[][] = [];
    for (const [name, view] of Object.entries(VIEWS)) {
      const times: Record<"months" | "days", number[]> = { months: [], days: [] };
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const [which, store] of [
          ["months", months],
          ["days", days],
        ] as const) {
          const ms = await cpuOf(() => view(store));
          // The first of each is a warm-up.
          if (round >= 0) times[which].push(ms);
        }
      }
      const [median, most] = [quantile(sorted(times.months), 0.5), quantile(sorted(times.months), 1)];
      rows.push([
        name,
        ...[median, most, quantile(sorted(times.days), 0.5)].map((ms) => ms.toFixed(1)),
        median <= BOUND_MS ? "yes" : "**no**",
      ]);
    }
    printTable(["View", "median", "worst", "only from days", `≤ ${BOUND_MS} ms`], rows);
  } finally {
    await Promise.all([months.close(), days.close()]);
  }
}

/** Returns CPU milliseconds. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function sorted(times: readonly number[]): number[] {
  return times.toSorted((one, other) => one - other);
}
