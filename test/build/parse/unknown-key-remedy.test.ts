import { expect, it } from "vitest";
import { remedyOfUnknownKey } from "../../../build/parse/unknown-key-remedy.ts";

it("tells the author of a page with the key parent that folders make parents", () => {
  expect(remedyOfUnknownKey("pages", true)).toMatch(/^folders make parents: .*; keys of another tool: /);
  expect(remedyOfUnknownKey("pages", false)).toMatch(/^keys of another tool: /);
});

it("names the configuration of a kind of the site's own, and has none for series", () => {
  expect(remedyOfUnknownKey("own:talks", false)).toContain("kinds.talks.fields of octavo.config.ts");
  expect(remedyOfUnknownKey("series", false)).toBe("");
});
