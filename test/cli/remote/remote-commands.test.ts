import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../../cli/main.ts";
import { readVersion } from "../../../cli/version.ts";
import { createData, type DataFixture, NOW, newComment, newInquiry, newView, type Ran } from "../data-fixture.ts";
import { createTestIo, type TestIo } from "../test-io.ts";

/** A server with a database, and a folder elsewhere that has neither a server nor a database. */
let data: DataFixture;
let elsewhere: string;
let server: { readonly io: TestIo; readonly done: Promise<number>; readonly site: string };
let key: string;

beforeAll(async () => {
  data = await createData();
  elsewhere = await realpath(await mkdtemp(join(tmpdir(), "octavo-elsewhere-")));
  key = (await data.run(["keys", "add", "laptop", "--scopes", "read,moderate,inquiries,figures,erase,backup"])).out.trim();
  const io = createTestIo({ cwd: data.cwd });
  const done = main(["api", "--port", "0"], io);
  await io.waitFor('"message":"listening"');
  const site = /"url":"(http:[^"]+)"/.exec(io.out())?.[1] ?? "";
  server = { io, done, site };
});

afterAll(async () => {
  server.io.abort();
  await server.done;
  await data.remove();
  await rm(elsewhere, { recursive: true });
});

async function run(args: readonly string[], env: Record<string, string> = { OCTAVO_KEY: key }): Promise<Ran> {
  const io = createTestIo({ cwd: elsewhere, env });
  const code = await main([...args, "--site", server.site], io);
  return { code, out: io.out(), err: io.err(), io };
}

test.for([
  ["comments", "list", "--state", "all", "--json"],
  ["comments", "export", "--emails"],
  ["inquiries", "list", "--state", "all"],
  ["inquiries", "export", "--format", "jsonl"],
  ["inquiries", "due", "--json"],
  ["bans", "list"],
  ["spam-words", "list"],
  ["notify", "list", "--json"],
  ["privacy", "sweep", "--dry-run"],
  ["privacy", "export", "--email", "ada@mail.example"],
  ["privacy", "erase", "--email", "ada@mail.example", "--dry-run"],
  ["engagement", "summary"],
  ["engagement", "summary", "--json"],
  ["engagement", "top", "referrers"],
  ["engagement", "post", "first-ice", "--json"],
  ["engagement", "report", "--json"],
  ["engagement", "report", "--table", "posts"],
  ["engagement", "verify"],
  ["engagement", "export"],
])("%s %s prints the same remotely as beside the database", async (args) => {
  await data.comment({ authorEmail: "ada@mail.example" });
  await data.use(async ({ inquiries, bans, spamWords, engagement }) => {
    await engagement.record({ events: [newView()] });
    await inquiries.submit(newInquiry());
    await bans.add({ kind: "address", hash: new Uint8Array(32), note: "casino" });
    await spamWords.add(["pills"]);
  });
  const [here, there] = [await data.run(args), await run(args)];
  expect(here.code).toBe(0);
  expect(there.out).not.toBe("");
  expect({ ...there, io: null }).toEqual({ ...here, io: null });
});

test("inquiries of a rescued database come with their notes, once, and later changes to them stay", async () => {
  const other = await createData();
  try {
    const ids = await other.use(async ({ inquiries }) => {
      const made = [await inquiries.submit(newInquiry()), await inquiries.submit(newInquiry({ message: "A second one" }))];
      const found = made.map((result) => (result.kind === "accepted" ? result.id : ""));
      await inquiries.addNote(found[0] ?? "", "Offered 900");
      await inquiries.mark(found[1] ?? "", "replied");
      return found;
    });
    const [first = "", second = ""] = ids;
    const args = ["inquiries", "import", other.db];
    expect(await run([...args, "--dry-run"])).toMatchObject({ code: 0, out: expect.stringMatching(/^2 inquiries would be imported, 0 /) });
    expect(await data.use(({ inquiries }) => inquiries.get(first))).toBeNull();
    expect(await run(args)).toMatchObject({ code: 0, out: expect.stringMatching(/^2 inquiries imported, 0 updated/) });
    await data.use(async ({ inquiries }) => {
      expect(await inquiries.get(first)).toMatchObject({ state: "new", notes: [{ text: "Offered 900" }] });
      await inquiries.mark(second, "closed");
    });
    expect(await run([...args, "--json"])).toMatchObject({ code: 0, out: expect.stringContaining('"added": 0') });
    expect(await data.use(({ inquiries }) => inquiries.get(second))).toMatchObject({ state: "closed" });
  } finally {
    await other.remove();
  }
});

test("comments are decided on, answered and banned, inquiries noted and spam words added remotely", async () => {
  const id = await data.comment({ banKeys: [{ kind: "email", hash: new Uint8Array(32).fill(7) }] });
  expect((await run(["comments", "approve", id])).out).toContain(`approved: ${id}`);
  expect(await run(["comments", "reply", id, "Thanks"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("the author's name for the reply is not known yet"),
  });
  expect((await run(["comments", "ban", id, "--json"])).out).toContain('"kind": "email"');
  expect((await run(["spam-words", "add", "Casino*"])).out).toBe("1 word added; the list has 2\n");
  const inquiry = await data.use(async ({ inquiries }) => inquiries.submit(newInquiry()));
  if (inquiry.kind !== "accepted") throw new Error(inquiry.kind);
  expect((await run(["inquiries", "note", inquiry.id, "Offered 900"])).out).toBe(`noted: ${inquiry.id}\n`);
  expect((await run(["inquiries", "mark", "closed", inquiry.id, "nope"])).err).toContain("there is no inquiry nope");
  await data.use(async ({ inquiries, spamWords, comments }) => {
    expect(await inquiries.get(inquiry.id)).toMatchObject({ state: "closed", notes: [{ text: "Offered 900" }] });
    expect(await spamWords.list()).toEqual(["casino*", "pills"]);
    expect((await comments.get(id))?.state).toBe("spam");
  });
});

test("the commands that a command suggests are for the same site", async () => {
  await data.comment({ body: "Zebra one", authorEmail: "zoe@mail.example" });
  const added = await run(["spam-words", "add", "zebra"]);
  expect(added.err).toContain(`hint: octavo comments bulk spam --text zebra --site ${server.site} marks it as spam`);
  const banned = await run(["bans", "add", "zoe@mail.example"]);
  expect(banned.err).toContain(`hint: octavo comments bulk spam --email zoe@mail.example --site ${server.site} marks it as spam`);
  const marked = await run(["comments", "bulk", "spam", "--text", "zebra", "--yes"]);
  const undo = /octavo (comments undo \S+) --site (\S+) reverts this/.exec(marked.out) ?? [];
  expect(undo[2]).toBe(server.site);
  expect((await run(undo[1]?.split(" ") ?? [])).out).toBe("undone: 1 comment\n");
});

test("a person is erased remotely, and the list in the server's folder records it", async () => {
  const id = await data.use(async ({ comments }) => comments.submit(newComment({ authorEmail: "eve@mail.example" })));
  if (id.kind !== "accepted") throw new Error(id.kind);
  const erased = await run(["privacy", "erase", "--email", "Eve@mail.example", "--yes"]);
  expect(erased).toMatchObject({ code: 0, out: expect.stringContaining("erased: 1 comment") });
  expect(erased.out).toContain(join(data.cwd, "data/erasures.json"));
  await data.use(async ({ comments }) => expect((await comments.get(id.id))?.state).toBe("deleted"));
});

test("a copy of the database arrives whole, with the list of erasures beside it, and can be restored", async () => {
  const id = await data.comment({ authorName: "Kept" });
  const eve = await data.comment({ authorEmail: "eve@mail.example" });
  expect((await run(["privacy", "erase", "--comment", eve, "--yes"])).code).toBe(0);
  const made = await run(["db", "backup", "copy.db"]);
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^copy\.db: \d+ bytes, checked by the server and by SHA-256\n/) });
  const copy = join(elsewhere, "copy.db");
  expect(await readFile(`${copy}.erasures.json`, "utf8")).toBe(await readFile(join(data.cwd, "data/erasures.json"), "utf8"));
  expect((await data.run(["db", "verify", copy])).code).toBe(0);
  const io = createTestIo({ cwd: elsewhere });
  expect(await main(["db", "restore", "copy.db", "--db", "restored/octavo.db"], io)).toBe(1);
  expect(io.err()).toContain("restored");
  const other = await createData();
  expect((await other.run(["db", "restore", copy])).code).toBe(0);
  await other.use(async ({ comments }) =>
    expect([(await comments.get(id))?.authorName, (await comments.get(eve))?.state]).toEqual(["Kept", "deleted"]),
  );
  await other.remove();
  // An older copy is replaced; any other file is not.
  expect((await run(["db", "backup", "copy.db", "--json"])).code).toBe(0);
  await writeFile(join(elsewhere, "notes.txt"), "mine");
  expect(await run(["db", "backup", "notes.txt"])).toMatchObject({ code: 1, err: expect.stringContaining("is not a backup") });
  expect(await run(["db", "backup", "missing/copy.db"])).toMatchObject({ code: 1, err: expect.stringContaining("missing") });
  // The server records that a copy was made, but stores none.
  const known = await readFile(join(data.cwd, "data/backups.json"), "utf8");
  expect(known).toContain("sent by octavo db backup --site");
  expect(known).not.toContain(".octavo-sent");
});

test("comments are imported remotely, none of them twice, and none of erased people", async () => {
  await data.comment({ authorEmail: "mallory@mail.example" });
  expect((await run(["privacy", "erase", "--email", "mallory@mail.example", "--yes"])).code).toBe(0);
  const other = await createData();
  const [parent, gone] = [
    await other.comment({ body: "Kept *text*", state: "approve" }),
    await other.comment({ authorEmail: "mallory@mail.example" }),
  ];
  const file = join(elsewhere, "all.ndjson");
  await writeFile(file, (await other.run(["comments", "export", "--emails"])).out);
  await other.remove();
  const dry = await run(["comments", "import", "all.ndjson", "--dry-run", "--json"]);
  expect(JSON.parse(dry.out)).toMatchObject({ system: "Octavo", added: 1, existing: 0 });
  expect(JSON.parse((await run(["comments", "import", "all.ndjson", "--json"])).out)).toMatchObject({ added: 1, existing: 0 });
  expect(JSON.parse((await run(["comments", "import", "all.ndjson", "--json"])).out)).toMatchObject({ added: 0, existing: 1 });
  await data.use(async ({ comments }) => {
    expect(await comments.get(parent)).toMatchObject({ state: "approved", body: "Kept *text*" });
    expect(await comments.get(gone)).toBeNull();
  });
  expect(await run(["comments", "import", data.db])).toMatchObject({
    code: 2,
    err: expect.stringContaining("octavo comments export --db"),
  });
});

test("figures are purged and the database is compacted remotely, and the server sends the test notice", async () => {
  await data.use(({ engagement }) => engagement.record({ events: [newView({ at: NOW - 40 * 86_400_000 })] }));
  expect(await run(["engagement", "purge", "--to", "2026-05-01", "--yes"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("(1 record)"),
  });
  expect(await run(["db", "compact"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^the database was rewritten \(\d+ → \d+ bytes\)/),
  });
  expect(await run(["notify", "test"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /no channel for notices is configured\nhint: at the server, .* \(on Cloudflare, email goes through OCTAVO_MAIL_RESEND/,
    ),
  });
});

test("the key comes from a file that nobody else can read, or from the environment, and is only sent over https or to this machine", async () => {
  const file = join(elsewhere, "key.txt");
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  expect((await run(["bans", "list", "--key-file", "key.txt"], {})).code).toBe(0);
  await chmod(file, 0o644);
  expect(await run(["bans", "list", "--key-file", "key.txt"], {})).toMatchObject({ code: 1, err: expect.stringContaining("key.txt") });
  expect(await run(["bans", "list", "--key-file", "none.txt"], {})).toMatchObject({
    code: 1,
    err: expect.stringContaining("none.txt does not exist"),
  });
  expect(await run(["bans", "list"], {})).toMatchObject({ code: 2, err: expect.stringContaining("--site needs a key") });
  expect(await run(["bans", "list"], { OCTAVO_KEY: "octo_secret" })).toMatchObject({
    code: 1,
    err: expect.stringContaining("OCTAVO_KEY contains no key"),
  });
  expect(await run(["bans", "list", "--db", "x.db"])).toMatchObject({ code: 2, err: expect.stringContaining("name two places") });
  expect(await run(["bans", "list", "--key-file", "key.txt"])).toMatchObject({ code: 2 });
  const io = createTestIo({ cwd: elsewhere, env: { OCTAVO_KEY: key } });
  expect(await main(["bans", "list", "--site", "http://ines.example"], io)).toBe(2);
  expect(io.err()).toContain("anybody in between could read the key");
});

test("a key of another scope, a wrong key and an unreachable server are distinguished", async () => {
  const other = (await data.run(["keys", "add", "reader", "--scopes", "read", "--json"])).out;
  const { key: reader, id } = JSON.parse(other);
  expect(await run(["spam-words", "add", "x"], { OCTAVO_KEY: reader })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/needs a key with the scope moderate.*\nhint: make another: octavo keys add/),
  });
  expect(await data.run(["keys", "revoke", id, "none"])).toMatchObject({
    code: 1,
    out: `key ${id} is revoked\n`,
    err: expect.stringContaining("there is no key none"),
  });
  expect(await run(["bans", "list"], { OCTAVO_KEY: reader })).toMatchObject({
    code: 1,
    err: expect.stringContaining("does not accept this key"),
  });
  const io = createTestIo({ cwd: elsewhere, env: { OCTAVO_KEY: key } });
  expect(await main(["bans", "list", "--site", "http://127.0.0.1:1"], io)).toBe(1);
  expect(io.err()).toMatch(/did not answer.*\nhint: check the address/);
  expect((await data.run(["keys", "list"])).out).toMatch(
    /laptop +read, moderate, inquiries, figures, erase, backup +2027-06-01 +2026-06-01/,
  );
  expect(readVersion()).toMatch(/^\d/);
});

test("db pull fetches a backup from a machine, with the list of erasures, and db push names another command", async () => {
  const file = join(elsewhere, "pulled.db");
  expect(await run(["db", "pull", "--out", "pulled.db"])).toMatchObject({ code: 0, err: "", out: expect.stringContaining("pulled.db: ") });
  const again = await run(["db", "pull", "--out", "pulled.db"]);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("; the previous file is replaced\n")]);
  expect((await createTestRun(["db", "verify", file])).code).toBe(0);
  expect(await readFile(`${file}.erasures.json`, "utf8")).toContain('"erasures"');
  const pushed = await run(["db", "push", "pulled.db"]);
  expect(pushed).toMatchObject({ code: 1, err: expect.stringContaining("this site's database is a file") });
  expect(pushed.err).toContain("octavo db restore");
  await writeFile(join(elsewhere, "notes.txt"), "age-encryption.org/v1\n");
  expect((await run(["db", "push", "none.db"])).err).toContain("there is no none.db");
  expect((await run(["db", "push", "notes.txt"])).err).toContain("notes.txt is not a database\nhint: it is encrypted");
});

async function createTestRun(args: readonly string[]): Promise<{ readonly code: number }> {
  return { code: await main(args, createTestIo({ cwd: elsewhere })) };
}
