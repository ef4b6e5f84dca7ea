import { byKey } from "../../../contract/by-key.ts";
import { PAGE_GROUPS, type PageGroup } from "../../../contract/config/config-names.ts";
import { putBelow } from "../../../contract/text/base-path.ts";
import { type GroupKind, toGroupPath } from "../../kinds/addresses/group-page.ts";
import type { GroupPatterns } from "../../shared/resolved-config.ts";
import { toPageAddress } from "../../shared/site-addresses.ts";
import type { SitePage } from "./site-pages.ts";

/**
 * The page of a tag, a category, a series, an album or an author. Both members are null if it has
 * none.
 */
export interface GroupAddress {
  readonly url: string | null;
  readonly path: string | null;
}

export type FindGroupPage = (slug: string) => GroupAddress;

const NO_PAGE: GroupAddress = { url: null, path: null };

export function createGroupPages(patterns: Partial<GroupPatterns>, siteUrl: string): Readonly<Record<PageGroup, FindGroupPage>> {
  const create = (group: PageGroup): FindGroupPage => {
    const pattern = patterns[group] ?? null;
    if (pattern === null) return () => NO_PAGE;
    return (slug) => toPageAddress(siteUrl, toGroupPath(pattern, slug));
  };
  return byKey(PAGE_GROUPS, create);
}

/** The page of one member of a group. */
export interface GroupPage extends Pick<SitePage, "kind" | "slug" | "path"> {
  readonly url: string;
  /** null if undated. */
  readonly updatedAt: string | null;
}

interface GroupItem {
  readonly slug: string;
  readonly path: string | null;
  readonly updatedAt?: string | null;
}

/**
 * Lists all pages of groups without duplicates. A tag that several kinds use has one page, and all
 * services may share one.
 */
export function listGroupPages(groups: Readonly<Record<GroupKind, readonly GroupItem[]>>, siteUrl: string): readonly GroupPage[] {
  // Paths already include the base.
  const { origin } = new URL(siteUrl);
  return [...PAGE_GROUPS, "services" as const].flatMap((kind) => {
    const pages = new Map<string, GroupPage>();
    for (const { slug, path, updatedAt = null } of groups[kind])
      if (path !== null && !pages.has(path)) pages.set(path, { kind, slug, path, url: putBelow(origin, path), updatedAt });
    return [...pages.values()];
  });
}
