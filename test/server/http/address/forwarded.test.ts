import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readForwarded, readXForwardedFor } from "../../../../server/http/address/forwarded.ts";

describe("readXForwardedFor", () => {
  it.each([
    ["192.0.2.1", ["192.0.2.1"]],
    ["192.0.2.1, 10.0.0.1", ["192.0.2.1", "10.0.0.1"]],
    ["192.0.2.1:4711,10.0.0.1", ["192.0.2.1", "10.0.0.1"]],
    ["[2001:db8::1]:4711, 2001:db8::2", ["2001:db8:0:0:0:0:0:1", "2001:db8:0:0:0:0:0:2"]],
    ["::ffff:192.0.2.1", ["192.0.2.1"]],
    ["unknown, 10.0.0.1", [null, "10.0.0.1"]],
    ["192.0.2.1,, 10.0.0.1", ["192.0.2.1", null, "10.0.0.1"]],
    ["", [null]],
    ["127.0.0.1.evil.example", [null]],
    ["[192.0.2.1]", [null]],
    ["<script>", [null]],
  ])("reads %j", (header, hops) => {
    expect(readXForwardedFor(header)).toEqual(hops);
  });
});

describe("readForwarded", () => {
  it.each([
    ["for=192.0.2.1", ["192.0.2.1"]],
    ["For=192.0.2.1;proto=https;by=10.0.0.9", ["192.0.2.1"]],
    ['proto=https; for="[2001:db8::1]:4711"', ["2001:db8:0:0:0:0:0:1"]],
    ['for="192.0.2.1:80", for=10.0.0.1', ["192.0.2.1", "10.0.0.1"]],
    ['for="_hidden", for=unknown, for=10.0.0.1', [null, null, "10.0.0.1"]],
    ["proto=https", [null]],
    ["for=192.0.2.1;for=192.0.2.2", [null]],
    ["for = 192.0.2.1", [null]],
    ['for="192.0.2.1, for=10.0.0.1', [null]],
    ['by="a,b;for=203.0.113.9", for=10.0.0.1', [null, "10.0.0.1"]],
    ['for="192.0.\\2.1"', ["192.0.2.1"]],
    ["192.0.2.1", [null]],
    ["", [null]],
  ])("reads %j", (header, hops) => {
    expect(readForwarded(header)).toEqual(hops);
  });

  it("reads any text without an error, and returns only addresses", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'for="[]:;,. \\1a2f=_') }), (header) => {
        for (const hop of [...readForwarded(header), ...readXForwardedFor(header)]) {
          if (hop !== null) expect(hop).toMatch(/^(?:\d+\.\d+\.\d+\.\d+|[0-9a-f]+(?::[0-9a-f]+){7})$/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
