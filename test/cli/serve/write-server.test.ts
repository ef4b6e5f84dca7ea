import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openWriteServer } from "../../../cli/serve/write-server.ts";
import { createLog } from "../../../server/log.ts";
import { addErasures, writeErasures } from "../../../server/privacy/erasure-file.ts";
import { toErasure } from "../../../server/privacy/erasure-record.ts";
import { openSecrets, rotateAllSecrets } from "../../../server/secrets/secrets-file.ts";
import { DEFAULT_RETENTION } from "../../../server/store/privacy-types.ts";
import { openStore } from "../../../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../server/store/store.ts";
import { createApiKeys } from "../../../server/tokens.ts";
import { DEFAULT_CONFIG } from "../../server/default-config.ts";
import { publish } from "../../server/store/helpers.ts";

const NOW = Date.UTC(2026, 0, 31);

function createSite() {
  const folder = mkdtempSync(join(tmpdir(), "octavo-write-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const io = { now: () => NOW, monotonic: () => 0, setTimer: () => () => {} };
  return {
    folder,
    /** Starts and stops the server; returns its log at the level `error`. */
    start: async (limits = DEFAULT_CONFIG.limits): Promise<Record<string, unknown>[]> => {
      let lines = "";
      const log = createLog({ write: (text) => (lines += text), clock: io.now, level: "error" });
      const config = { ...DEFAULT_CONFIG, limits };
      const server = await openWriteServer({ io, dbFile: join(folder, "octavo.db"), published: folder, config, log });
      await server.close();
      return lines.split("\n").flatMap((line): Record<string, unknown>[] => (line === "" ? [] : [JSON.parse(line)]));
    },
  };
}

it("the server logs at each start that the secrets do not belong to the database, and nothing if they do", async () => {
  const { folder, start } = createSite();
  expect(await start()).toEqual([]);
  expect(await start()).toEqual([]);
  rmSync(join(folder, "secrets.json"));
  for (let n = 0; n < 2; n += 1) {
    expect(await start()).toMatchObject([
      {
        message: "SECRETS AND DATABASE DO NOT BELONG TOGETHER",
        detail: expect.stringMatching(/uses the secrets [0-9a-f]{16},.*contains [0-9a-f]{16}\./),
      },
    ]);
  }
});

it("the server removes temporary files that a killed process left", async () => {
  const { folder, start } = createSite();
  const left = join(folder, "octavo.db.server-files.0123456789abcdef.tmp");
  writeFileSync(left, "{}");
  utimesSync(left, new Date(NOW - 120_000), new Date(NOW - 120_000));
  await start();
  expect(existsSync(left)).toBe(false);
});

it("the server logs that nothing is limited, whatever the log level", async () => {
  expect(await createSite().start(null)).toMatchObject([
    { message: expect.stringContaining("OCTAVO_RATE_LIMITS=off: NOTHING IS LIMITED") },
  ]);
});

it("the server logs that the database is new if secrets show that there was an earlier one, and names files that can be restored", async () => {
  const { folder, start } = createSite();
  expect(await start()).toEqual([]);
  renameSync(join(folder, "octavo.db"), join(folder, "octavo.db.rescued-20260131T000000000Z"));
  expect(await start()).toMatchObject([
    {
      message: "THE DATABASE IS NEW, THE SECRETS ARE NOT",
      detail: expect.stringMatching(/begins empty.*put octavo\.db\.rescued-20260131T000000000Z back: octavo db restore/),
    },
  ]);
  expect(await start()).toEqual([]);
});

it("the server logs at each start that the database has another name, under which a second server would destroy it", async () => {
  const { folder, start } = createSite();
  expect(await start()).toEqual([]);
  linkSync(join(folder, "octavo.db"), join(folder, "backup.db"));
  expect(await start()).toMatchObject([
    { message: "THE DATABASE HAS ANOTHER NAME (A HARD LINK)", detail: expect.stringContaining("-samefile") },
  ]);
  rmSync(join(folder, "backup.db"));
  expect(await start()).toEqual([]);
});

it("the server checks twice a second that the database still exists, until the server ends", async () => {
  const { folder } = createSite();
  const dbFile = join(folder, "octavo.db");
  const timers: { task: () => void; ms: number }[] = [];
  const io = {
    now: () => NOW,
    monotonic: () => 0,
    setTimer: (task: () => void, ms: number) => {
      const timer = { task, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  };
  let lines = "";
  const log = createLog({ write: (text) => (lines += text), clock: io.now, level: "error" });
  const server = await openWriteServer({ io, dbFile, published: folder, config: DEFAULT_CONFIG, log });
  const look = (): void => {
    const at = timers.findIndex(({ ms }) => ms <= 1_000 && ms === Math.min(...timers.map((timer) => timer.ms)));
    timers.splice(at, 1)[0]?.task();
  };
  look();
  look();
  expect([lines, await server.counts()]).toEqual(["", { posts: {} }]);
  renameSync(dbFile, join(folder, "elsewhere.db"));
  look();
  expect(JSON.parse(lines)).toMatchObject({ detail: expect.stringContaining(`${dbFile}.rescued-`) });
  expect([await server.counts(), (await server.ready()).status]).toEqual([null, "unavailable"]);
  await server.close();
  expect(timers).toEqual([]);
});

it("the server keeps a folder that it creates out of git, and warns about a database that git would add", async () => {
  const root = mkdtempSync(join(tmpdir(), "octavo-write-server-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  const io = { now: () => NOW, monotonic: () => 0, setTimer: () => () => {} };
  const start = async (dbFile: string): Promise<string> => {
    let lines = "";
    const log = createLog({ write: (text) => (lines += text), clock: io.now, level: "warn" });
    const server = await openWriteServer({ io, dbFile, published: root, config: DEFAULT_CONFIG, log });
    await server.close();
    return lines;
  };
  expect(await start(join(root, "data/octavo.db"))).not.toContain("git");
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" })).toBe("");
  writeFileSync(join(root, "data/.gitignore"), "");
  expect(await start(join(root, "data/octavo.db"))).toContain("data/octavo.db is in a git repository that does not ignore it");
  rmSync(join(root, ".git"), { recursive: true });
  writeFileSync(join(root, ".git"), "no repository");
  expect(await start(join(root, "data/octavo.db"))).toContain("it is unknown whether git would add the database");
});

it("the server deletes what the owner's retention no longer allows, soon after the start and every hour, and records the retention for the command line", async () => {
  const { folder } = createSite();
  const timers: { task: () => void; ms: number }[] = [];
  let now = NOW;
  const io = {
    now: () => now,
    monotonic: () => 0,
    setTimer: (task: () => void, ms: number) => {
      const timer = { task, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  };
  const dbFile = join(folder, "octavo.db");
  const log = createLog({ write: () => {}, clock: io.now, level: "error" });
  const retention = { ...DEFAULT_RETENTION, spam: 2 };
  const server = await openWriteServer({ io, dbFile, published: folder, config: DEFAULT_CONFIG, retention, log });
  const store = openStore({ file: dbFile, clock: io.now, random: randomBytes, migrates: false });
  onTestFinished(() => store.close());
  expect(await store.privacy.retention()).toEqual(retention);
  const spam = await store.inquiries.submit({
    ...{ email: "spam@mail.example", message: "Buy", name: null, telegram: null, serviceId: null },
    ...{ state: "spam", origin: null, idempotency: null, quotas: [] },
  });
  expect(spam.kind).toBe("accepted");
  const upkeep = async (ms: number): Promise<number> => {
    timers
      .splice(
        timers.findIndex((timer) => timer.ms === ms),
        1,
      )[0]
      ?.task();
    await expect.poll(() => timers.some((timer) => timer.ms === 3_600_000)).toBe(true);
    return (await store.inquiries.list({ states: ["spam"] })).length;
  };
  expect(await upkeep(1_000)).toBe(1);
  now += 2 * 86_400_000;
  expect(await upkeep(3_600_000)).toBe(0);
  await server.close();
});

it("the server creates a list of erasures, refuses to start without it, and logs at each start that it is too old", async () => {
  const { folder, start } = createSite();
  const list = join(folder, "erasures.json");
  expect(await start()).toEqual([]);
  expect(JSON.parse(readFileSync(list, "utf8"))).toEqual({ format: 1, erasures: [] });
  rmSync(list);
  await expect(start()).rejects.toThrow("erasures.json is missing");
  expect(existsSync(list)).toBe(false);
  writeErasures(list, []);
  expect(await start()).toEqual([]);
  const store = openStore({ file: join(folder, "octavo.db"), clock: () => NOW, random: randomBytes });
  await store.privacy.erase({ email: "ada@mail.example", emailHash: null }, NOW);
  await store.close();
  const old = {
    message: expect.stringContaining("THE LIST OF ERASURES IS TOO OLD"),
    detail: expect.stringContaining("2026-01-31"),
  };
  expect(await start()).toMatchObject([old]);
  rmSync(list);
  await expect(start()).rejects.toThrow("erasures.json is missing");
});

it("the server erases listed data that the database has not recorded before it starts, and rewrites the file", async () => {
  const { folder, start } = createSite();
  expect(await start()).toEqual([]);
  const file = join(folder, "octavo.db");
  const use = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = openStore({ file, clock: () => NOW, random: randomBytes });
    return work(store).finally(() => store.close());
  };
  const secrets = openSecrets(folder, { random: randomBytes });
  const keys = { keys: createApiKeys(secrets, { random: randomBytes }), fingerprint: secrets.fingerprint };
  const id = await use((store) => publish(store, { authorEmail: "Ada@mail.example", body: "Zwqkx" }));
  addErasures(join(folder, "erasures.json"), [toErasure({ email: "ada@mail.example" }, NOW, keys)]);
  expect(await start()).toEqual([]);
  expect(await use(({ comments }) => comments.get(id))).toMatchObject({ state: "deleted" });
  expect(readFileSync(file).includes("Zwqkx")).toBe(false);
  expect(await use(({ privacy }) => privacy.compactionDue())).toBe(false);

  // The list without it is older, because the erasure is recorded.
  rmSync(join(folder, "erasures.json"));
  writeErasures(join(folder, "erasures.json"), []);
  expect(await start()).toMatchObject([{ message: expect.stringContaining("TOO OLD") }]);
  for (const text of ["{", "", "null"]) {
    writeFileSync(join(folder, "erasures.json"), text, { mode: 0o600 });
    await expect(start()).rejects.toThrow("erasures.json is damaged");
  }
});

it("the server reports in /readyz a list of erasures that is lost while the server runs, or is older than the database", async () => {
  const { folder } = createSite();
  const list = join(folder, "erasures.json");
  const dbFile = join(folder, "octavo.db");
  const io = { now: () => NOW, monotonic: () => 0, setTimer: () => () => {} };
  const log = createLog({ write: () => {}, clock: io.now, level: "error" });
  const open = () => openWriteServer({ io, dbFile, published: folder, config: DEFAULT_CONFIG, log });
  const server = await open();
  expect((await server.ready()).warnings).toEqual([]);
  rmSync(list);
  expect((await server.ready()).warnings).toEqual([expect.stringMatching(/^the list of erasures is missing or unreadable/)]);
  writeFileSync(list, "{", { mode: 0o600 });
  expect((await server.ready()).warnings).toHaveLength(1);
  await server.close();
  writeErasures(list, []);
  const store = openStore({ file: dbFile, clock: io.now, random: randomBytes });
  await store.privacy.erase({ email: "ada@mail.example", emailHash: null }, NOW);
  await store.close();
  const again = await open();
  expect((await again.ready()).warnings).toEqual(["the list of erasures is older than the database"]);
  await again.close();
});

it("the server refuses to start if an erasure with other secrets could concern data in the database, but not if there is none", async () => {
  const { folder, start } = createSite();
  const list = join(folder, "erasures.json");
  const erasure = { kind: "email", hash: "ab".repeat(32), at: new Date(NOW).toISOString(), secrets: "0".repeat(16) };
  writeFileSync(list, JSON.stringify({ format: 1, erasures: [erasure] }), { mode: 0o600 });
  expect(await start()).toEqual([]);
  const store = openStore({ file: join(folder, "octavo.db"), clock: () => NOW, random: randomBytes });
  await publish(store);
  await store.close();
  expect(await start()).toEqual([]);
  writeFileSync(list, JSON.stringify({ format: 1, erasures: [erasure, { ...erasure, hash: "cd".repeat(32) }] }), { mode: 0o600 });
  await expect(start()).rejects.toThrow("1 erasure in erasures.json cannot be repeated without the secrets 0000000000000000");
  // A server that could not start has nothing open.
  await expect(start()).rejects.toThrow("cannot be repeated");
});

it("the server reports a waiting rescued database at each start and in /readyz, where it names no path", async () => {
  const { folder } = createSite();
  const file = join(folder, "octavo.db.rescued-20260131T101500000Z");
  writeFileSync(file, "");
  let lines = "";
  const io = { now: () => NOW, monotonic: () => 0, setTimer: () => () => {} };
  const log = createLog({ write: (text) => (lines += text), clock: io.now, level: "warn" });
  const server = await openWriteServer({ io, dbFile: join(folder, "octavo.db"), published: folder, config: DEFAULT_CONFIG, log });
  const said = "a rescued database with visitors' data until 2026-01-31 10:15 UTC was neither restored nor dismissed";
  expect((await server.ready()).warnings).toEqual([said]);
  // Lines are written at the end of a turn of the event loop.
  log.flush();
  expect(lines).toContain(said);
  expect(lines).toContain(`octavo comments import ${file}`);
  renameSync(file, `${file}.dismissed`);
  expect((await server.ready()).warnings).toEqual([]);
  await server.close();
});

it("the server converts a database from before a rotation to the new secrets", async () => {
  const { folder, start } = createSite();
  const file = join(folder, "octavo.db");
  expect(await start()).toEqual([]);
  const { fingerprint } = rotateAllSecrets(folder, { random: randomBytes });
  expect(await start()).toEqual([]);
  const store = openStore({ file, clock: () => NOW, random: randomBytes });
  expect(await store.secrets.fingerprint()).toBe(fingerprint);
  await store.close();
});
