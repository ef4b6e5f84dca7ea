import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Secrets } from "../../../server/secrets/secrets.ts";
import { COOKIE_KEYS_MAX, openSecrets, rotateAllSecrets, SECRETS_FILE } from "../../../server/secrets/secrets-file.ts";
import { seededBytes } from "../api-fixture.ts";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "octavo-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const open = (folder: string, seed = 1): Secrets => openSecrets(folder, { random: seededBytes(seed) });
const hex = (key: Uint8Array | undefined): string => Buffer.from(key ?? []).toString("hex");
const keysOf = (secrets: Secrets): string[] => [...secrets.visitorCookieKeys, secrets.editTokenKey, secrets.hashKey].map(hex);

describe("openSecrets", () => {
  test("creates a file that only its owner can use, with a 32-byte key for each purpose", () => {
    const folder = join(createFolder(), "data");
    const keys = keysOf(open(folder));
    expect(readdirSync(folder)).toEqual([SECRETS_FILE]);
    expect(statSync(join(folder, SECRETS_FILE)).mode & 0o777).toBe(0o600);
    expect(keys.every((key) => key.length === 64)).toBe(true);
    expect(new Set(keys).size).toBe(3);
  });

  test("reads the created file, and does not change it", () => {
    const folder = createFolder();
    const first = open(folder, 1);
    const text = readFileSync(join(folder, SECRETS_FILE), "utf8");
    const second = open(folder, 2);
    expect(keysOf(second)).toEqual(keysOf(first));
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(readFileSync(join(folder, SECRETS_FILE), "utf8")).toBe(text);
  });

  test("uses the file of a faster process that creates one at the same time", () => {
    const folder = createFolder();
    let other: Secrets | undefined;
    const random = seededBytes(5);
    const late = openSecrets(folder, {
      random: (bytes) => {
        other ??= open(folder, 9);
        return random(bytes);
      },
    });
    expect(other).toBeDefined();
    expect(keysOf(late)).toEqual(keysOf(open(folder)));
    expect(keysOf(late)).toEqual(other === undefined ? [] : keysOf(other));
    expect(readdirSync(folder)).toEqual([SECRETS_FILE]);
  });

  test("gives processes that start at once the same keys", async () => {
    const folder = createFolder();
    const script = `
      const { randomBytes } = await import("node:crypto");
      const { openSecrets } = await import(process.argv[1]);
      console.log(openSecrets(process.argv[2], { random: randomBytes }).fingerprint);`;
    const module = fileURLToPath(new URL("../../../server/secrets/secrets-file.ts", import.meta.url));
    const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script, module, folder];
    const runs = await Promise.all(Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, args)));
    const fingerprints = new Set(runs.map(({ stdout }) => stdout.trim()));
    expect([...fingerprints]).toEqual([open(folder).fingerprint]);
    expect(readdirSync(folder)).toEqual([SECRETS_FILE]);
  });

  test.each([
    ["empty", () => ""],
    ["cut off", (text: string) => text.slice(0, 60)],
    ["no JSON", () => "secrets"],
    ["in a newer format", (text: string) => text.replace('"format": 1', '"format": 2')],
    ["without a key", (text: string) => text.replace('"editToken"', '"other"')],
    ["without cookie keys", (text: string) => text.replace(/"visitorCookie": \[[^\]]*\]/, '"visitorCookie": []')],
    ["with a short key", (text: string) => text.replace(/"hash": "..../, '"hash": "')],
  ])("refuses a file that is %s, states how to fix it, reveals nothing about it and never changes it", (_, damage) => {
    const folder = createFolder();
    const path = join(folder, SECRETS_FILE);
    const { hashKey } = open(folder);
    const damaged = damage(readFileSync(path, "utf8"));
    writeFileSync(path, damaged);
    let error: unknown;
    try {
      open(folder);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      name: "PrivateFileError",
      message: expect.stringContaining(path),
      hint: expect.stringContaining("restore it from a backup"),
    });
    expect(String(error)).not.toContain(Buffer.from(hashKey).toString("base64url").slice(4, 20));
    expect(readFileSync(path, "utf8")).toBe(damaged);
    expect(readdirSync(folder)).toEqual([SECRETS_FILE]);
  });

  test.skipIf(process.platform === "win32")("refuses a file that others may read", () => {
    const folder = createFolder();
    open(folder);
    chmodSync(join(folder, SECRETS_FILE), 0o644);
    expect(() => open(folder)).toThrow("mode 0644");
  });
});

describe("rotate", () => {
  test("puts a new cookie key before the old one, even for later starts, and keeps the other keys", () => {
    const folder = createFolder();
    const secrets = open(folder);
    const [before, edit, hash] = keysOf(secrets);
    const { fingerprint } = secrets;
    secrets.rotate();
    const [now, ...rest] = keysOf(secrets);
    expect(now).not.toBe(before);
    expect(rest).toEqual([before, edit, hash]);
    expect(secrets.fingerprint).toBe(fingerprint);
    expect(keysOf(open(folder))).toEqual(keysOf(secrets));
    expect(open(folder).fingerprint).toBe(fingerprint);
    expect(statSync(join(folder, SECRETS_FILE)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual([SECRETS_FILE]);
  });

  test("keeps keys that another process has rotated in the meantime", () => {
    const folder = createFolder();
    const [one, two] = [open(folder, 1), open(folder, 2)];
    one.rotate();
    const [newest] = one.visitorCookieKeys;
    two.rotate();
    expect(two.visitorCookieKeys).toHaveLength(3);
    expect(hex(two.visitorCookieKeys[1])).toBe(hex(newest));
  });

  test("keeps the ten newest", () => {
    const secrets = open(createFolder());
    for (let count = 0; count < COOKIE_KEYS_MAX + 3; count += 1) secrets.rotate();
    expect(secrets.visitorCookieKeys).toHaveLength(COOKIE_KEYS_MAX);
    expect(new Set(secrets.visitorCookieKeys.map(hex)).size).toBe(COOKIE_KEYS_MAX);
  });

  test("does nothing while another process rotates, or to a damaged file", () => {
    const folder = createFolder();
    const secrets = open(folder);
    const before = keysOf(secrets);
    writeFileSync(join(folder, `${SECRETS_FILE}.lock`), "");
    expect(() => secrets.rotate()).toThrow("being changed by another process");
    rmSync(join(folder, `${SECRETS_FILE}.lock`));
    writeFileSync(join(folder, SECRETS_FILE), "{}");
    expect(() => secrets.rotate()).toThrow("damaged");
    rmSync(join(folder, SECRETS_FILE));
    expect(() => secrets.rotate()).toThrow("disappeared");
    expect(keysOf(secrets)).toEqual(before);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("rotateAllSecrets", () => {
  test("replaces every key, and keeps the former hash keys for finding erasures, newest first", () => {
    const folder = createFolder();
    const first = open(folder);
    first.rotate();
    const second = rotateAllSecrets(folder, { random: seededBytes(2) });
    const third = rotateAllSecrets(folder, { random: seededBytes(3) });
    expect(new Set([first, second, third].flatMap(keysOf)).size).toBe(10);
    expect(third.visitorCookieKeys).toHaveLength(1);
    expect(open(folder).previous.map(({ fingerprint, hashKey }) => [fingerprint, hex(hashKey)])).toEqual([
      [second.fingerprint, hex(second.hashKey)],
      [first.fingerprint, hex(first.hashKey)],
    ]);
    const text = readFileSync(join(folder, SECRETS_FILE), "utf8");
    for (const key of [...first.visitorCookieKeys, first.editTokenKey]) expect(text).not.toContain(Buffer.from(key).toString("base64url"));
  });

  test("neither creates a missing file nor changes a damaged one", () => {
    const folder = createFolder();
    expect(() => rotateAllSecrets(folder, { random: seededBytes(2) })).toThrow("has disappeared");
    expect(readdirSync(folder)).toEqual([]);
  });
});
