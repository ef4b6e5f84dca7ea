import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { type ApiRequest, createSystemSite, type SystemSite } from "./api-process.ts";
import { describeWith } from "./programs.ts";
import { judgeTrace, type SyncReport, TRACED, TRACED_BYTES } from "./sync-trace.ts";
import { createVisitors, findLosses, type Visitors, type Write } from "./visitors.ts";

/** One after the other, so that no other write's sync can count as their own. */
const ALONE = ["comment", "inquiry", "engagement", "like", "comment", "like", "engagement", "inquiry"] as const;
const TOGETHER = 24;

describeWith(["strace"], "the sync before an answer", (strace) => {
  let site: SystemSite;
  let db: string;
  beforeEach(async () => {
    site = await createSystemSite();
    db = site.path("data/octavo.db");
  });
  afterEach(() => site.remove());

  /** strace as a grandchild (-D): the process that is started is the server. */
  const under = (...more: string[]): string[] => {
    const filter = ["-e", `trace=${TRACED}`, "-e", "signal=none", "-s", String(TRACED_BYTES)];
    return [strace, "-D", "-f", "-yy", ...filter, ...more, "-o", site.path("trace")];
  };

  const judge = async ({ writes }: Visitors): Promise<SyncReport> => {
    const texts = new Map(writes.map(({ request, texts: [text] }) => [request.path, text ?? null]));
    return judgeTrace(await readFile(site.path("trace"), "latin1"), `${db}-wal`, (path) => texts.get(path));
  };
  const again = ({ request }: Write): ApiRequest => ({ ...request, path: `${request.path}&again` });

  /** Writes of each kind by themselves, then many at once, observed by strace. */
  const trace = async (preload?: string, env: string[] = []): Promise<SyncReport> => {
    const visitors = createVisitors(createRandom(8));
    const api = await site.start({ db, under: [...under(), ...env], ...(preload === undefined ? {} : { preload }) });
    const send = async (write: Write): Promise<void> => visitors.note(write, await api.send(write.request));
    for (const kind of ALONE) await send(visitors.next(kind));
    await Promise.all(Array.from({ length: TOGETHER }, () => send(visitors.next())));
    await api.stop();
    expect(visitors.writes.filter(({ accepted }) => accepted === null)).toEqual([]);
    return judge(visitors);
  };
  const all = ALONE.length + TOGETHER;

  it("is an fsync of the database's log, for each answer", async () => {
    expect(await trace()).toEqual({ answers: all, faults: [], folderSynced: true });
  });

  it("is missed if SQLite is told not to sync", async () => {
    const { answers, faults } = await trace("weak-sync-preload.ts", ["env", "WEAK_SYNC=OFF"]);
    expect(answers).toBe(all);
    expect(faults.filter((fault) => fault.endsWith("answered before the log was synced"))).toHaveLength(all);
  });

  it("is missed if SQLite syncs only at checkpoints, as with better-sqlite3's default", async () => {
    const { answers, faults } = await trace("weak-sync-preload.ts", ["env", "WEAK_SYNC=NORMAL"]);
    expect(answers).toBe(all);
    // A checkpoint of the server's upkeep also syncs the log. On a slow machine, this can happen
    // just before an answer.
    expect(faults.filter((fault) => fault.endsWith("answered before the log was synced")).length).toBeGreaterThan(all / 2);
  });

  it("is missed if the answer goes out before the commit", async () => {
    const { answers, faults } = await trace("early-answer-preload.ts");
    expect(answers).toBe(all);
    expect(faults.filter((fault) => fault.endsWith("answered before it was in the log")).length).toBeGreaterThan(all / 2);
  });

  it("must have succeeded: while it fails, nothing is acknowledged, and a retry counts once", async () => {
    const visitors = createVisitors(createRandom(8));
    // The first syncs are those of a start; the faults hit the writes.
    const api = await site.start({ db, under: under("-e", "inject=fsync,fdatasync:error=EIO:when=40..45") });
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) {
      const write = visitors.next(count % 2 === 0 ? "engagement" : "comment");
      const answer = await api.send(write.request);
      statuses.push(answer.status);
      // A write that failed at the very end may be in the file: keys and ids exist for that case.
      write.unsure = answer.status === 503;
      visitors.note(write, answer);
      if (answer.status === 503) expect(answer.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
    }
    expect([...new Set(statuses)].sort()).toEqual([202, 503]);
    expect(statuses.at(-1)).toBe(202);
    for (const write of visitors.writes.filter(({ known, repeatable }) => !known && repeatable))
      visitors.note(write, await api.send(again(write)));
    await api.stop();
    expect(findLosses(db, visitors.writes)).toEqual([]);
    expect((await judge(visitors)).faults).toEqual([]);
  });

  it("also happens at a start: a write that a killed process left unsynced is not acknowledged, when repeated, before it is safe", async () => {
    const visitors = createVisitors(createRandom(8));
    // Killed as it begins a sync: the commit is written then, but not safe.
    const killed = await site.start({ db, under: under("-e", "inject=fsync,fdatasync:signal=SIGKILL:when=40") });
    let last: Write;
    do {
      last = visitors.next("engagement");
      visitors.note(last, await killed.send(last.request).catch(() => null));
    } while (!last.unsure && visitors.writes.length < 100);
    await killed.kill();
    const api = await site.start({ db, under: under() });
    visitors.note(last, await api.send(again(last)));
    await api.stop();
    const { answers, faults } = await judge(visitors);
    expect([answers, faults]).toEqual([1, []]);
    expect(findLosses(db, visitors.writes)).toEqual([]);
  });
});
