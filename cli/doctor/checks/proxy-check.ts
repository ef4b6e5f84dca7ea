import type { TrustProxy } from "../../../server/http/address/client-address.ts";
import { isListed, isLoopback } from "../../../server/http/address/ip.ts";
import { diagnose, type IncidentFinding } from "../../../server/incidents/diagnosis.ts";
import { toServerConfig } from "../../serve/server-settings.ts";
import type { DoctorCheck, ExaminedSite } from "../doctor-check.ts";

/** Addresses that loopback connections come from. */
const LOOPBACK_ADDRESSES = ["127.0.0.1", "0:0:0:0:0:0:0:1"] as const;

/** Checks whether the proxy settings can be right. */
export const proxyCheck: DoctorCheck = {
  name: "proxy",
  about: "whether --host, --trust-proxy and --public-url fit together",
  atStart: true,
  run(site) {
    const { settings, io, trustNobody, publicUrl, siteUrl } = site;
    // Throws for settings that a server would refuse, which becomes a finding.
    const { trustProxy, baseUrl } = toServerConfig(settings, io, { trustNobody });
    const findings = [
      findPlainConnection(trustProxy, baseUrl ?? publicUrl),
      findUnreachableProxy(trustProxy, settings.host),
      findUnusedSecret(trustProxy, io.env),
    ].filter((finding) => finding !== null);
    return diagnose(findings, describe(trustProxy, settings.host, baseUrl === null ? siteUrl : null));
  },
};

/** Octavo itself speaks plain HTTP, so an https address always belongs to a proxy. */
function findPlainConnection({ kind }: TrustProxy, baseUrl: string | null): IncidentFinding | null {
  if (kind !== "none" || baseUrl?.startsWith("https:") !== true) return null;
  return {
    message: `visitors come over https (${new URL(baseUrl).origin}), which means through a proxy, but no proxy is trusted: all visitors are counted together, and soon get 429`,
    remedy: "name the proxy: --trust-proxy 127.0.0.1 for nginx or Caddy on this machine, secret for a CDN (docs/server.md)",
  };
}

function findUnreachableProxy(trust: TrustProxy, host: string): IncidentFinding | null {
  if (trust.kind !== "addresses" || !isLoopback(host)) return null;
  if (LOOPBACK_ADDRESSES.some((address) => isListed(trust.addresses, address))) return null;
  return {
    message: `on ${host} all connections come from this machine, but --trust-proxy does not include it, so no proxy is ever trusted`,
    remedy: "add 127.0.0.1 to --trust-proxy, or listen on the address that the proxy connects to: --host",
  };
}

function findUnusedSecret({ kind }: TrustProxy, env: ExaminedSite["io"]["env"]): IncidentFinding | null {
  if (kind === "secret" || (env.OCTAVO_PROXY_SECRET ?? "") === "") return null;
  return {
    message: "OCTAVO_PROXY_SECRET is set, but --trust-proxy is not secret, so nothing reads it",
    remedy: "use it with --trust-proxy secret, or unset it",
  };
}

/**
 * @param siteUrl address where a proxy would serve the site; null if there is no proxy, or if its
 * address is unknown
 */
function describe({ kind }: TrustProxy, host: string, siteUrl: string | null): string {
  if (kind === "addresses") return "the proxies that --trust-proxy names are trusted";
  if (kind === "secret") return "requests with the proxy secret are trusted";
  if (!isLoopback(host)) return "visitors connect directly, and no proxy is trusted";
  const alone = `only this machine reaches ${host}, and no proxy is trusted`;
  return siteUrl === null
    ? alone
    : `${alone}: if a proxy forwards visitors of ${new URL(siteUrl).origin}, set --public-url and --trust-proxy`;
}
