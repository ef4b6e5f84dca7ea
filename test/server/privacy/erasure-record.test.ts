import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addErasures, readErasures } from "../../../server/privacy/erasure-file.ts";
import {
  type ErasureKeys,
  findMissingErasures,
  findPendingErasures,
  toAppliedErasure,
  toErasedSubjects,
  toErasure,
} from "../../../server/privacy/erasure-record.ts";
import { openSecrets } from "../../../server/secrets/secrets-file.ts";
import { createApiKeys } from "../../../server/tokens.ts";
import { seededRandom } from "../store/helpers.ts";

const AT = Date.UTC(2026, 0, 31);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "octavo-erasures-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function createKeys(seed: number): ErasureKeys {
  const random = seededRandom(seed);
  const secrets = openSecrets(temporaryFolder(), { random });
  return { keys: createApiKeys(secrets, { random }), fingerprint: secrets.fingerprint };
}

test("a list recognizes a person by an address in any case and a comment by its id, and contains neither", () => {
  const keys = createKeys(1);
  const path = join(temporaryFolder(), "erasures.json");
  addErasures(path, [toErasure({ email: " Ada@Mail.example" }, AT, keys)]);
  addErasures(path, [toErasure({ commentId: "abc" }, AT + 1, keys), toErasure({ email: "ada@mail.example" }, AT + 2, keys)]);
  expect(readFileSync(path, "utf8")).not.toMatch(/example|"abc"/i);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const erasures = readErasures(path) ?? [];
  // A person's last erasure covers everything before it.
  expect(erasures.map(({ kind, at }) => [kind, Date.parse(at)])).toEqual([
    ["comment", AT + 1],
    ["email", AT + 2],
  ]);
  const { subjects, foreign } = toErasedSubjects(erasures, [keys]);
  expect([subjects.email("ADA@mail.example"), subjects.email("ben@mail.example"), foreign]).toEqual([AT + 2, null, 0]);
  expect([subjects.comment("abc"), subjects.comment("ada@mail.example")]).toEqual([AT + 1, null]);
});

test("an entry recorded with other secrets matches nobody, and is counted", () => {
  const [ours, theirs] = [createKeys(1), createKeys(2)];
  const erasures = [toErasure({ email: "ada@mail.example" }, AT, theirs), toErasure({ email: "ben@mail.example" }, AT, ours)];
  const { subjects, foreign } = toErasedSubjects(erasures, [ours]);
  expect([subjects.email("ada@mail.example"), subjects.email("ben@mail.example"), foreign]).toEqual([null, AT, 1]);
});

test("a damaged list is never treated as empty, and never overwritten", () => {
  const path = join(temporaryFolder(), "erasures.json");
  expect(readErasures(path)).toBeNull();
  for (const text of ["", "null", "{}", '{"format":2,"erasures":[]}', '{"format":1,"erasures":[{"kind":"email","hash":"x"}]}']) {
    writeFileSync(path, text, { mode: 0o600 });
    expect(() => readErasures(path)).toThrow("is damaged");
    expect(() => addErasures(path, [toErasure({ commentId: "abc" }, AT, createKeys(1))])).toThrow("is damaged");
    expect(readFileSync(path, "utf8")).toBe(text);
  }
});

test("former keys find the people recorded with them, beside the current keys", () => {
  const [now, former] = [createKeys(1), createKeys(2)];
  const erasures = [toErasure({ email: "ada@mail.example" }, AT, former), toErasure({ email: "ada@mail.example" }, AT - 1, now)];
  const { subjects, foreign } = toErasedSubjects(erasures, [now, former]);
  expect([subjects.email("ada@mail.example"), subjects.comment("abc"), foreign]).toEqual([AT, null, 0]);
});

test("entries that a database has not recorded are pending, and recorded entries that the list lacks are missing", () => {
  const keys = createKeys(1);
  const [ada, ben] = [toErasure({ email: "ada@mail.example" }, AT, keys), toErasure({ email: "ben@mail.example" }, AT + 5, keys)];
  expect(findPendingErasures([ada, ben], [toAppliedErasure(ben)])).toEqual([ada]);
  expect(findPendingErasures([ada, ben], [ada, ben].map(toAppliedErasure))).toEqual([]);
  // Erased again, with everything that has come since.
  const again = { ...ada, at: new Date(AT + 9).toISOString() };
  expect(findPendingErasures([again], [toAppliedErasure(ada)])).toEqual([again]);
  expect(findMissingErasures([again], [toAppliedErasure(ada)])).toEqual([]);
  expect(findMissingErasures([ada], [again, ben].map(toAppliedErasure))).toHaveLength(2);
});
