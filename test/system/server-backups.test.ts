import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { verifyDatabase } from "../../server/store/sqlite/database/verify.ts";
import { startReceiver } from "../server/notices/receivers.ts";
import { createSystemSite, type SystemSite } from "./api-process.ts";
import { describeWith } from "./programs.ts";
import { createVisitors } from "./visitors.ts";

let site: SystemSite;
let db: string;
let folder: string;
beforeEach(async () => {
  site = await createSystemSite();
  db = site.path("data/octavo.db");
  folder = site.path("backups");
});
afterEach(() => site.remove());

function recordedBackups(): string[] {
  const record = site.path("data/backups.json");
  if (!existsSync(record)) return [];
  return (JSON.parse(readFileSync(record, "utf8")) as { backups: { file: string }[] }).backups.map((each) => each.file);
}

const backups = (): string[] => (existsSync(folder) ? readdirSync(folder).filter((name) => /\.db(?:\.age)?$/.test(name)) : []);

it("the server makes a backup in a separate process, and a restore from it has the visitors' comments", async () => {
  mkdirSync(folder);
  const visitors = createVisitors(createRandom(7));
  const api = await site.start({ db, env: { OCTAVO_BACKUPS: `${folder},hourly,keep=2` } });
  for (let n = 0; n < 10; n += 1) await api.send(visitors.next().request);
  await expect.poll(backups, { timeout: 40_000 }).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  const file = join(folder, backups()[0] ?? "");
  expect(verifyDatabase(file).problems).toEqual([]);
  // It is recorded after it has its name.
  await expect.poll(recordedBackups).toEqual([file]);
  await api.stop();
  expect((await site.octavo("db", "restore", file, "--db", db)).code).toBe(0);
  expect(verifyDatabase(db).rows).toEqual(verifyDatabase(file).rows);
});

it("a missing folder is reported at once, with its path only if nobody but the owner reads the message", async () => {
  const hook = await startReceiver();
  const env = { OCTAVO_BACKUPS: `${folder},hourly`, OCTAVO_WEBHOOK_URL: `${hook.url}/topic`, OCTAVO_WEBHOOK_FORMAT: "ntfy" };
  const api = await site.start({ db, env });
  const titles = (): string[] => hook.posts.map(({ body }) => (JSON.parse(body) as { title: string }).title);
  await expect.poll(titles, { timeout: 60_000, interval: 500 }).toEqual(["Marsh notes: the server's last backup failed"]);
  expect(hook.posts[0]?.body).not.toContain(folder);
  expect((await site.octavo("doctor", "--db", db)).out).toMatch(
    /WRONG +backups +the server's last backup failed: at .* the folder .* does not exist/,
  );
  await api.stop();
});

describeWith(["age"], "backups for an age public key", () => {
  it("age decrypts the server's backup; no readable copy is left", async () => {
    mkdirSync(folder);
    const key = site.path("key.txt");
    execFileSync("age-keygen", ["-o", key], { stdio: "pipe" });
    const recipient = /public key: (age1\S+)/.exec(readFileSync(key, "utf8"))?.[1] ?? "";
    const api = await site.start({ db, env: { OCTAVO_BACKUPS: `${folder},daily,keep=2,age=${recipient}` } });
    await api.send(createVisitors(createRandom(7)).next().request);
    await expect.poll(backups, { timeout: 40_000 }).toEqual([expect.stringMatching(/^octavo-\d{8}T\d{6}Z-[0-9a-f]{8}\.db\.age$/)]);
    await api.stop();
    const file = join(folder, backups()[0] ?? "");
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name)).includes("SQLite format 3")).toBe(false);
    expect((await site.octavo("db", "restore", file, "--db", db)).out).toMatch(
      /is encrypted\nhint: decrypt it first: age --decrypt -i key\.txt/,
    );
    writeFileSync(site.path("plain.db"), execFileSync("age", ["--decrypt", "-i", key, file], { maxBuffer: 1e9 }), { mode: 0o600 });
    expect(verifyDatabase(site.path("plain.db")).problems).toEqual([]);
    expect((await site.octavo("db", "restore", site.path("plain.db"), "--db", db)).code).toBe(0);
  });
});
