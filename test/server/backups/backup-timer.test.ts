import { randomBytes } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { OwnBackups } from "../../../server/backups/backup-plan.ts";
import { type BackupTimer, startBackups } from "../../../server/backups/backup-timer.ts";
import { listOwnBackups } from "../../../server/backups/own-backups.ts";
import { listRecordedBackups, noteBackup } from "../../../server/privacy/known-copies.ts";
import { openSecrets } from "../../../server/secrets/secrets-file.ts";
import { backupDatabase } from "../../../server/store/sqlite/backup/backup.ts";
import { createTestStore, temporaryFolder } from "../store/file-store.ts";
import { DAY, MINUTE, NOON, publish } from "../store/helpers.ts";

interface World {
  readonly dbFile: string;
  readonly folder: string;
  now: number;
  /** Makes the next backup fail with this error; null if it is to succeed. */
  failure: string | null;
  /** Runs after a backup was made and recorded. */
  afterBackup: () => void;
  timer: BackupTimer;
  attempts: number;
  /** Advances both clocks by this many minutes, and runs the check of each minute. */
  pass(minutes: number): Promise<void>;
}

let world: World;
beforeEach(async () => {
  const file = join(temporaryFolder(), "octavo.db");
  const { store } = createTestStore({ file });
  await publish(store);
  await store.close();
  const folder = join(temporaryFolder(), "backups");
  mkdirSync(folder);
  world = startWorld(file, folder);
});

function startWorld(dbFile: string, folder: string, more: Partial<OwnBackups> = {}): World {
  const plan: OwnBackups = { kind: "own", folder, every: "daily", keep: 3, recipient: null, ...more };
  let task = (): void => {};
  let monotonic = 0;
  let working = Promise.resolve();
  const started: World = {
    ...{ dbFile, folder, now: NOON, failure: null, attempts: 0, afterBackup: () => {} },
    timer: startBackups({
      ...{ plan, dbFile },
      makeBackup: (target) => {
        const done = makeBackup(target);
        working = done.catch(() => {});
        return done;
      },
      clock: () => started.now,
      monotonic: () => monotonic,
      setTimer: (next) => {
        task = next;
        return () => {};
      },
      log: { info: () => {}, warn: () => {} },
    }),
    pass: async (minutes) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        started.now += MINUTE;
        monotonic += MINUTE;
        task();
        await working;
        // Lets the rotation after it finish.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
  const makeBackup = async (target: string): Promise<void> => {
    started.attempts += 1;
    if (started.failure !== null) {
      writeFileSync(`${target}.partial`, "half");
      throw new Error(started.failure);
    }
    const { bytes } = await backupDatabase({ source: dbFile, target });
    noteBackup(dbFile, { backup: target, at: started.now, bytes });
    started.afterBackup();
  };
  return started;
}

const files = (): string[] => readdirSync(world.folder).sort();

it("the timer makes a backup immediately, then one each day, keeps three, and updates the list", async () => {
  await world.pass(1);
  expect(files()).toEqual(["octavo-20260301T120100Z.db"]);
  await world.pass(60);
  expect(world.attempts).toBe(1);
  for (let day = 0; day < 4; day += 1) {
    world.now += DAY;
    await world.pass(1);
  }
  expect(files()).toHaveLength(3);
  expect(listRecordedBackups(world.dbFile).map(({ file }) => basename(file))).toEqual(files());
  expect(world.timer.state()).toEqual({ failure: null });
});

it("the timer recognizes its backups in the folder if backups.json is lost, and leaves other databases' backups alone", async () => {
  openSecrets(dirname(world.dbFile), { random: randomBytes });
  for (let day = 0; day < 3; day += 1) {
    await world.pass(1);
    world.now += DAY;
  }
  const before = files();
  expect(before).toHaveLength(3);
  expect(before[0]).toMatch(/^octavo-20260301T120100Z-[0-9a-f]{8}\.db$/);
  const foreign = "octavo-20250101T000000Z-00000000.db";
  copyFileSync(join(world.folder, before[0] ?? ""), join(world.folder, foreign));
  rmSync(join(dirname(world.dbFile), "backups.json"));
  expect(listOwnBackups(world.dbFile, world.folder).map(({ file }) => basename(file))).toEqual(before.toReversed());
  // Not due: the newest one is known without the list.
  world.now -= DAY - 2 * MINUTE;
  const { attempts } = world;
  await world.pass(1);
  expect(world.attempts).toBe(attempts);
  world.now += DAY;
  await world.pass(1);
  expect(files()).toHaveLength(3 + 1);
  expect(files()).toContain(foreign);
  expect(files()).not.toContain(before[0]);
  expect(
    listRecordedBackups(world.dbFile)
      .map(({ file }) => basename(file))
      .sort(),
  ).toEqual(files().filter((name) => name !== foreign));
});

it("the timer replaces backups from the future with new ones, one by one", async () => {
  await world.pass(1);
  world.now += 365 * DAY;
  for (let day = 0; day < 2; day += 1) {
    await world.pass(1);
    world.now += DAY;
  }
  const future = files().filter((name) => name.startsWith("octavo-2027"));
  expect(future).toHaveLength(2);
  world.now -= 366 * DAY;
  for (let day = 0; day < 3; day += 1) {
    await world.pass(1);
    world.now += DAY;
  }
  expect(files().filter((name) => name.startsWith("octavo-2027"))).toEqual([]);
  expect(files()).toHaveLength(3);
});

it("the timer never deletes the last good backup: damaged ones and the owner's own files do not count", async () => {
  world = startWorld(world.dbFile, world.folder, { keep: 1 });
  await world.pass(1);
  const [first = ""] = files();
  writeFileSync(join(world.folder, "before-the-update.db"), "the owner's");
  noteBackup(world.dbFile, { backup: join(world.folder, "before-the-update.db"), at: NOON });
  world.now += DAY;
  world.failure = "the disk is full";
  await world.pass(1);
  expect(files()).toEqual(["before-the-update.db", first]);
  expect(world.timer.state().failure).toMatchObject({ reason: "the disk is full" });
  world.failure = null;
  await world.pass(5);
  expect(files()).toHaveLength(2);
  expect(files()).toContain("before-the-update.db");
  expect(files()).not.toContain(first);
  // A truncated file does not count as a backup, so the next one is due immediately.
  const made = listOwnBackups(world.dbFile, world.folder)[0]?.file ?? "";
  truncateSync(made, 100);
  expect(listOwnBackups(world.dbFile, world.folder)).toEqual([]);
  await world.pass(1);
  expect(listOwnBackups(world.dbFile, world.folder)).toHaveLength(1);
});

it("the timer continues, and still deletes old backups, if a recorded one cannot be read", async () => {
  for (let day = 0; day < 2; day += 1) {
    await world.pass(1);
    world.now += DAY;
  }
  const [oldest = ""] = files();
  // Tests may run as root, so a link to itself replaces a file of another user.
  rmSync(join(world.folder, oldest));
  symlinkSync(oldest, join(world.folder, oldest));
  for (let day = 0; day < 4; day += 1) {
    await world.pass(10);
    world.now += DAY;
  }
  expect([world.timer.state().failure, world.attempts]).toEqual([null, 6]);
  expect(files()).toHaveLength(1 + 3);
});

it("the timer retries a failed backup after growing pauses, and leaves no partial files", async () => {
  world.failure = "the folder does not exist";
  await world.pass(60);
  // After 0, 5, 15 and 35 minutes.
  expect(world.attempts).toBe(4);
  expect(files()).toEqual([]);
  await world.pass(60 * 24);
  expect(world.attempts).toBeLessThanOrEqual(4 + 25);
});

it("the timer reports a missing folder and does not create it, because a disk may not be mounted", async () => {
  rmSync(world.folder, { recursive: true });
  await world.pass(1);
  expect(world.timer.state().failure?.reason).toMatch(/the folder .* does not exist/);
  expect(existsSync(world.folder)).toBe(false);
  mkdirSync(world.folder);
  await world.pass(6);
  expect([world.timer.state(), files().length]).toEqual([{ failure: null }, 1]);
});

it("the timer recovers without another backup once a missing folder has come back", async () => {
  await world.pass(1);
  world.now += DAY;
  const away = `${world.folder}-away`;
  world.afterBackup = () => renameSync(world.folder, away);
  await world.pass(1);
  expect(world.timer.state().failure?.reason).toMatch(/is not the backup that backups.json records/);
  world.afterBackup = () => {};
  renameSync(away, world.folder);
  await world.pass(6);
  expect([world.timer.state(), world.attempts, files().length]).toEqual([{ failure: null }, 2, 2]);
});

it("the timer does not stop, back up every minute or delete many backups if the clock jumps", async () => {
  for (let day = 0; day < 3; day += 1) {
    await world.pass(1);
    world.now += DAY;
  }
  expect(world.attempts).toBe(3);
  world.now += 365 * DAY;
  await world.pass(10);
  expect([world.attempts, files().length]).toEqual([4, 3]);
  world.now -= 400 * DAY;
  await world.pass(10);
  expect([world.attempts, files().length]).toEqual([5, 3]);
  // The newest one stays, although others have later times.
  expect(files().some((name) => name.startsWith("octavo-2026"))).toBe(true);
  world.now += DAY;
  await world.pass(10);
  expect(world.attempts).toBe(6);
});

it("the timer removes old files of a killed server, but no files of a backup in progress", async () => {
  const old = join(world.folder, "octavo-20260228T120000Z.db.partial");
  const young = join(world.folder, "octavo-20260301T110000Z.db.partial");
  for (const [file, at] of [
    [old, NOON - DAY],
    [young, NOON - MINUTE],
  ] as const) {
    writeFileSync(file, "half");
    utimesSync(file, at / 1_000, at / 1_000);
  }
  await world.pass(1);
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});

it.each([
  ["old", -3 * 60],
  ["from a clock that was ahead", 3 * 60],
])("the timer removes an old partial file even if no backup is due: %s", async (_, minutes) => {
  await world.pass(1);
  const readable = join(world.folder, "octavo-20260301T115900Z.db.age.partial-plain");
  writeFileSync(readable, "what visitors wrote");
  utimesSync(readable, (world.now + minutes * MINUTE) / 1_000, (world.now + minutes * MINUTE) / 1_000);
  await world.pass(1);
  expect([world.attempts, existsSync(readable)]).toEqual([1, false]);
});
