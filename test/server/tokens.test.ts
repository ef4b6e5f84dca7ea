import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HashPurpose } from "../../server/route-context.ts";
import type { Secrets } from "../../server/secrets/secrets.ts";
import { createApiKeys } from "../../server/tokens.ts";
import { seededBytes } from "./api-fixture.ts";

const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("hex");

function createKeys(changes: Partial<Secrets> = {}) {
  const secrets: Secrets = {
    visitorCookieKeys: [key(1)],
    editTokenKey: key(2),
    hashKey: key(3),
    fingerprint: "",
    previous: [],
    rotate: () => {},
    ...changes,
  };
  return createApiKeys(secrets, { random: seededBytes(1) });
}

describe("the visitor's cookie", () => {
  test("is 128 random bits and their HMAC, and the SHA-256 of the bits is stored", () => {
    const { cookie, visitor } = createKeys().createVisitor();
    expect(cookie).toMatch(/^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/);
    const bits = Buffer.from(cookie.split(".")[0] ?? "", "base64url");
    expect(bits).toHaveLength(16);
    expect(hex(visitor)).toBe(createHash("sha256").update(bits).digest("hex"));
  });

  test("differs for each visitor", () => {
    const keys = createKeys();
    expect(keys.createVisitor().cookie).not.toBe(keys.createVisitor().cookie);
  });

  test("identifies its visitor, and is not renewed", () => {
    const keys = createKeys();
    const { cookie, visitor } = keys.createVisitor();
    expect(hex(keys.readVisitor(cookie)?.visitor)).toBe(hex(visitor));
    expect(keys.readVisitor(cookie)?.renewed).toBeNull();
  });

  test("survives a rotation as the same visitor, signed again with the newest key", () => {
    const { cookie, visitor } = createKeys().createVisitor();
    const rotated = createKeys({ visitorCookieKeys: [key(9), key(8), key(1)] });
    const read = rotated.readVisitor(cookie);
    expect(hex(read?.visitor)).toBe(hex(visitor));
    const renewed = read?.renewed ?? "";
    expect(renewed.split(".")[0]).toBe(cookie.split(".")[0]);
    expect(rotated.readVisitor(renewed)?.renewed).toBeNull();
    expect(createKeys({ visitorCookieKeys: [key(9)] }).readVisitor(renewed)).not.toBeNull();
  });

  test("belongs to nobody once its key is gone", () => {
    expect(createKeys({ visitorCookieKeys: [key(9)] }).readVisitor(createKeys().createVisitor().cookie)).toBeNull();
  });

  test("is refused with any character changed, added or removed", () => {
    const keys = createKeys();
    const { cookie } = keys.createVisitor();
    for (let index = 0; index < cookie.length; index += 1) {
      for (const other of ["A", "B", "_", ".", ""]) {
        const forged = cookie.slice(0, index) + other + cookie.slice(index + 1);
        if (forged !== cookie) expect(keys.readVisitor(forged), forged).toBeNull();
      }
    }
    for (const forged of [
      "",
      ".",
      `${cookie} `,
      ` ${cookie}`,
      `${cookie}\n`,
      `"${cookie}"`,
      `${cookie}=`,
      `${cookie}.${cookie}`,
      cookie.toLowerCase(),
    ])
      expect(keys.readVisitor(forged)).toBeNull();
  });

  test("is refused whatever a stranger makes up", () => {
    const keys = createKeys();
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.base64String(), (a, b) => {
        expect(keys.readVisitor(`${a}.${b}`)).toBeNull();
      }),
      { seed: 2 },
    );
  });

  test("is refused if its signature is for another purpose", () => {
    const keys = createKeys({ editTokenKey: key(1) });
    const [part = ""] = keys.createVisitor().cookie.split(".");
    expect(keys.readVisitor(`${part}.${keys.editToken(part)}`)).toBeNull();
  });

  test("cannot be created without a key", () => {
    expect(() => createKeys({ visitorCookieKeys: [] }).createVisitor()).toThrow("no key");
  });
});

describe("the edit token", () => {
  const keys = createKeys();

  test("is the same whenever it is derived, and only for its comment", () => {
    const token = keys.editToken("a");
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(createKeys().editToken("a")).toBe(token);
    expect(keys.isEditToken("a", token)).toBe(true);
    expect(keys.isEditToken("b", token)).toBe(false);
  });

  test("is refused if it is changed, cut, longer, empty or not ASCII", () => {
    const token = keys.editToken("a");
    for (const forged of [
      "",
      token.slice(1),
      `${token}A`,
      `${token}=`,
      token.toLowerCase(),
      `é${token.slice(1)}`,
      `é${token.slice(2)}`,
      `\u0000${token.slice(1)}`,
    ])
      expect(keys.isEditToken("a", forged)).toBe(false);
  });

  test("is invalid with another key", () => {
    expect(createKeys({ editTokenKey: key(7) }).isEditToken("a", keys.editToken("a"))).toBe(false);
  });
});

describe("hash", () => {
  const { hash } = createKeys();
  const purposes: readonly HashPurpose[] = ["address", "email", "duplicate", "idempotency"];

  test("has 32 bytes, and is equal for equal input", () => {
    expect(hash("email", "a@b.example")).toHaveLength(32);
    expect(hex(createKeys().hash("email", "a@b.example"))).toBe(hex(hash("email", "a@b.example")));
  });

  test("differs between purposes, keys, and parts that concatenate to the same text", () => {
    const hashes = [
      ...purposes.map((purpose) => hash(purpose, "a")),
      hash("email", "ab", "c"),
      hash("email", "a", "bc"),
      hash("email", "abc"),
      hash("email", "abc", ""),
      hash("email", 'ab","c'),
      hash("email"),
      hash("email", "\ud800"),
      hash("email", "\udc00"),
      createKeys({ hashKey: key(4) }).hash("email", "a"),
    ].map(hex);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
