import { diagnose, type IncidentFinding, skipped } from "../../../server/incidents/diagnosis.ts";
import type { KeyScope } from "../../../server/owner/key-scopes.ts";
import type { DoctorCheck } from "../doctor-check.ts";
import { findAccessFacts, findServerConfig } from "../examined-server.ts";

const SCOPE: KeyScope = "figures";

/** Checks who can read `/metrics`. */
export const metricsCheck: DoctorCheck = {
  name: "metrics",
  about: "who can read /metrics (OCTAVO_METRICS)",
  run(site) {
    const { io, publicUrl, siteUrl } = site;
    const config = findServerConfig(site);
    if (config === null) return skipped("the settings of the server cannot be used: see proxy");
    const { metrics, trustProxy, baseUrl } = config;
    if (metrics === "off") return skipped("/metrics is off: OCTAVO_METRICS=1 makes it readable with the owner's keys");
    const isPublic = (baseUrl ?? publicUrl ?? siteUrl)?.startsWith("https:") === true;
    if (metrics === "local")
      return diagnose(
        isPublic && trustProxy.kind === "none" ? [OPEN_BY_PROXY] : [],
        "programs on this machine may read it without a key, and others with a key that has the scope figures",
      );
    const keys = findAccessFacts(site)?.keys ?? [];
    const readers = keys.filter(({ scopes, expiresAt }) => scopes.includes(SCOPE) && expiresAt > io.now());
    return diagnose(
      isPublic && readers.length === 0 ? [NO_READER] : [],
      readers.length === 0
        ? "programs on this machine may read it"
        : `${readers.length === 1 ? "1 key" : `${readers.length} keys`} may read it`,
    );
  },
};

const OPEN_BY_PROXY: IncidentFinding = {
  message: "OCTAVO_METRICS=local is set, but no proxy is trusted: through a proxy that adds no header, anybody may read /metrics",
  remedy: "name the proxy with --trust-proxy, or set OCTAVO_METRICS=1 and create a key: octavo keys add prometheus --scopes figures",
};

const NO_READER: IncidentFinding = {
  message: "/metrics is on, but no valid key may read it",
  remedy: "octavo keys add prometheus --scopes figures, or OCTAVO_METRICS=local for a program on this machine (docs/monitoring.md)",
};
