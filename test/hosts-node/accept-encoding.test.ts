import { describe, expect, it } from "vitest";
import { chooseCoding } from "../../hosts/node/encoding/accept-encoding.ts";

const ask = (header: string): Request => new Request("http://localhost/", { headers: { "Accept-Encoding": header } });

describe("Accept-Encoding", () => {
  it.each([
    ["gzip", true],
    ["GZIP", true],
    ["x-gzip", true],
    ["br, gzip;q=0.1", true],
    ["deflate, gzip;q=1.0, *;q=0.5", true],
    ["*", true],
    ["identity;q=0.5, gzip;q=0.5", true],
    ["identity;q=0, *;q=0.001", true],
    ["", false],
    ["br, deflate", false],
    ["identity", false],
    ["gzip;q=0", false],
    ["gzip; q=0.000", false],
    ["*;q=0", false],
    ["gzip;q=0, *", false],
    ["identity, gzip;q=0.9", false],
    ["gzip;q=high", false],
    ["gzipped", false],
  ])("%j accepts gzip: %s", (header, taken) => {
    expect(chooseCoding(ask(header), ["gzip"])).toBe(taken ? "gzip" : null);
  });

  it("selects no coding if it is missing", () => {
    expect(chooseCoding(new Request("http://localhost/"), ["br", "gzip"])).toBeNull();
  });

  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip, br;q=0.9", "gzip"],
    ["br;q=0.5, gzip;q=0.5", "br"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["identity, br;q=0.9, gzip", "gzip"],
    ["zstd", null],
  ])("%j selects %s", (header, coding) => {
    expect(chooseCoding(ask(header), ["br", "gzip"])).toBe(coding);
  });
});
