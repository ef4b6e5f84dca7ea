import { crc32 as crc32OfZlib } from "node:zlib";
import { expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { crc32 } from "../../edge/crc32.ts";

it("crc32 equals zlib's checksum, which builds use", () => {
  const random = createRandom(32);
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  for (const length of [0, 1, 2, 255, 256, 4_097]) {
    const bytes = Uint8Array.from({ length }, () => random.below(256));
    expect(crc32(bytes)).toBe(crc32OfZlib(bytes));
  }
});
