import { hintOf } from "../text/hinted-error.ts";
import type { FoundIncident, IncidentKind, WatchedSite } from "./incident.ts";

/** Examines each kind independently of the others. Never rejects. */
export async function findIncidents(site: WatchedSite, kinds: readonly IncidentKind[]): Promise<FoundIncident[]> {
  const found: FoundIncident[] = [];
  for (const kind of kinds) found.push(...(await examineKind(kind, site)));
  return found;
}

async function examineKind(kind: IncidentKind, site: WatchedSite): Promise<FoundIncident[]> {
  try {
    const diagnosis = await kind.examine(site);
    return diagnosis.status === "wrong" ? diagnosis.findings.map((incident) => ({ kind: kind.name, ...incident })) : [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const publicMessage = `"${kind.name}" could not be checked`;
    const remedy =
      hintOf(error) ?? (site.files === null ? "the server's log may say more" : "octavo doctor on the server's machine says more");
    return [{ kind: kind.name, key: "error", publicMessage, message: `${publicMessage}: ${reason}`, remedy }];
  }
}
