import { resolve } from "node:path";
import { isForPath } from "../../contract/config/site-rules.ts";
import { pageKey } from "../../contract/page-key.ts";
import { pathOfAddress, putBelow } from "../../contract/text/base-path.ts";
import type { GroupPage } from "../assemble/groups/group-pages.ts";
import type { SitePage } from "../assemble/groups/site-pages.ts";
import { readConfigPlaces } from "../config/config-places.ts";
import type { OutputFile } from "../emit/output-file.ts";
import { pathOnSite } from "../references/reference-path.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";

export interface RuleConflictsInput {
  readonly cwd: string;
  readonly config: Pick<ResolvedConfig, "rules" | "file">;
  /**
   * The address of the built site and the configured address, which differ in a preview. The path
   * of the first is part of page paths, but not of redirects and files.
   */
  readonly addresses: readonly [site: string, configured: string];
  readonly pages: readonly SitePage[];
  /** The pages of tags and other groups. */
  readonly groupPages: readonly Pick<GroupPage, "kind" | "slug" | "path">[];
  readonly inPublic: readonly OutputFile[];
  readonly diagnostics: Diagnostics;
}

/**
 * Reports `redirects` of the configuration that would hide a page of the site or a file in
 * `public`. Redirects to the site's full address are also reported, because in a preview, they
 * would lead to production, and because loops through them would not be found.
 */
export async function reportRuleConflicts({ cwd, config, diagnostics, addresses, ...paths }: RuleConflictsInput): Promise<void> {
  const { redirects } = config.rules;
  const base = pathOfAddress(addresses[0]);
  if (redirects.length === 0 || config.file === null) return;
  const raw = { redirects: Object.fromEntries(redirects.map(({ from, to }) => [from, to])) };
  const places = await readConfigPlaces(raw, resolve(cwd, config.file), config.file);
  for (const { from, to } of redirects) {
    const field = ["redirects", from];
    const path = pathOnSite(URL.parse(to), addresses);
    if (path !== null) {
      const hint = `write the path: "${path}${to.replace(/^[^?#]*/, "")}"`;
      diagnostics.error(places.value(field), { code: "redirect-address", message: `"${to}" is an address of this site`, hint, field });
    }
    const hidden = findHidden(from, { ...paths, base });
    if (hidden === null) continue;
    diagnostics.error(places.value(field), {
      code: "redirect-conflict",
      message: `"${from}" would hide ${hidden}`,
      hint: "remove one of them",
      field,
    });
  }
}

function findHidden(
  from: string,
  { pages, groupPages, inPublic, base }: Pick<RuleConflictsInput, "pages" | "groupPages" | "inPublic"> & { readonly base: string },
): string | null {
  const page = [...pages, ...groupPages].find(({ path }) => isForPath(putBelow(base, from), path));
  if (page !== undefined) return `the page ${page.path} (${page.kind}: ${page.slug})`;
  const movedPage = pages.find((one) => one.formerPaths.some((path) => pageKey(path) === pageKey(putBelow(base, from))));
  if (movedPage !== undefined) return `a former address of ${movedPage.path} (${movedPage.kind}: ${movedPage.slug})`;
  const file = inPublic.find(({ path }) => isForPath(from, encodeURI(`/${path}`)));
  return file === undefined ? null : `${file.path} in the folder public`;
}
