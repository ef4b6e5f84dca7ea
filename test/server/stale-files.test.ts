import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { removeStaleFiles } from "../../server/stale-files.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const HEX = "0123456789abcdef";

it("removeStaleFiles removes only Octavo's temporary files that are too old to be in use", () => {
  const folder = mkdtempSync(join(tmpdir(), "octavo-left-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, ageMs: number): void => {
    writeFileSync(join(folder, name), "x");
    utimesSync(join(folder, name), new Date(NOW - ageMs), new Date(NOW - ageMs));
  };
  const left = ["octavo.db.server-files", "secrets.json", "salts.json", "erasures.json"].map((name) => `${name}.${HEX}.tmp`);
  for (const name of left) write(name, 120_000);
  const kept = [
    "octavo.db",
    "salts.json",
    "other.db.server-files.0123456789abcdef.tmp",
    "salts.json.tmp",
    `salts.json.${HEX}0.tmp`,
    `salts.json.${HEX}.tmp~`,
  ];
  for (const name of kept) write(name, 120_000);
  write("secrets.json.fedcba9876543210.tmp", 5_000);
  mkdirSync(join(folder, "salts.json.fedcba9876543210.tmp"));
  symlinkSync("octavo.db", join(folder, "erasures.json.fedcba9876543210.tmp"));
  const others = ["secrets.json", "salts.json", "erasures.json"].map((name) => `${name}.fedcba9876543210.tmp`);
  removeStaleFiles(join(folder, "octavo.db"), NOW);
  expect(readdirSync(folder).sort()).toEqual([...kept, ...others].sort());
});
