import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DOCTOR_CHECKS } from "../../../cli/doctor/doctor-checks.ts";
import { keepOutOfGit } from "../../../cli/git/git-exposure.ts";
import { reserveIncidentRecord, writeIncidentRecord } from "../../../server/incidents/incident-file.ts";
import { openSecrets } from "../../../server/secrets/secrets-file.ts";
import { createData, type DataFixture, NOW, type Ran } from "../data-fixture.ts";
import type { TestIoOptions } from "../test-io.ts";

const DAY_MS = 86_400_000;
let data: DataFixture;

/** A site with secrets, a comment from a month ago and a backup from yesterday. */
beforeEach(async () => {
  data = await createData();
  mkdirSync(join(data.cwd, "content"));
  writeFileSync(join(data.cwd, "content/site.yaml"), "name: Marsh notes\nurl: https://marsh.example\n");
  const { fingerprint } = openSecrets(join(data.cwd, "data"), { random: randomBytes });
  await data.use((store) => store.secrets.keep(fingerprint));
  keepOutOfGit(data.db);
  chmodSync(data.db, 0o600);
  chmodSync(join(data.cwd, "data"), 0o700);
  await data.comment({ at: NOW - 30 * DAY_MS, state: "approve" });
  await backup(NOW - DAY_MS);
});
afterEach(() => data.remove());

async function backup(at: number, file = "backup.db"): Promise<void> {
  const { code, err } = await data.run(["db", "backup", join(data.cwd, "data", file)], { now: new Date(at).toISOString() });
  expect([code, err]).toEqual([0, ""]);
}

const doctor = (args: readonly string[] = [], options: TestIoOptions = {}): Promise<Ran> => data.run(["doctor", ...args], options);

/** Findings, as `check: message`. */
async function findings(args: readonly string[] = [], options: TestIoOptions = {}): Promise<string[]> {
  const { out, code } = await doctor([...args, "--json"], options);
  const report: { ok: boolean; checks: { name: string; findings: { message: string; remedy: string }[] }[] } = JSON.parse(out);
  const found = report.checks.flatMap((check) => check.findings.map(({ message }) => `${check.name}: ${message}`));
  expect(report.checks.flatMap((check) => check.findings).every(({ remedy }) => remedy !== "")).toBe(true);
  expect([report.ok, code]).toEqual(found.length === 0 ? [true, 0] : [false, 1]);
  return found;
}

it("octavo doctor names a placeholder address", async () => {
  writeFileSync(join(data.cwd, "content/site.yaml"), "name: Marsh notes\nurl: https://marsh-notes.invalid\n");
  expect(await findings()).toEqual([
    expect.stringContaining("configuration: the site's address https://marsh-notes.invalid is a placeholder"),
  ]);
});

describe("a healthy site", () => {
  it("has no problems, and doctor prints the result of each check", async () => {
    const { code, out, err } = await doctor();
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("backups        the newest backup is 1 day old: data/backup.db");
    expect(out).toMatch(/no problems\n$/);
    for (const { name } of DOCTOR_CHECKS) expect(out).toMatch(new RegExp(`^(?:ok|skipped) +${name} `, "m"));
    expect(await findings()).toEqual([]);
    expect((await doctor(["--quiet"])).out).toBe("");
  });

  it("also has no problems before its first start", async () => {
    rmSync(join(data.cwd, "data"), { recursive: true });
    expect(await findings()).toEqual([]);
  });

  it("gets a list of proxy settings if none is named", async () => {
    expect((await doctor()).out).toMatch(
      /^ok +proxy +only this machine .*: if a proxy forwards visitors of https:\/\/marsh\.example, set --public-url and --trust-proxy$/m,
    );
  });

  it("may be behind a named proxy", async () => {
    expect(await findings(["--public-url", "https://marsh.example", "--trust-proxy", "127.0.0.1"])).toEqual([]);
    expect(await findings(["--host", "0.0.0.0", "--trust-proxy", "none"])).toEqual([]);
  });
});

describe("a fault", () => {
  it("of a static folder with a home page is found", async () => {
    writeFileSync(join(data.cwd, "octavo.config.ts"), 'export default { static: ["."] };\n');
    writeFileSync(join(data.cwd, "index.html"), "x");
    const { code, out } = await doctor();
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/WRONG +exposure +"\." has an index.html.*\n +→ put the files for visitors into/),
    ]);
  });

  it("of a database in a served folder is found", async () => {
    mkdirSync(join(data.cwd, "dist/data"), { recursive: true });
    copyFileSync(data.db, join(data.cwd, "dist/data/octavo.db"));
    chmodSync(join(data.cwd, "dist/data/octavo.db"), 0o600);
    expect(await findings(["--db", "dist/data/octavo.db"])).toContain(
      "exposure: dist, the folder that octavo build writes, contains dist/data/octavo.db: strangers may download it",
    );
  });

  it("of a database in a served folder is also found behind a link", async () => {
    mkdirSync(join(data.cwd, "dist"));
    renameSync(join(data.cwd, "data"), join(data.cwd, "dist/kept"));
    symlinkSync(join(data.cwd, "dist/kept"), join(data.cwd, "data"));
    expect(await findings()).toContainEqual(
      expect.stringMatching(/^exposure: dist, the folder that octavo build writes, contains data\/octavo\.db and \d more private files/),
    );
  });

  it("has a remedy that works in a shell even if a name has spaces", async () => {
    chmodSync(join(data.cwd, "data"), 0o755);
    renameSync(join(data.cwd, "data"), join(data.cwd, "my data"));
    chmodSync(join(data.cwd, "my data/octavo.db"), 0o644);
    expect((await doctor(["--db", "my data/octavo.db"])).out).toContain("→ chmod 600 'my data/octavo.db'\n");
  });

  it("of files that other users of the machine can read is found", async () => {
    chmodSync(data.db, 0o644);
    expect(await findings()).toEqual([]);
    chmodSync(join(data.cwd, "data"), 0o755);
    expect(await findings()).toEqual(["permissions: data/octavo.db can be read by other users of this machine (mode 0644)"]);
    chmodSync(join(data.cwd, "data/secrets.json"), 0o640);
    expect((await findings())[1]).toContain("data/secrets.json can be read or changed by others (mode 0640)");
  });

  it("of a database that git would commit is found", async () => {
    execFileSync("git", ["init", "--quiet"], { cwd: data.cwd });
    rmSync(join(data.cwd, "data/.gitignore"), { force: true });
    expect((await findings())[0]).toMatch(/^repository: data\/octavo\.db is in a git repository that does not ignore it/);
    writeFileSync(join(data.cwd, ".gitignore"), "/data/\n");
    expect(await findings()).toEqual([]);
  });

  it("of a repository in which git does not answer is found, once", async () => {
    writeFileSync(join(data.cwd, ".git"), "no repository");
    expect(await findings()).toEqual([
      expect.stringMatching(/^repository: it is unknown whether git would add the private files in .*invalid/),
    ]);
  });

  it("of lost secrets, or of another database's, is found, and nothing is created", async () => {
    rmSync(join(data.cwd, "data/secrets.json"));
    expect(await findings()).toEqual([
      expect.stringMatching(/^secrets: data\/secrets\.json is missing, but the database was created with the secrets [0-9a-f]{16}$/),
    ]);
    expect(await findings()).toHaveLength(1);
  });

  it("of a file that is not a database is found, whatever else that breaks", async () => {
    writeFileSync(data.db, "not a database at all, ".repeat(100));
    expect((await findings()).map((line) => line.split(":")[0])).toEqual(["secrets", "database", "erasures", "clock"]);
  });

  it("of a configuration that cannot be read is found beside other faults", async () => {
    writeFileSync(join(data.cwd, "octavo.config.ts"), "export default {\n");
    expect(await findings(["--public-url", "https://marsh.example"])).toEqual([
      expect.stringMatching(/^configuration: /),
      expect.stringMatching(/^proxy: visitors come over https/),
    ]);
  });

  it("of an old or missing backup is found, unless the owner states that another tool makes backups", async () => {
    await backup(NOW - 9 * DAY_MS);
    expect(await findings()).toEqual(["backups: the newest backup is 9 days old: data/backup.db"]);
    rmSync(join(data.cwd, "data/backup.db"));
    expect(await findings()).toEqual(["backups: the newest backup is 9 days old: data/backup.db (which no longer exists)"]);
    rmSync(join(data.cwd, "data/backups.json"));
    expect(await findings()).toEqual(["backups: no backup is known, and visitors' data goes back 30 days"]);
    expect(await findings([], { env: { OCTAVO_BACKUPS: "elsewhere" } })).toEqual([]);
  });

  it("that only a server can see is found in the server's record", async () => {
    const incident = {
      kind: "channels",
      key: "mail",
      message: "notices by mail cannot be sent: 535",
      publicMessage: "p",
      remedy: "try it",
    };
    reserveIncidentRecord(data.db);
    expect(await findings()).toEqual([]);
    writeIncidentRecord(data.db, { format: 1, lasting: [{ incident, since: NOW, seenAt: NOW }], past: [], pending: [] });
    expect(await findings()).toEqual(["channels: notices by mail cannot be sent: 535 (since 2026-06-01T12:00:00.000Z)"]);
  });

  it.skipIf(process.platform !== "linux")("of a full disk is found", async () => {
    // A file system that is always full.
    expect(await findings(["--published", "/proc"])).toEqual([
      "disk: the disk of /proc has 0 MiB left; octavo needs 100 MiB to write safely",
    ]);
  });

  it("of a clock that is behind is found", async () => {
    expect(await findings([], { now: "2026-05-01T12:00:00Z" })).toEqual([
      "clock: the clock shows 2026-05-01T12:00:00.000Z, but the newest comment or inquiry is from 2026-05-02T12:00:00.000Z",
      "clock: the clock shows 2026-05-01T12:00:00.000Z, but the newest backup is from 2026-05-31T12:00:00.000Z",
    ]);
    expect((await findings([], { now: "1970-01-01T00:10:00Z" }))[0]).toBe(
      "clock: the clock shows 1970-01-01T00:10:00.000Z, which is before this version was released",
    );
  });

  it.each([
    [["--public-url", "https://marsh.example"], {}, "visitors come over https (https://marsh.example)"],
    [["--trust-proxy", "10.0.0.0/8"], {}, "on 127.0.0.1 all connections come from this machine, but --trust-proxy does not include it"],
    [[], { OCTAVO_PROXY_SECRET: "s".repeat(32) }, "OCTAVO_PROXY_SECRET is set, but --trust-proxy is not secret"],
    [["--trust-proxy", "secret"], {}, "--trust-proxy secret needs OCTAVO_PROXY_SECRET"],
    [["--trust-proxy", "0.0.0.0/0"], {}, "--trust-proxy 0.0.0.0/0 trusts every address"],
    [["--host", "0.0.0.0"], {}, "on 0.0.0.0 the server must know which proxies to trust"],
    [["--host", "0.0.0.0", "--trust-proxy", "none"], { OCTAVO_RATE_LIMITS: "off" }, "OCTAVO_RATE_LIMITS=off removes all limits"],
  ])("of the proxy settings %j %j is found", async (args, env, message) => {
    const found = await findings(args, { env });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`proxy: ${message}`);
  });
});

describe("unfinished work from an erasure or a rescue", () => {
  it("is reported: a copied backup with erased data, a lost list, and a rescued database", async () => {
    const id = await data.comment({ authorEmail: "ada@mail.example" });
    await backup(NOW, "before.db");
    expect((await data.run(["privacy", "erase", "--email", "ada@mail.example", "--yes"])).code).toBe(0);
    expect(await findings()).toEqual([]);
    writeFileSync(join(data.cwd, "data/octavo.db.rescued-20260131T120000000Z"), "", { mode: 0o600 });
    expect(await findings()).toEqual([
      "rescued: a rescued database with visitors' data until 2026-01-31 12:00 UTC was neither restored nor dismissed",
    ]);
    rmSync(join(data.cwd, "data/octavo.db.rescued-20260131T120000000Z"));

    copyFileSync(join(data.cwd, "data/before.db"), data.db);
    expect(await findings()).toEqual([
      "erasures: data/octavo.db has not recorded 1 erasure in data/erasures.json: it may be an older copy that still contains erased data",
    ]);
    expect((await data.use(({ comments }) => comments.get(id)))?.state).toBe("pending");
    expect((await data.run(["comments", "list"])).code).toBe(0);
    expect(await findings()).toEqual([]);
    rmSync(join(data.cwd, "data/erasures.json"));
    expect(await findings()).toEqual([
      expect.stringMatching(/^erasures: .*erasures\.json is missing, and the database may hold data that it listed as erased$/),
    ]);
  });

  it("is not reported after octavo secrets rotate --all", async () => {
    await backup(NOW, "before.db");
    expect((await data.run(["secrets", "rotate", "--all"])).code).toBe(0);
    expect(await findings()).toEqual([]);
    copyFileSync(join(data.cwd, "data/before.db"), data.db);
    expect(await findings()).toEqual([]);
  });
});

it("octavo doctor reports unusable settings for notices, and the configured channels", async () => {
  const env = { OCTAVO_GOTIFY_URL: "https://gotify.example", OCTAVO_GOTIFY_TOKEN: "AbCdEf.1234567" };
  expect(await findings([], { env: { ...env, OCTAVO_GOTIFY_TOKEN: "" } })).toEqual([
    "notices: OCTAVO_GOTIFY_TOKEN is not set: want the token of an application on that server",
  ]);
  expect((await doctor([], { env })).out).toContain("configured: gotify; octavo notify test tries them");
});
