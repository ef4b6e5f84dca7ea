import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { lockForServer } from "../../../../../server/store/sqlite/database/server-lock.ts";
import { temporaryFolder } from "../../file-store.ts";

const MODULE = new URL("../../../../../server/store/sqlite/database/server-lock.ts", import.meta.url).href;
const REFUSED = {
  name: "StoreFileError",
  hint: "stop it (npm run dev, octavo dev or serve), or give this one its own database: --db <file>",
};

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), "octavo.db");
  writeFileSync(file, "");
});

const lock = (path = file): { release(): void } => lockForServer(path, { waitMs: 0 });

test("a database has only one server until that one releases it", () => {
  const first = lock();
  expect(() => lock()).toThrow(expect.objectContaining({ ...REFUSED, message: `another server has ${file} open` }));
  // The refused one has not released the first server's lock.
  expect(() => lock()).toThrow(expect.objectContaining(REFUSED));
  first.release();
  lock().release();
});

test("a command that needs the server to be stopped states this, and names itself", () => {
  const first = lock();
  expect(() => lockForServer(file, { waitMs: 0, command: "secrets rotate --all" })).toThrow(
    expect.objectContaining({
      message: `a server has ${file} open`,
      hint: "stop the server, run octavo secrets rotate --all again, then start the server",
    }),
  );
  first.release();
});

test("a link to the database is not another database", () => {
  const link = join(temporaryFolder(), "link.db");
  symlinkSync(file, link);
  const first = lock(link);
  expect(() => lock()).toThrow(expect.objectContaining(REFUSED));
  first.release();
});

test("only the database's owner may take the lock, and taking it writes nothing", () => {
  if (process.getuid?.() === 0) chownSync(file, 2001, 3001);
  lock().release();
  const { uid, mode, size } = statSync(`${file}.server-lock`);
  expect([uid, mode & 0o777, size]).toEqual([statSync(file).uid, 0o600, 0]);
});

test("a server in another process holds the lock, and leaves none behind when it is killed", async () => {
  const program = `const { lockForServer } = await import(process.argv[1]);
    globalThis.lock = lockForServer(process.argv[2]);
    console.log("locked");
    setInterval(() => {}, 1_000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", program, MODULE, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void other.kill("SIGKILL"));
  const ended = once(other, "exit");
  expect(String(await Promise.race([once(other.stdout, "data"), ended]))).toBe("locked\n");
  expect(() => lock()).toThrow(expect.objectContaining(REFUSED));
  other.kill("SIGKILL");
  await ended;
  lock().release();
});

test("a lock that cannot be created names the missing permission", () => {
  mkdirSync(`${file}.server-lock`);
  expect(() => lock()).toThrow(expect.objectContaining({ name: "StoreFileError", hint: expect.stringContaining("must own") }));
});
