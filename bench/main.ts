/**
 * `npm run bench`: builds generated sites of 1,000 and 10,000 posts and measures time by stage
 * (wall and CPU), peak memory, the size of the index, and CPU of each kind of edit; then requests
 * pages from the node host over HTTP, alternating with a bare node:http server as the baseline;
 * then reads comments and reports. At the end, it prints how each cost grew, and marks those that
 * grew faster than the site. Prints Markdown. `--corpus plain` uses posts that do not link to each
 * other; `--quick` makes a small run to check that everything works; `--posts 500,2000` sets the
 * sizes; `--seconds 2` sets the length of each measurement; `--builds` only measures builds.
 * `--versus <checkout>` measures writes and pages of comments on this checkout and another in turn
 * (server-versus.ts). `--searches <checkout>` measures how long others wait while 20 connections
 * search, on this checkout and another in turn (search-load.ts). `--notices` measures how long
 * visitors wait while mail is sent (server-notices.ts). `--comments` measures imports of comments
 * (comment-imports.ts). `--snapshots` measures snapshots of comments (comment-snapshots.ts).
 * `--desk` measures the owner's desk with 10,000 waiting comments (desk-pages.ts), `--selections`
 * one decision on as many while visitors write (selections.ts). `--rows` counts rows that each kind
 * of write changes (rows-written.ts). `--renderer <checkout>` measures the comment renderers of
 * this checkout and another in turn (comment-renderer.ts). `--server` measures the write server
 * instead (server-main.ts): `--soak 5` minutes of mixed load, `--events 1000000`, `--dir` on
 * another disk. `--reports` measures views of a generated year of engagement (report-times.ts), of
 * 100,000 and 1,000,000 records unless `--events` says otherwise.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { reportBuilds, reportCheck } from "./builds.ts";
import { benchCommentImports } from "./comment-imports.ts";
import { benchRenderer } from "./comment-renderer.ts";
import { benchSnapshots } from "./comment-snapshots.ts";
import { toCorpusName, writeCorpus } from "./corpus/write.ts";
import { benchDesk } from "./desk-pages.ts";
import { postAt } from "./edits.ts";
import { type Costs, printGrowth } from "./growth.ts";
import { quantile } from "./load.ts";
import { benchReports } from "./report-times.ts";
import { reportRequests } from "./requests.ts";
import { benchRows } from "./rows-written.ts";
import { measureSaves, saveText } from "./saves.ts";
import { benchSearchLoad } from "./search-load.ts";
import { benchSelections } from "./selections.ts";
import { benchServer } from "./server-main.ts";
import { benchNotices } from "./server-notices.ts";
import { benchVersus } from "./server-versus.ts";
import { measureStore } from "./store-growth.ts";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      posts: { type: "string" },
      seconds: { type: "string" },
      corpus: { type: "string" },
      builds: { type: "boolean", default: false },
      server: { type: "boolean", default: false },
      reports: { type: "boolean", default: false },
      soak: { type: "string" },
      events: { type: "string" },
      dir: { type: "string" },
      versus: { type: "string" },
      searches: { type: "string" },
      comments: { type: "boolean", default: false },
      notices: { type: "boolean", default: false },
      desk: { type: "boolean", default: false },
      selections: { type: "boolean", default: false },
      snapshots: { type: "boolean", default: false },
      rows: { type: "boolean", default: false },
      renderer: { type: "string" },
    },
  });
  if (values.versus !== undefined) {
    await benchVersus({ checkout: values.versus, durationMs: Number(values.seconds ?? 3) * 1000 });
    return;
  }
  if (values.searches !== undefined) {
    const sizes = (values.posts ?? "1000,10000").split(",").map(Number);
    await benchSearchLoad({ checkout: values.searches, sizes, durationMs: Number(values.seconds ?? 3) * 1000 });
    return;
  }
  if (values.desk) {
    await benchDesk();
    return;
  }
  if (values.selections) {
    await benchSelections({ quick: values.quick });
    return;
  }
  if (values.rows) {
    await benchRows();
    return;
  }
  if (values.renderer !== undefined) {
    await benchRenderer(values.renderer);
    return;
  }
  if (values.snapshots) {
    await benchSnapshots({ quick: values.quick });
    return;
  }
  if (values.notices) {
    await benchNotices({ durationMs: Number(values.seconds ?? 3) * 1000 });
    return;
  }
  if (values.reports) {
    await benchReports((values.events ?? (values.quick ? "5000" : "100000,1000000")).split(",").map(Number));
    return;
  }
  if (values.comments) {
    await benchCommentImports({ quick: values.quick });
    return;
  }
  if (values.server) {
    const toNumber = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
    const { quick, dir = null } = values;
    await benchServer({
      quick,
      dir,
      seconds: toNumber(values.seconds),
      soakMinutes: toNumber(values.soak),
      events: toNumber(values.events),
    });
    return;
  }
  const sizes = (values.posts ?? (values.quick ? "100,200" : "1000,10000")).split(",").map(Number);
  const durationMs = Number(values.seconds ?? (values.quick ? "0.3" : "3")) * 1000;
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}\n`);
  const costs: Costs[] = [];
  for (const posts of sizes) {
    const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
    try {
      console.log(`## ${posts} posts\n`);
      const corpus = await writeCorpus({ posts, folder, corpus: toCorpusName(values.corpus) });
      const parts = [await reportBuilds(folder, corpus)];
      if (!values.builds) {
        const saves = await measureSaves(folder, saveText(postAt(corpus, 1 / 5)), ["--no-search"]);
        const [median, worst] = [quantile(saves, 0.5), quantile(saves, 1)].map((ms) => ms.toFixed(0));
        console.log(`From a save to the new response under dev: median ${median} ms, worst ${worst} ms.\n`);
        parts.push(await reportRequests(join(folder, "dist"), corpus, durationMs), await measureStore(folder, posts));
      }
      parts.push(await reportCheck(folder, corpus));
      costs.push(new Map(parts.flatMap((part) => [...part])));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  printGrowth(sizes, costs);
}

await main();
