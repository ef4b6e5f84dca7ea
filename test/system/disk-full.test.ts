import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { startMailServer, startReceiver } from "../server/notices/receivers.ts";
import { type Answer, type ApiProcess, createSystemSite, SLUGS, type SystemSite } from "./api-process.ts";
import { describeWith } from "./programs.ts";
import { mountSmallDisk, unmountDisk, whyNoDisk } from "./small-disk.ts";
import { createVisitors, findLosses, type Visitors, type Write } from "./visitors.ts";

const DISK = "16m";
/** Free bytes: room for nothing, for a part of a transaction, for several transactions. */
const ROOMS = [0, 20_480, 200_000];
const TOGETHER = 8;
/** This many writes together may find room in the log's earlier space. */
const ROUNDS_MAX = 300;

let site: SystemSite;
let visitors: Visitors;
let db: string;
beforeEach(async () => {
  site = await createSystemSite();
  db = site.path("data/octavo.db");
  visitors = createVisitors(createRandom(5));
});
afterEach(() => site.remove());

async function send(api: ApiProcess, write: Write): Promise<Answer> {
  const answer = await api.send(write.request);
  visitors.note(write, answer);
  if (answer.status >= 300) {
    expect([answer.status, answer.body]).toMatchObject([503, { code: "temporary-reduced-capacity" }]);
    expect(answer.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
  }
  return answer;
}

const sendMany = (api: ApiProcess): Promise<Answer[]> => Promise.all(Array.from({ length: TOGETHER }, () => send(api, visitors.next())));

/** Writes until there is room for none: small writes still fit where large ones do not. */
async function writeUntilRefused(api: ApiProcess): Promise<void> {
  let accepted = TOGETHER;
  for (let round = 0; round < ROUNDS_MAX && accepted > 0; round += 1) {
    accepted = (await sendMany(api)).filter(({ status }) => status < 300).length;
  }
  expect(accepted).toBe(0);
}

async function expectReads(api: ApiProcess): Promise<void> {
  for (const path of [...SLUGS.map((slug) => `/posts/${slug}/comments`), "/posts/thaw/like", "/counts"])
    expect([path, (await api.send({ method: "GET", path: `/api/v1${path}` })).status]).toEqual([path, 200]);
}

/** /readyz reports the last write. */
async function expectDegraded(api: ApiProcess, lastWriteFailure: string): Promise<void> {
  const read = async (): Promise<unknown> => (await api.send({ method: "GET", path: "/readyz" })).body;
  const degraded = { status: "degraded", database: { ok: true, lastWriteFailure } };
  // The maintenance at the start may have run last. It had nothing to write, so it met no error. It
  // runs once.
  if (JSON.stringify(await read()).includes('"ready"')) await writeUntilRefused(api);
  expect(await read()).toMatchObject(degraded);
}

/** Sends refused requests once more. */
async function expectRecovery(api: ApiProcess): Promise<void> {
  const answers = await Promise.all(visitors.writes.filter(({ known }) => !known).map((write) => send(api, write)));
  expect(answers.length).toBeGreaterThanOrEqual(TOGETHER);
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  expect((await api.send({ method: "GET", path: "/readyz" })).body).toMatchObject({ status: "ready" });
  expect(findLosses(db, visitors.writes)).toEqual([]);
}

async function expectSound(): Promise<void> {
  expect(findLosses(db, visitors.writes)).toEqual([]);
  expect(await site.octavo("db", "verify", "--db", db)).toMatchObject({ code: 0 });
  expect(await site.octavo("engagement", "verify", "--db", db)).toMatchObject({ code: 0 });
}

/** If no disk can be mounted, the limit on the size of files, below, replaces it. */
const refused = whyNoDisk();
if (refused !== null) console.warn(`\n  SKIPPED: a disk that is full: no file system can be mounted here: ${refused}\n`);

describe.skipIf(refused !== null)("a disk that is full", () => {
  const ballast = (): string => join(dirname(db), "ballast");
  const leave = (bytes: number): void => {
    // The server may write between measuring and filling.
    for (let isFilled = false; !isFilled; ) {
      rmSync(ballast(), { force: true });
      const { bavail, bsize } = statfsSync(dirname(db));
      try {
        writeFileSync(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
        isFilled = true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  };
  beforeEach(() => {
    mkdirSync(dirname(db), { mode: 0o700 });
    expect(mountSmallDisk(dirname(db), DISK)).toBe(null);
  });
  afterEach(() => unmountDisk(dirname(db)));

  it("makes writes get 503, but reads work, nothing acknowledged is lost, and with free space everything works again without a restart", async () => {
    const api = await site.start({ db });
    await sendMany(api);
    for (const bytes of ROOMS) {
      leave(bytes);
      await writeUntilRefused(api);
      await expectReads(api);
      await expectDegraded(api, "disk-full");
      expect(findLosses(db, visitors.writes)).toEqual([]);
      rmSync(ballast());
      await expectRecovery(api);
    }
    await api.stop();
    await expectSound();
  });

  it("is reported to the owner by mail and webhook within a minute, and again when it is over, even though nothing can be written", async () => {
    const mail = await startMailServer();
    const hook = await startReceiver();
    const env = {
      OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${mail.port}`,
      OCTAVO_MAIL_TO: "ines@ines.example",
      OCTAVO_WEBHOOK_URL: `${hook.url}/topic`,
      OCTAVO_WEBHOOK_FORMAT: "ntfy",
    };
    const api = await site.start({ db, env });
    await sendMany(api);
    leave(0);
    await writeUntilRefused(api);
    const titles = (): string[] => {
      const all = hook.posts.map(({ body }) => (JSON.parse(body) as { title: string }).title);
      return all.filter((title) => title.startsWith("Marsh notes: ")).sort();
    };
    const begun = ["Marsh notes: the database's disk has 0 MiB left", "Marsh notes: writes fail: the disk"].map((text) =>
      expect.stringContaining(text),
    );
    await expect.poll(titles, { timeout: 60_000, interval: 500 }).toEqual(begun);
    await expect.poll(() => mail.mails.filter(({ text }) => text.includes("What to do: ")).length, { timeout: 10_000 }).toBe(2);
    expect((await api.send({ method: "GET", path: "/readyz" })).status).toBe(200);
    expect((await api.send({ method: "GET", path: "/readyz?strict" })).status).toBe(503);
    const doctor = await site.octavo("doctor", "--db", db);
    expect(doctor.out).toMatch(/WRONG +writes +writes fail: the disk or the database is full/);
    expect(doctor.out).toMatch(/WRONG +disk /);
    rmSync(ballast());
    // The small disk never has 100 MiB.
    await expect
      .poll(titles, { timeout: 120_000, interval: 500 })
      .toEqual([expect.stringContaining("Marsh notes: over: writes fail: the disk"), ...begun]);
    await api.stop();
    await expectSound();
  }, 240_000);

  it("does not make a server that is killed and started there again lose acknowledged writes", async () => {
    const first = await site.start({ db });
    await sendMany(first);
    leave(65_536);
    await writeUntilRefused(first);
    await first.kill();
    const second = await site.start({ db });
    expect(findLosses(db, visitors.writes)).toEqual([]);
    await expectReads(second);
    rmSync(ballast());
    await expectRecovery(second);
    await second.stop();
    await expectSound();
  });

  it("is named by a backup without enough space, which leaves no partial file", async () => {
    const api = await site.start({ db });
    await sendMany(api);
    await api.stop();
    leave(100_000);
    const backup = await site.octavo("db", "backup", join(dirname(db), "monday.db"), "--db", db);
    expect(backup).toMatchObject({
      code: 1,
      out: expect.stringMatching(/the disk is full .*\nhint: free as much space as the database takes/),
    });
    expect(readdirSync(dirname(db)).filter((name) => name.startsWith("monday"))).toEqual([]);
  });

  it("lets a server stop cleanly, and keep acknowledged writes", async () => {
    const api = await site.start({ db });
    await sendMany(api);
    leave(65_536);
    await writeUntilRefused(api);
    await api.stop();
    rmSync(ballast());
    await expectSound();
  });
});

describeWith(["prlimit"], "files that cannot grow", (prlimit) => {
  /**
   * Limits the size of the running server's files, in bytes: longer writes fail as they would on
   * a broken disk.
   */
  const limit = (api: ApiProcess, bytes: number | "unlimited"): void => {
    execFileSync(prlimit, ["--pid", String(api.pid), `--fsize=${bytes}:`]);
  };

  it.each([
    0, 4_096, 100_000,
  ])("make writes beyond %i bytes get 503, but reads work, and everything works again when files can grow", async (bytes) => {
    const api = await site.start({ db });
    await sendMany(api);
    limit(api, bytes);
    await writeUntilRefused(api);
    await expectReads(api);
    await expectDegraded(api, "io-error");
    limit(api, "unlimited");
    await expectRecovery(api);
    await api.stop();
    await expectSound();
  });
});
