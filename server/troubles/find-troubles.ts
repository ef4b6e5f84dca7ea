import { hintOf } from "../text/hinted-error.ts";
import type { FoundTrouble, TroubleKind, WatchedSite } from "./trouble.ts";

/** Examines each kind independently of the others. Never rejects. */
export async function findTroubles(site: WatchedSite, kinds: readonly TroubleKind[]): Promise<FoundTrouble[]> {
  const found: FoundTrouble[] = [];
  for (const kind of kinds) found.push(...(await examineKind(kind, site)));
  return found;
}

async function examineKind(kind: TroubleKind, site: WatchedSite): Promise<FoundTrouble[]> {
  try {
    const diagnosis = await kind.examine(site);
    return diagnosis.status === "wrong" ? diagnosis.findings.map((trouble) => ({ kind: kind.name, ...trouble })) : [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const publicMessage = `the server cannot examine: ${kind.name}`;
    const remedy =
      hintOf(error) ?? (site.files === null ? "the server's log may say more" : "octavo doctor on the server's machine says more");
    return [{ kind: kind.name, key: "error", publicMessage, message: `${publicMessage}: ${reason}`, remedy }];
  }
}
