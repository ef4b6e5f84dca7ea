import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createModerationTokens } from "../../../server/moderation/moderation-token.ts";
import { toEmailKey } from "../../../server/privacy/email-key.ts";
import { openSecrets } from "../../../server/secrets/secrets-file.ts";
import { lockForServer } from "../../../server/store/sqlite/database/server-lock.ts";
import { verifyDatabase } from "../../../server/store/sqlite/database/verify.ts";
import { createApiKeys } from "../../../server/tokens.ts";
import { createData, type DataFixture, NOW, newComment } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

const openKeys = () => createApiKeys(openSecrets(dirname(data.db), { random: randomBytes }), { random: randomBytes });

describe("octavo secrets rotate", () => {
  it("creates a new key; cookies of the old one remain valid", async () => {
    const folder = dirname(data.db);
    const before = openSecrets(folder, { random: randomBytes });
    const { cookie, visitor } = createApiKeys(before, { random: randomBytes }).createVisitor();
    const { code, out } = await data.run(["secrets", "rotate"]);
    expect([code, out]).toEqual([
      0,
      "data/secrets.json: a new key signs visitors' cookies; 1 older key still verifies. Restart the server now.\n",
    ]);
    const read = createApiKeys(openSecrets(folder, { random: randomBytes }), { random: randomBytes }).readVisitor(cookie);
    expect(read?.visitor).toEqual(visitor);
    expect(read?.renewed).not.toBe(null);
  });

  it("creates no missing secrets", async () => {
    expect(await data.run(["secrets", "rotate"])).toMatchObject({ code: 1, err: expect.stringContaining("there is no data/secrets.json") });
    expect(existsSync(join(data.cwd, "data/secrets.json"))).toBe(false);
  });

  it("does not change a damaged file", async () => {
    const file = join(data.cwd, "data/secrets.json");
    writeFileSync(file, '{"format":1}', { mode: 0o600 });
    const { code, err } = await data.run(["secrets", "rotate"]);
    expect(code).toBe(1);
    expect(err).toContain("is damaged");
    expect(err).toContain("hint: restore it from a backup");
    expect(readFileSync(file, "utf8")).toBe('{"format":1}');
  });
});

describe("octavo secrets rotate --all", () => {
  it("removes the remains of a killed process, and leaves no salts beside new keys when it is stopped halfway", async () => {
    const folder = dirname(data.db);
    openKeys();
    const [left, salts] = [`${data.db}.server-files.0123456789abcdef.tmp`, join(folder, "salts.json")];
    for (const file of [left, salts]) writeFileSync(file, "{}", { mode: 0o600 });
    utimesSync(left, new Date(NOW - 120_000), new Date(NOW - 120_000));
    const before = readFileSync(join(folder, "secrets.json"), "utf8");
    writeFileSync(join(folder, "secrets.json.lock"), "");
    expect((await data.run(["secrets", "rotate", "--all"])).code).toBe(1);
    expect([existsSync(left), existsSync(salts)]).toEqual([false, false]);
    expect(readFileSync(join(folder, "secrets.json"), "utf8")).toBe(before);
  });

  const EMAIL = "Ada@mail.example";
  const BASE = "https://marsh.example/api/v1";
  const file = () => join(data.cwd, "data/secrets.json");

  it("replaces every key: cookies, edit tokens, links and hashes of the old ones become invalid", async () => {
    const old = openKeys();
    const { fingerprint } = openSecrets(dirname(data.db), { random: randomBytes });
    await data.use(({ secrets }) => secrets.keep(fingerprint));
    writeFileSync(join(data.cwd, "data/salts.json"), "{}", { mode: 0o600 });
    const id = await data.comment();
    const { cookie } = old.createVisitor();
    const link = createModerationTokens(old, () => NOW).link({ kind: "comment", id, revision: 1 }, BASE);
    const { code, out, err } = await data.run(["secrets", "rotate", "--all"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^data\/secrets\.json: every key is new\. Cookies, edit tokens and the links in sent emails are no longer valid/);
    const now = openKeys();
    expect(now.readVisitor(cookie)).toBeNull();
    expect(now.isEditToken(id, old.editToken(id))).toBe(false);
    expect(createModerationTokens(now, () => NOW).read(link.slice(link.lastIndexOf("/") + 1))).toBeNull();
    expect(now.hash("email", "x")).not.toEqual(old.hash("email", "x"));
    expect(existsSync(join(data.cwd, "data/salts.json"))).toBe(false);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const rotated = openSecrets(dirname(data.db), { random: randomBytes });
    expect(rotated.previous.map(({ fingerprint: each }) => each)).toEqual([fingerprint]);
    expect(await data.use(({ secrets }) => secrets.fingerprint())).toBe(rotated.fingerprint);
    // The other rotation does not change them.
    await data.run(["secrets", "rotate"]);
    expect(openSecrets(dirname(data.db), { random: randomBytes }).previous).toHaveLength(1);
  });

  it("keeps bans and author keys of email addresses that are in the database, and says which bans are lost", async () => {
    const old = openKeys();
    const banKeys = [
      { kind: "email" as const, hash: old.hash("email", toEmailKey(EMAIL)) },
      { kind: "address" as const, hash: old.hash("address", "192.0.2.7") },
    ];
    const id = await data.comment({ authorEmail: EMAIL, banKeys });
    const other = await data.comment({
      authorEmail: "ben@mail.example",
      banKeys: [{ kind: "email", hash: old.hash("email", "ben@mail.example") }],
    });
    await data.run(["comments", "ban", id]);
    expect((await data.run(["secrets", "rotate", "--all"])).out).toContain("and 1 ban of unknown addresses is gone.\n");
    const now = openKeys();
    const send = (email: string) =>
      data.use(async ({ comments }) => {
        const banKey = { kind: "email" as const, hash: now.hash("email", toEmailKey(email)) };
        const result = await comments.submit(newComment({ authorEmail: email, banKeys: [banKey] }));
        return result.kind === "accepted" ? result.state : result.kind;
      });
    expect([await send(EMAIL), await send("cy@mail.example")]).toEqual(["spam", "pending"]);
    expect((await data.run(["comments", "ban", other])).code).toBe(0);
    expect(await send("ben@mail.example")).toBe("spam");
    expect(verifyDatabase(data.db).problems).toEqual([]);
  });

  it("repeats earlier erasures, even in a copied backup that uses the old keys", async () => {
    const { fingerprint } = openSecrets(dirname(data.db), { random: randomBytes });
    await data.use(({ secrets }) => secrets.keep(fingerprint));
    const erased = await data.comment({ authorEmail: EMAIL, body: "Zwqkx" });
    const other = await data.comment({ authorEmail: "ben@mail.example", body: "Zwqkx" });
    await data.run(["db", "backup", "monday.db"]);
    await data.run(["privacy", "erase", "--email", EMAIL, "--yes"]);
    for (let n = 0; n < 2; n += 1) expect((await data.run(["secrets", "rotate", "--all"])).code).toBe(0);
    await data.run(["privacy", "erase", "--email", "ben@mail.example", "--yes"]);
    expect((await data.run(["db", "verify", "monday.db"])).out).toContain(
      `The database uses the secrets ${fingerprint}, which octavo secrets rotate --all has replaced since`,
    );
    copyFileSync(join(data.cwd, "monday.db"), data.db);
    expect((await data.run(["comments", "list", "--quiet"])).err).toContain(
      "lacked 2 erasures listed in erasures.json: they were repeated, which removed 2 comments",
    );
    for (const id of [erased, other]) expect((await data.use(({ comments }) => comments.get(id)))?.state).toBe("deleted");
    expect(readFileSync(data.db).includes("Zwqkx")).toBe(false);
  });

  it("is refused while a server runs, because it would continue with the old keys", async () => {
    openKeys();
    const before = readFileSync(file());
    const server = lockForServer(data.db);
    expect(await data.run(["secrets", "rotate", "--all"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("hint: stop the server, run octavo secrets rotate --all again"),
    });
    server.release();
    expect(readFileSync(file())).toEqual(before);
  });
});
