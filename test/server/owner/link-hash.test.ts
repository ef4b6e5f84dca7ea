import { expect, it } from "vitest";
import { hashLink } from "../../../server/owner/access/link-hash.ts";

const TOKEN = "T".repeat(43);

it("hashLink accepts a code as people type it, and no other", () => {
  const hash = hashLink(TOKEN, "76lkoo23");
  for (const typed of ["76LK-OO23", " 76lk oo23", "761k-0023"]) expect(hashLink(TOKEN, typed)).toEqual(hash);
  for (const other of ["76lkoo22", "76lkoo2", ""]) expect(hashLink(TOKEN, other)).not.toEqual(hash);
});
