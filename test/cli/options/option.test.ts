import { expect, it } from "vitest";
import { flagOf, variableOf } from "../../../cli/options/option.ts";

it("an option's key is its flag and its variable", () => {
  expect([flagOf("out"), flagOf("siteUrl")]).toEqual(["--out", "--site-url"]);
  expect([variableOf("out", {}), variableOf("siteUrl", {})]).toEqual(["OCTAVO_OUT", "OCTAVO_SITE_URL"]);
});

it("a variable may have another name, or not exist", () => {
  expect(variableOf("host", { env: "OCTAVO_HOSTS" })).toBe("OCTAVO_HOSTS");
  expect(variableOf("yes", { env: false })).toBeNull();
});
