import { describe, expect, it, vi } from "vitest";
import { PROXY_SECRET_HEADER } from "../../../../contract/proxy-headers.ts";
import { createClientAddresses, type TrustProxy } from "../../../../server/http/address/client-address.ts";
import { toBlockList } from "../../../../server/http/address/ip.ts";

const NONE: TrustProxy = { kind: "none" };
const TRUSTED: TrustProxy = { kind: "addresses", addresses: toBlockList(["10.0.0.0/8", "fd00::/8"]) };
const SECRET: TrustProxy = { kind: "secret", secret: "s".repeat(32) };

function addressOf(trust: TrustProxy, peer: string, headers: Record<string, string> = {}): string {
  return createClientAddresses({ trust }).of(new Request("https://ines.example/", { headers }), { address: peer });
}

describe("the client's address", () => {
  it("is the socket's if no proxy is trusted, whatever the headers contain", () => {
    expect(addressOf(NONE, "203.0.113.9")).toBe("203.0.113.9");
    expect(addressOf(NONE, "203.0.113.9", { "X-Forwarded-For": "192.0.2.1", Forwarded: "for=192.0.2.1" })).toBe("203.0.113.9");
    expect(addressOf(NONE, "::ffff:203.0.113.9")).toBe("203.0.113.9");
  });

  it("is the socket's if the peer is not one of the trusted ones", () => {
    expect(addressOf(TRUSTED, "203.0.113.9", { "X-Forwarded-For": "192.0.2.1" })).toBe("203.0.113.9");
  });

  it.each([
    ["one proxy", { "X-Forwarded-For": "192.0.2.1" }, "192.0.2.1"],
    ["several proxies", { "X-Forwarded-For": "192.0.2.1, 10.0.0.3, 10.0.0.2" }, "192.0.2.1"],
    ["addresses that a client made up, on the left", { "X-Forwarded-For": "1.1.1.1, 10.9.9.9, 192.0.2.1, 10.0.0.2" }, "192.0.2.1"],
    ["Forwarded", { Forwarded: 'for=1.1.1.1, for="[2001:db8::7]:99";proto=https, for=10.0.0.2' }, "2001:db8:0:0:0:0:0:7"],
    ["both headers, which agree", { Forwarded: "for=192.0.2.1", "X-Forwarded-For": "192.0.2.1" }, "192.0.2.1"],
    ["IPv4 in IPv6", { "X-Forwarded-For": "::ffff:192.0.2.1" }, "192.0.2.1"],
    ["only proxies", { "X-Forwarded-For": "10.0.0.4, 10.0.0.3" }, "10.0.0.4"],
    ["no header", {}, "10.0.0.1"],
  ])("behind a trusted proxy is the right-most untrusted one: %s", (_case, headers, address) => {
    expect(addressOf(TRUSTED, "10.0.0.1", headers as Record<string, string>)).toBe(address);
  });

  it.each([
    ["both headers, which contradict each other", { Forwarded: "for=1.1.1.1", "X-Forwarded-For": "192.0.2.1" }, "10.0.0.1"],
    ["an unreadable address", { "X-Forwarded-For": "unknown" }, "10.0.0.1"],
    ["a hidden hop behind a known one", { Forwarded: "for=192.0.2.1, for=_x, for=10.0.0.2" }, "10.0.0.2"],
    ["an empty header", { "X-Forwarded-For": "" }, "10.0.0.1"],
    ["an open quote that would hide the rest", { Forwarded: 'for="1.1.1.1, for=192.0.2.1' }, "10.0.0.1"],
  ])("fails closed: with %s the last known hop counts as the client", (_case, headers, address) => {
    expect(addressOf(TRUSTED, "10.0.0.1", headers as Record<string, string>)).toBe(address);
  });

  it("is accepted from anybody who sends the shared secret, and from nobody who sends another one", () => {
    const headers = { "X-Forwarded-For": "1.1.1.1, 192.0.2.1" };
    expect(addressOf(SECRET, "203.0.113.9", { ...headers, [PROXY_SECRET_HEADER]: "s".repeat(32) })).toBe("192.0.2.1");
    for (const wrong of ["", "s".repeat(31), `${"s".repeat(32)}, x`, "S".repeat(32)]) {
      expect(addressOf(SECRET, "203.0.113.9", { ...headers, [PROXY_SECRET_HEADER]: wrong })).toBe("203.0.113.9");
    }
    expect(addressOf(SECRET, "203.0.113.9", headers)).toBe("203.0.113.9");
  });

  it("is `unknown` for all clients if the socket has no address", () => {
    expect(addressOf(NONE, "")).toBe("unknown");
    expect(addressOf(TRUSTED, "", { "X-Forwarded-For": "192.0.2.1" })).toBe("unknown");
    expect(addressOf(SECRET, "", { "X-Forwarded-For": "192.0.2.1", [PROXY_SECRET_HEADER]: "s".repeat(32) })).toBe("192.0.2.1");
  });
});

describe("the hint", () => {
  const send = (trust: TrustProxy, peers: readonly string[]): { hints: string[]; hint: string | null } => {
    const onHint = vi.fn<(hint: string) => void>();
    const addresses = createClientAddresses({ trust, onHint });
    for (const address of peers)
      addresses.of(new Request("https://ines.example/", { headers: { "X-Forwarded-For": "192.0.2.1" } }), { address });
    return { hints: onHint.mock.calls.map(([hint]) => hint), hint: addresses.hint };
  };

  it("is given once, with the exact setting for the owner's proxy", () => {
    const { hints, hint } = send(NONE, ["10.1.2.3", "10.1.2.3", "10.1.2.4"]);
    expect(hints).toEqual([expect.stringContaining("--trust-proxy 10.1.2.3")]);
    expect(hint).toBe(hints[0]);
  });

  it("contains no address that may belong to a visitor", () => {
    const { hint } = send(NONE, ["203.0.113.9"]);
    expect(hint).toContain("--trust-proxy secret");
    expect(hint).not.toContain("203.0.113.9");
    expect(hint).not.toContain("192.0.2.1");
  });

  it("requires the secret if one is configured", () => {
    expect(send(SECRET, ["10.0.0.1"]).hint).toContain(PROXY_SECRET_HEADER);
  });

  it("is not given if no peer forwards, or only a trusted one", () => {
    expect(send(TRUSTED, ["10.0.0.1"]).hint).toBeNull();
    const addresses = createClientAddresses({ trust: NONE });
    addresses.of(new Request("https://ines.example/"), { address: "10.0.0.1" });
    expect(addresses.hint).toBeNull();
  });
});
