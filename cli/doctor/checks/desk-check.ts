import { type DeskAddress, toDeskAddress } from "../../../server/desk/hosted/desk-address.ts";
import { diagnose, type IncidentFinding, skipped } from "../../../server/incidents/diagnosis.ts";
import type { AccessFacts } from "../../../server/store/sqlite/owner/access-facts.ts";
import { isLoopbackUrl } from "../../serve/public-origin.ts";
import { toDeskPlace } from "../../serve/server-settings.ts";
import type { DoctorCheck } from "../doctor-check.ts";
import { findAccessFacts, findServerConfig, hasMail } from "../examined-server.ts";

/** Whether the owner can sign in at the desk's address, and nobody else can. */
export const deskCheck: DoctorCheck = {
  name: "desk",
  about: "whether the connection to the desk (--desk, --desk-path) is encrypted, and its owner can sign in",
  run(site) {
    const { settings, siteUrl, publicUrl } = site;
    const place = toDeskPlace({ desk: settings.desk ?? null, deskPath: settings.deskPath ?? null });
    const facts = findAccessFacts(site);
    if (place === null) return skipped(describeUnnamed(facts?.deskPlace ?? null));
    const config = findServerConfig(site);
    const baseUrl = config?.baseUrl ?? publicUrl ?? siteUrl;
    const address = toDeskAddress(place, baseUrl === null ? null : new URL(baseUrl).origin);
    const canMail = hasMail(site);
    const findings = [
      findPlainAddress(address),
      config?.trustProxy.kind === "none" && address?.origin.startsWith("https:") === true ? UNTRUSTED_PROXY : null,
      findNoWayIn(facts, canMail),
    ].filter((finding) => finding !== null);
    return diagnose(findings, describe(address, facts, canMail, place.kind === "path"));
  },
};

/** @param served address at which a server with this database served the desk */
function describeUnnamed(served: string | null): string {
  if (served === null)
    return "the desk has no address: octavo desk shows it on this machine; --desk https://desk.ines.example makes it available to a phone";
  return `a server has served the desk at ${served}: give doctor the server's --desk or --desk-path (or OCTAVO_DESK) to examine it`;
}

function findPlainAddress(address: DeskAddress | null): IncidentFinding | null {
  if (address === null || address.origin.startsWith("https:") || isLoopbackUrl(address.origin)) return null;
  return {
    message: `the desk is at ${address.url}, which is not encrypted: browsers do not support passkeys there, and refuse cookies`,
    remedy: "serve the site over https and set --public-url, or give the desk its own host name: --desk https://desk.ines.example",
  };
}

const UNTRUSTED_PROXY: IncidentFinding = {
  message: "the desk is behind a proxy, and no proxy is trusted: sign-in attempts of all visitors are counted together, and soon get 429",
  remedy: "name the proxy: --trust-proxy 127.0.0.1 for nginx or Caddy on this machine (docs/desk.md)",
};

function findNoWayIn(facts: AccessFacts | null, canMail: boolean): IncidentFinding | null {
  const ways = facts === null ? 0 : facts.passkeys + facts.sessions + facts.links;
  if (ways > 0 || canMail) return null;
  return {
    message: "nobody can sign in to the desk: there is no passkey, no valid link, and no mail server to send one",
    remedy: "start the server, then run octavo desk invite for a link that is valid for ten minutes; add a passkey there",
  };
}

function describe(address: DeskAddress | null, facts: AccessFacts | null, canMail: boolean, isBelowSite: boolean): string {
  const { passkeys = 0, sessions = 0 } = facts ?? {};
  const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;
  return [
    address === null ? "its address is not known before the first build" : `at ${address.url}`,
    `${count(passkeys, "passkey")}, ${count(sessions, "signed-in browser")}`,
    ...(passkeys === 0 ? ["add a passkey: until then, each sign-in needs a link"] : []),
    canMail
      ? "links can be sent by email"
      : "no link can be sent by email (OCTAVO_MAIL_SMTP), so octavo desk invite is the only way to sign in again",
    ...(isBelowSite ? ["its own host name (--desk) is safer: the site's scripts share this one"] : []),
  ].join("; ");
}
