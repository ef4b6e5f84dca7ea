import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { type ApiProcess, createSystemSite, type SystemSite } from "./api-process.ts";
import { createVisitors, findLosses, type Visitors } from "./visitors.ts";

/** Writes before and after the database is taken away. */
const WRITES = 40;
/** The server has to notice within a second; a busy machine gets more time. */
const NOTICE_MS = 10_000;

let site: SystemSite;
let db: string;
let visitors: Visitors;
beforeEach(async () => {
  site = await createSystemSite();
  db = site.path("data/octavo.db");
  visitors = createVisitors(createRandom(12));
});
afterEach(() => site.remove());

async function write(api: ApiProcess, count = WRITES): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const next = visitors.next();
    visitors.note(next, await api.send(next.request));
  }
}

/** Sends visitors' writes until the server says that it accepts no more. */
async function writeUntilNoticed(api: ApiProcess): Promise<void> {
  const end = performance.now() + NOTICE_MS;
  while (performance.now() < end) {
    const next = visitors.next();
    const answer = await api.send(next.request);
    visitors.note(next, answer);
    if (answer.status === 503) return;
    await pause(10);
  }
  throw new Error("it keeps acknowledging writes that it will lose");
}

const filesLike = (part: string): string[] => {
  const names = readdirSync(dirname(db)).filter((name) => name.startsWith(`${basename(db)}${part}`));
  return names.map((name) => join(dirname(db), name));
};

function rescued(): string {
  const [file = "", ...more] = filesLike(".rescued-");
  expect([file === "", more]).toEqual([false, []]);
  return file;
}

async function expectUnavailable(api: ApiProcess): Promise<void> {
  const ready = await api.send({ method: "GET", path: "/readyz" });
  expect([ready.status, ready.body]).toMatchObject([
    503,
    { status: "unavailable", database: { ok: false, lastWriteFailure: "database-lost" } },
  ]);
  expect((await api.send({ method: "GET", path: "/api/v1/counts" })).status).toBe(503);
}

it("the server loses no acknowledged write when its database is deleted, and warns that the next one is empty", async () => {
  const api = await site.start({ db });
  await write(api);
  rmSync(db);
  await writeUntilNoticed(api);
  await expectUnavailable(api);
  expect(api.log()).toMatch(/"level":"error","message":"THE DATABASE WAS REMOVED.*was deleted.*octavo db restore/);
  await api.stop();
  expect(findLosses(rescued(), visitors.writes)).toEqual([]);
  expect(await site.octavo("db", "verify", rescued())).toMatchObject({ code: 0 });

  const empty = await site.start({ db });
  expect(empty.log()).toMatch(/THE DATABASE IS NEW, THE SECRETS ARE NOT.*octavo\.db\.rescued-/);
  await empty.stop();
  expect(await site.octavo("db", "restore", rescued(), "--db", db)).toMatchObject({ code: 0 });
  const again = await site.start({ db });
  expect(again.log()).not.toContain("THE DATABASE IS NEW");
  await write(again);
  await again.stop();
  expect(findLosses(db, visitors.writes)).toEqual([]);
});

it("the server also saves its writes if SIGTERM arrives before it has noticed, and if the whole folder is deleted", async () => {
  for (const taken of [db, dirname(db)]) {
    const api = await site.start({ db });
    await write(api);
    rmSync(taken, { recursive: true });
    await write(api, 3);
    await api.stop();
    expect(findLosses(rescued(), visitors.writes)).toEqual([]);
    expect(await site.octavo("db", "restore", rescued(), "--db", db)).toMatchObject({ code: 0 });
    rmSync(rescued());
  }
});

it("the server does not change a backup that is moved over its database, and puts everything else into the rescued file", async () => {
  const api = await site.start({ db });
  await write(api);
  const backup = site.path("monday.db");
  expect(await site.octavo("db", "backup", backup, "--db", db)).toMatchObject({ code: 0 });
  const before = readFileSync(backup);
  const inBackup = [...visitors.writes];
  await write(api);
  renameSync(backup, db);
  await writeUntilNoticed(api);
  await expectUnavailable(api);
  // The next program that opens it must not replay the log into it.
  expect(await site.octavo("db", "verify", "--db", db)).toMatchObject({ code: 0 });
  expect(filesLike("-wal").map((name) => name.includes(".aside-"))).toEqual([true]);
  await api.stop();
  expect(readFileSync(db).equals(before)).toBe(true);
  expect(findLosses(rescued(), visitors.writes)).toEqual([]);

  const again = await site.start({ db });
  await again.stop();
  expect(findLosses(db, inBackup)).toEqual([]);
  expect(findLosses(db, visitors.writes).length).toBeGreaterThan(0);
});

it("the server accepts no writes once a backup is copied over its open file, and does not change the copy", async () => {
  const backup = site.path("backup.db");
  const api = await site.start({ db });
  await write(api);
  expect(await site.octavo("db", "backup", backup, "--db", db)).toMatchObject({ code: 0 });
  await write(api, 3 * WRITES);
  copyFileSync(backup, db);
  await writeUntilNoticed(api);
  await expectUnavailable(api);
  await api.stop();
  expect(api.log()).toContain("was overwritten in place while it was open");
  expect(filesLike(".rescued-")).toEqual([]);
  expect(filesLike("-wal.aside-")).toHaveLength(1);
  expect(readFileSync(db).equals(readFileSync(backup))).toBe(true);
  const again = await site.start({ db });
  await write(again);
  await again.stop();
  expect(await site.octavo("db", "verify", "--db", db)).toMatchObject({ code: 0 });
});

it("the server accepts no writes once its open file has been emptied", async () => {
  const api = await site.start({ db });
  await write(api);
  truncateSync(db);
  await writeUntilNoticed(api);
  await expectUnavailable(api);
  await api.stop();
  expect(api.log()).toContain("was overwritten in place while it was open");
});

it("the server does not open a backup that was copied over a killed server's file, beside that server's log", async () => {
  const backup = site.path("backup.db");
  const api = await site.start({ db });
  await write(api);
  expect(await site.octavo("db", "backup", backup, "--db", db)).toMatchObject({ code: 0 });
  await write(api);
  await api.kill();
  copyFileSync(backup, db);
  await expect(site.start({ db })).rejects.toThrow("belongs to another database than the one now at");
  for (const args of [
    ["db", "verify"],
    ["comments", "list"],
  ])
    expect(await site.octavo(...args, "--db", db), args.join(" ")).toMatchObject({
      out: expect.stringContaining("belongs to another database"),
    });
  for (const file of filesLike("-")) if (/-(?:wal|shm)$/.test(file)) renameSync(file, `${file}.away`);
  await (await site.start({ db })).stop();
  expect(await site.octavo("db", "verify", "--db", db)).toMatchObject({ code: 0 });
});

it("octavo never opens a database beside the log of another one, in any command, and names remedies that work", async () => {
  const api = await site.start({ db });
  await write(api);
  const backup = site.path("monday.db");
  expect(await site.octavo("db", "backup", backup, "--db", db)).toMatchObject({ code: 0 });
  const before = readFileSync(backup);
  const inBackup = [...visitors.writes];
  await write(api);
  await api.kill();
  renameSync(db, site.path("old.db"));
  for (const standsThere of ["a backup", "nothing", "an empty file"]) {
    if (standsThere === "a backup") renameSync(backup, db);
    if (standsThere === "nothing") renameSync(db, backup);
    if (standsThere === "an empty file") writeFileSync(db, "");
    const said = standsThere === "a backup" ? /belongs to another database/ : /but its log .*-wal holds the most recent data from visitors/;
    await expect(site.start({ db }), standsThere).rejects.toThrow(said);
    for (const command of [
      ["db", "verify"],
      ["comments", "list"],
      ["db", "backup", site.path("other.db")],
      ["db", "restore", site.path("old.db")],
      ["db", "migrate"],
    ]) {
      const ran = await site.octavo(...command, "--db", db);
      expect(ran.code, `${command.join(" ")}, ${standsThere}`).toBe(1);
      // If nothing is there, commands for an existing database say so.
      if (standsThere !== "nothing" || command[1] === "restore") expect(ran.out, command.join(" ")).toMatch(said);
    }
    if (standsThere === "a backup") expect(readFileSync(db).equals(before)).toBe(true);
  }
  // One solution: the database that the log belongs to is put back.
  rmSync(db);
  renameSync(site.path("old.db"), db);
  const restored = await site.start({ db });
  await restored.kill();
  expect(findLosses(db, visitors.writes)).toEqual([]);

  // The other solution: the log is removed with everything in it.
  renameSync(backup, db);
  await expect(site.start({ db })).rejects.toThrow(/belongs to another database.*move .*-wal and .*-shm away/s);
  for (const suffix of ["-wal", "-shm"]) renameSync(`${db}${suffix}`, site.path(`old${suffix}`));
  const fresh = await site.start({ db });
  await fresh.stop();
  expect(findLosses(db, inBackup)).toEqual([]);
}, 120_000);
