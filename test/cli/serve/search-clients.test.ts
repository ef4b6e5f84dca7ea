import { expect, it } from "vitest";
import { startCommand } from "../../../cli/commands/start.ts";
import { readCommandLine } from "../../../cli/options/read-command-line.ts";
import { createSearchClients } from "../../../cli/serve/search-clients.ts";

function clientOf(args: readonly string[], socketAddress: string, forwardedFor: string): string {
  const { settings } = readCommandLine(args, startCommand.options, { env: {} });
  const request = new Request("http://127.0.0.1:3000/api/v1/search?q=tide", { headers: { "X-Forwarded-For": forwardedFor } });
  return createSearchClients(settings, { env: {} })(request, socketAddress);
}

it("the server counts searches per visitor that a trusted proxy names, or per connecting address if none is trusted", () => {
  expect(clientOf(["--trust-proxy", "127.0.0.1"], "127.0.0.1", "192.0.2.1")).toBe("192.0.2.1");
  expect(clientOf(["--trust-proxy", "127.0.0.1"], "198.51.100.7", "192.0.2.1")).toBe("198.51.100.7");
  expect(clientOf([], "::ffff:127.0.0.1", "192.0.2.1")).toBe("127.0.0.1");
});

it("the server counts searches from an IPv6 /48 as one client's", () => {
  const addresses = ["2001:db8:7:1::1", "2001:db8:7:ffff::9", "2001:db8:8:1::1"];
  expect(addresses.map((address) => clientOf(["--trust-proxy", "::1"], "::1", address))).toEqual([
    "2001:db8:7::/48",
    "2001:db8:7::/48",
    "2001:db8:8::/48",
  ]);
});
