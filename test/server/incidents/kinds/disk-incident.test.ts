import { expect, it } from "vitest";
import { describeShortage } from "../../../../server/incidents/kinds/disk-incident.ts";

const MIB = 1024 ** 2;

/** @param share of the disk that is free */
function describe(mib: number, share: number, freeFiles: number | null = null): string | null {
  return describeShortage({ bytes: mib * MIB, freeBytes: Math.round(mib * MIB * share), freeFiles }, 100);
}

it("a disk shortage begins when less than a tenth of a disk is free, whatever its size", () => {
  for (const mib of [20_000, 2_000_000]) {
    expect(describe(mib, 0.1)).toBeNull();
    expect(describe(mib, 0.099)).toMatch(/^has \d+ MiB left, which is under 10% of it$/);
  }
});

it("a disk shortage begins earlier on a disk with less room than writing safely needs, and without room for another file", () => {
  expect(describe(500, 0.15)).toBe("has 75 MiB left; octavo needs 100 MiB to write safely");
  expect(describe(20_000, 0.5, 0)).toContain("no free inodes");
  expect(describe(20_000, 0.5, 1)).toBeNull();
});
