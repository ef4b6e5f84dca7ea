import { join } from "node:path";
import { parseSite } from "../../build/kinds/site-kind.ts";
import { Diagnostics } from "../../build/shared/diagnostics.ts";
import type { ResolvedConfig } from "../../build/shared/resolved-config.ts";
import { isStandInUrl } from "../../build/shared/slugs.ts";
import { readDocument } from "../../build/sources/files/raw-document.ts";
import { exists, SITE_FILES } from "../build/assumed-site.ts";

/** The site's description before an import. */
export interface DescribedSite {
  /** Whether it states a name and an address, in site.yaml or in the configuration. */
  readonly isDescribed: boolean;
  /** null if there is none, or only a placeholder. */
  readonly url: string | null;
  /** The placeholder; null if there is none. */
  readonly standInUrl: string | null;
}

export async function readDescribedSite(
  contentDir: string,
  { site: configured, file: configFile }: ResolvedConfig,
): Promise<DescribedSite> {
  const there = await Promise.all(SITE_FILES.map((name) => exists(join(contentDir, name))));
  const name = SITE_FILES.find((_, index) => there[index]) ?? null;
  const file = { path: name ?? "", relative: name ?? "", absolute: join(contentDir, name ?? "") };
  // Every build reports these mistakes.
  const diagnostics = new Diagnostics();
  const raw = name === null ? null : readDocument(file, diagnostics);
  const { site } = parseSite({
    raw,
    file,
    configured,
    overrides: {},
    elsewhere: { file: configFile ?? "octavo.config.ts", line: 1, column: 1 },
    diagnostics,
  });
  const isWrong = diagnostics.all().some(({ field }) => field === "url" || field === "name");
  const isSaid = "url" in { ...configured, ...raw?.data };
  const isStandIn = isStandInUrl(site.url);
  return {
    isDescribed: name !== null || ("name" in configured && "url" in configured),
    url: !isSaid || isWrong || isStandIn ? null : site.url,
    standInUrl: isSaid && !isWrong && isStandIn ? site.url : null,
  };
}
