import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isListed, isLoopback, isPrivate, normalizeAddress, toBlockList, toClientKeys } from "../../../../server/http/address/ip.ts";

describe("normalizeAddress", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8:0:0:0:0:0:1"],
    ["2001:0DB8:0:0::0001", "2001:db8:0:0:0:0:0:1"],
    ["::", "0:0:0:0:0:0:0:0"],
    ["::1", "0:0:0:0:0:0:0:1"],
    ["1::", "1:0:0:0:0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0:0:0:0:1"],
    ["64:ff9b::192.0.2.33", "64:ff9b:0:0:0:0:c000:221"],
  ])("normalizes %s", (text, address) => {
    expect(normalizeAddress(text)).toBe(address);
  });

  it.each([
    "",
    "unknown",
    "192.0.2",
    "192.0.2.256",
    "192.0.2.1:80",
    "[::1]",
    "1::2::3",
    "0x7f.1",
    "2130706433",
    "::1\n",
    "127.0.0.1 ",
  ])("recognizes that %j is not an address", (text) => {
    expect(normalizeAddress(text)).toBeNull();
  });

  it("gives every way to write an IPv6 address the same form", () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = normalizeAddress(text);
        expect(address).not.toBeNull();
        expect(normalizeAddress(text.toUpperCase())).toBe(address);
        const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
        expect(normalizeAddress(canonical)).toBe(address);
      }),
    );
  });
});

describe("toClientKeys", () => {
  it("uses a whole IPv4 address, and the /64 and /48 of an IPv6 address", () => {
    expect(toClientKeys("192.0.2.1")).toEqual({ narrow: "192.0.2.1", wide: null });
    expect(toClientKeys("2001:db8:1:2:3:4:5:6")).toEqual({ narrow: "2001:db8:1:2::/64", wide: "2001:db8:1::/48" });
  });
});

describe("toBlockList", () => {
  it("accepts addresses and ranges of both kinds", () => {
    const list = toBlockList(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "::1"]);
    const listed = ["10.255.0.1", "192.0.2.7", "2001:db8:0:0:0:0:0:1", "0:0:0:0:0:0:0:1"];
    const others = ["11.0.0.1", "192.0.2.8", "2001:db9:0:0:0:0:0:1", "0:0:0:0:0:0:0:2"];
    expect(listed.map((address) => isListed(list, address))).toEqual([true, true, true, true]);
    expect(others.map((address) => isListed(list, address))).toEqual([false, false, false, false]);
  });

  it("treats IPv4 in IPv6 as IPv4", () => {
    const list = toBlockList(["::ffff:10.0.0.0/104", "::ffff:192.0.2.7"]);
    expect(["10.1.2.3", "192.0.2.7", "12.0.0.1"].map((address) => isListed(list, address))).toEqual([true, true, false]);
  });

  it.each([
    "localhost",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "2001:db8::/129",
    "10.0.0.0/-1",
    "10.0.0.0/1e1",
    "::ffff:1.2.3.4/64",
    "*",
  ])("reports %j as unreadable", (entry) => {
    expect(() => toBlockList(["10.0.0.1", entry])).toThrow(JSON.stringify(entry));
  });
});

describe("isPrivate", () => {
  it("is true for addresses that no stranger has", () => {
    const own = [
      "127.0.0.1",
      "10.1.1.1",
      "172.31.0.1",
      "192.168.1.1",
      "100.64.0.1",
      "0:0:0:0:0:0:0:1",
      "fd00:0:0:0:0:0:0:1",
      "fe80:0:0:0:0:0:0:1",
    ];
    expect(own.filter((address) => !isPrivate(address))).toEqual([]);
    expect(["203.0.113.9", "172.32.0.1", "100.128.0.1", "2001:db8:0:0:0:0:0:1"].filter(isPrivate)).toEqual([]);
  });
});

describe("isLoopback", () => {
  it("is true if only this machine can connect", () => {
    expect(
      ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost", "LOCALHOST", "::ffff:127.0.0.1"].filter((host) => !isLoopback(host)),
    ).toEqual([]);
    expect(["0.0.0.0", "::", "10.0.0.1", "", "localhost.example", "127.0.0.1.example"].filter(isLoopback)).toEqual([]);
  });
});
