import { describe, expect, it } from "vitest";
import { createHostFilter, pathOnSite } from "../../../build/references/reference-path.ts";

describe("the filter of hosts", () => {
  const sites = ["https://herons.example/blog", "http://127.0.0.1:4000"];
  const isElsewhere = createHostFilter(sites);

  it.each([
    "https://other.example/blog",
    "//other.example",
    "HTTP://A.B.other.example?x",
    "https://herons.example.org#y",
  ])("recognizes another host: %s", (address) => {
    expect(isElsewhere(address)).toBe(true);
    expect(pathOnSite(URL.parse(address.replace(/^\/\//, "https://")), sites)).toBeNull();
  });

  it.each([
    "https://herons.example/blog/a",
    "https://HERONS.example",
    "//herons.example/blog",
    "http://2130706433:4000/",
    "http://0x7f.1:4000/a",
    "https://someone@herons.example/blog",
    "https://herons%2Eexample/blog",
    "https://herons\u3002example/blog",
    "https://her\tons.example/blog",
  ])("leaves %s to the parser", (address) => {
    expect(isElsewhere(address)).toBe(false);
  });
});
