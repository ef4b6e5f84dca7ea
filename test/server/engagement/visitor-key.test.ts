import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openVisitorKeys, SALTS_FILE } from "../../../server/engagement/salts-file.ts";
import type { VisitorKeys } from "../../../server/engagement/visitor-key.ts";
import { seededBytes } from "../api-fixture.ts";

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 0, 31, 12);
const VISITOR = { addressPrefix: "192.0.2.1", userAgent: "Firefox", site: "ines.example" };

function createFolder() {
  const folder = join(mkdtempSync(join(tmpdir(), "octavo-salts-")), "data");
  onTestFinished(() => rmSync(join(folder, ".."), { recursive: true }));
  const clock = { now: NOON };
  const errors: unknown[] = [];
  let seed = 0;
  return {
    folder,
    file: join(folder, SALTS_FILE),
    clock,
    errors,
    open: (): VisitorKeys => {
      seed += 7;
      return openVisitorKeys(folder, { random: seededBytes(seed), clock: () => clock.now, onError: (error) => errors.push(error) });
    },
    days: (): string[] =>
      (JSON.parse(readFileSync(join(folder, SALTS_FILE), "utf8")) as { salts: { day: string }[] }).salts.map(({ day }) => day),
  };
}

const hex = (key: Uint8Array | null): string => Buffer.from(key ?? []).toString("hex");

describe("keyFor", () => {
  test("is the same for a visitor all day, and after a restart", () => {
    const { open, clock } = createFolder();
    const keys = open();
    const key = hex(keys.keyFor(VISITOR, NOON));
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    clock.now = NOON + DAY_MS / 2 - 1;
    expect(hex(keys.keyFor(VISITOR, clock.now))).toBe(key);
    expect(hex(open().keyFor(VISITOR, clock.now))).toBe(key);
  });

  test("differs by address, browser and site, even if their concatenation is the same", () => {
    const keys = createFolder().open();
    const others = [
      VISITOR,
      { ...VISITOR, addressPrefix: "192.0.2.2" },
      { ...VISITOR, userAgent: "Chrome" },
      { ...VISITOR, site: "ada.example" },
      { ...VISITOR, addressPrefix: "192.0.2.1Fire", userAgent: "fox" },
    ].map((visitor) => hex(keys.keyFor(visitor, NOON)));
    expect(new Set(others).size).toBe(others.length);
  });

  test("is the same whether it is cached or not: after many other visitors, and for an agent too long to cache", () => {
    const keys = createFolder().open();
    const long = { ...VISITOR, userAgent: "x".repeat(5_000) };
    const before = [hex(keys.keyFor(VISITOR, NOON)), hex(keys.keyFor(long, NOON))];
    const others = Array.from({ length: 3_000 }, (_, index) => hex(keys.keyFor({ ...VISITOR, userAgent: `Firefox ${index}` }, NOON)));
    expect(new Set(others).size).toBe(3_000);
    expect([hex(keys.keyFor(VISITOR, NOON)), hex(keys.keyFor(long, NOON))]).toEqual(before);
  });

  test("changes at midnight UTC, and is yesterday's for earlier events", () => {
    const { open, clock } = createFolder();
    const keys = open();
    const yesterday = hex(keys.keyFor(VISITOR, NOON));
    clock.now = Date.UTC(2026, 1, 1, 0, 1);
    expect(hex(keys.keyFor(VISITOR, clock.now))).not.toBe(yesterday);
    expect(hex(keys.keyFor(VISITOR, clock.now - 120_000))).toBe(yesterday);
  });

  test("treats a time without a salt as now", () => {
    const { open, days } = createFolder();
    const keys = open();
    expect(hex(keys.keyFor(VISITOR, 0))).toBe(hex(keys.keyFor(VISITOR, NOON)));
    expect(days()).toEqual(["2026-01-31"]);
  });

  test("is the same in a process that starts while another is still running", () => {
    const { open, clock } = createFolder();
    const [old, fresh] = [open(), open()];
    clock.now = NOON + DAY_MS;
    expect(hex(fresh.keyFor(VISITOR, clock.now))).toBe(hex(old.keyFor(VISITOR, clock.now)));
  });
});

describe("the file of salts", () => {
  test("can be used only by its owner, in a separate folder", () => {
    const { open, file, folder } = createFolder();
    open().keyFor(VISITOR, NOON);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("loses a day's salt at noon of the next day, when prune deletes it before it is 48 hours old", () => {
    const { open, clock, days } = createFolder();
    const keys = open();
    const first = hex(keys.keyFor(VISITOR, NOON));
    clock.now = Date.UTC(2026, 1, 1, 11, 59, 59, 999);
    keys.prune();
    expect(days()).toEqual(["2026-01-31"]);
    clock.now += 1;
    keys.prune();
    expect(days()).toEqual([]);
    // Setting the clock back does not bring it back.
    clock.now = NOON;
    expect(hex(keys.keyFor(VISITOR, NOON))).not.toBe(first);
  });

  test("also loses an old salt at startup, and with the first visitor of a day", () => {
    const { open, clock, days } = createFolder();
    open().keyFor(VISITOR, NOON);
    clock.now = Date.UTC(2026, 1, 1, 0, 1);
    const keys = open();
    keys.keyFor(VISITOR, clock.now);
    expect(days()).toEqual(["2026-01-31", "2026-02-01"]);
    clock.now += DAY_MS;
    keys.keyFor(VISITOR, clock.now);
    expect(days()).toEqual(["2026-02-01", "2026-02-02"]);
    clock.now += 5 * DAY_MS;
    open();
    expect(days()).toEqual([]);
  });

  test.each([
    "",
    "{",
    '{"format":2,"salts":[]}',
    '{"format":1,"salts":[{"day":"2026-01-31","salt":"short"}]}',
  ])("is replaced if it is %j", (text) => {
    const { open, file, folder, errors, days } = createFolder();
    mkdirSync(folder);
    writeFileSync(file, text, { mode: 0o600 });
    open().keyFor(VISITOR, NOON);
    expect(errors).not.toEqual([]);
    expect(days()).toEqual(["2026-01-31"]);
  });

  test.skipIf(process.platform === "win32")("is replaced, with new salts, if others may have read it", () => {
    const { open, file, errors } = createFolder();
    const key = hex(open().keyFor(VISITOR, NOON));
    chmodSync(file, 0o644);
    expect(hex(open().keyFor(VISITOR, NOON))).not.toBe(key);
    expect(String(errors[0])).toContain("mode 0644");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("is written later if it cannot be written now, and visitors are distinguished in the meantime", () => {
    const { open, folder, errors, clock, days } = createFolder();
    // A file in place of the folder.
    writeFileSync(folder, "");
    const keys = open();
    const key = hex(keys.keyFor(VISITOR, NOON));
    expect(hex(keys.keyFor(VISITOR, NOON))).toBe(key);
    expect(errors).not.toEqual([]);
    rmSync(folder);
    keys.prune();
    expect(days()).toEqual(["2026-01-31"]);
    expect(hex(open().keyFor(VISITOR, clock.now))).toBe(key);
  });
});
