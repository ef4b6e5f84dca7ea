import { mkdirSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findIncidents } from "../../../server/incidents/find-incidents.ts";
import type { WatchedFiles, WatchedSite } from "../../../server/incidents/incident.ts";
import { INCIDENT_KINDS } from "../../../server/incidents/incident-kinds.ts";
import { toWatchedServer } from "../../../server/incidents/watched-server.ts";
import { noteBackup } from "../../../server/privacy/known-copies.ts";
import { DEFAULT_LIMITS } from "../../../server/server-config.ts";
import { backupDatabase } from "../../../server/store/sqlite/backup/backup.ts";
import { createFixture, type Fixture } from "../api-fixture.ts";
import { createTestStore } from "../store/file-store.ts";
import { publish } from "../store/helpers.ts";

const HOUR = 3_600_000;

function watchServer(
  { store, log, clock }: Fixture,
  limits = { comments: 5, "comment-edits": 5, inquiries: 5, likes: 5, engagement: 5 },
): WatchedSite {
  const config = { limits: { ...DEFAULT_LIMITS, dailyAll: limits } };
  return { now: () => clock.now, files: null, server: toWatchedServer({ config, store, log, backups: null }) };
}

const summary = async (site: WatchedSite): Promise<string[]> =>
  (await findIncidents(site, INCIDENT_KINDS)).map(({ kind, key, publicMessage }) => `${kind} ${key}: ${publicMessage}`);

it("every kind has its own name, and describes its check", () => {
  expect(new Set(INCIDENT_KINDS.map(({ name }) => name)).size).toBe(INCIDENT_KINDS.length);
  for (const { name, about } of INCIDENT_KINDS)
    expect([name, about]).toEqual([expect.stringMatching(/^[a-z]+$/), expect.stringMatching(/.{10}/)]);
});

it("a healthy server has no incidents", async () => {
  expect(await summary(watchServer(createFixture()))).toEqual([]);
});

it("a kind that cannot be examined is itself an incident, and hides no other", async () => {
  const fixture = createFixture();
  const site = watchServer(fixture);
  const examine = (): never => {
    throw new Error("/secret/path");
  };
  const broken = { name: "broken", about: "", needs: "server", examine } as const;
  expect(await findIncidents(site, [broken, ...INCIDENT_KINDS])).toEqual([
    expect.objectContaining({
      kind: "broken",
      publicMessage: '"broken" could not be checked',
      message: expect.stringContaining("/secret/path"),
      remedy: expect.not.stringContaining("octavo doctor"),
    }),
  ]);
  const files: WatchedFiles = { dbFile: "/data/octavo.db", folders: [], backups: null as never, show: (path) => path };
  const [onMachine] = await findIncidents({ ...site, files }, [broken]);
  expect(onMachine?.remedy).toBe("octavo doctor on the server's machine says more");
});

it("a daily total is reported at four fifths, and again when it is used up", async () => {
  const limits = { ...DEFAULT_LIMITS, dailyAll: { comments: 5, "comment-edits": 5, inquiries: 5, likes: 5, engagement: 5 } };
  const fixture = createFixture({ config: { limits } });
  const site = watchServer(fixture);
  const comment = (n: number) => fixture.post("/posts/hello/comments", { authorName: "Ada", body: `Number ${n}` });
  for (let n = 0; n < 3; n += 1) await comment(n);
  expect(await summary(site)).toEqual([]);
  await comment(3);
  expect(await summary(site)).toEqual([expect.stringMatching(/^caps comments-all: 80% of today's total of comments is used \(4 of 5\)/)]);
  await comment(4);
  expect(await summary(site)).toEqual([expect.stringMatching(/^caps comments-all: today's total of comments \(5\) is used up/)]);
  fixture.clock.now += 24 * HOUR;
  expect(await summary(site)).toEqual([]);
});

it("a channel that could not send a message to the owner three times is reported, without paths or addresses in public", async () => {
  const fixture = createFixture();
  const { store, clock } = fixture;
  const site = watchServer(fixture);
  await fixture.post("/services/inquiries", { email: "ada@ada.example", message: "Could you weave this?" });
  await store.notices.plan(["mail"]);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await summary(site)).toEqual([]);
    const notice = await store.notices.lease({ channel: "mail", ms: 1_000 });
    if (notice === null) throw new Error("nothing to send");
    await store.notices.failed(notice, { error: "421 mail.example is busy", retryAt: clock.now });
  }
  const [incident] = await findIncidents(site, INCIDENT_KINDS);
  expect(incident).toMatchObject({ kind: "channels", key: "mail", publicMessage: "notices by mail cannot be sent" });
  expect(incident?.message).toContain("421 mail.example is busy");
  const notice = await store.notices.lease({ channel: "mail", ms: 1_000 });
  if (notice === null) throw new Error("nothing to send");
  await store.notices.sent(notice);
  expect(await summary(site)).toEqual([]);
});

describe("backups", () => {
  function createFiles(backups: WatchedFiles["backups"]): { site: (now: number) => WatchedSite; folder: string; dbFile: string } {
    const folder = mkdtempSync(join(tmpdir(), "octavo-incidents-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dbFile = join(folder, "octavo.db");
    const plan = backups.kind === "own" ? { ...backups, folder: join(folder, "backups") } : backups;
    const files: WatchedFiles = { dbFile, folders: [], backups: plan, show: (path) => path };
    return { folder, dbFile, site: (now) => ({ now: () => now, files, server: null }) };
  }
  const OWN = { kind: "own", folder: "", every: "daily", keep: 3, recipient: null } as const;

  it("are an incident once the newest undamaged one is older than the server's interval", async () => {
    const { site, folder, dbFile } = createFiles(OWN);
    const { store, clock } = createTestStore({ file: dbFile });
    await publish(store);
    mkdirSync(join(folder, "backups"));
    const file = join(folder, "backups/octavo-20260301T120000Z.db");
    const { bytes } = await backupDatabase({ source: dbFile, target: file });
    noteBackup(dbFile, { backup: file, at: clock.now, bytes });
    expect(await summary(site(clock.now + 29 * HOUR))).toEqual([]);
    expect(await summary(site(clock.now + 31 * HOUR))).toEqual(["backups : the newest backup is 31 hours old"]);
    // A damaged backup does not count.
    truncateSync(file, bytes - 1);
    expect(await summary(site(clock.now + 29 * HOUR))).toEqual([]);
    expect(await summary(site(clock.now + 31 * HOUR))).toEqual(["backups : no backup is known, and visitors' data goes back a day"]);
  });
});
