import { toMissingPage } from "../../../../views/pages/single-pages.ts";
import type { SiteView } from "../../../../views/site-view.ts";
import type { Assembled } from "../../../assemble/assemble.ts";
import { toKindPages, toPostPages } from "./document-pages.ts";
import { toListPages } from "./list-pages.ts";
import { fileOfPage, MISSING_FILE, PageFile, pageId, type WebPage } from "./page-file.ts";
import { toSiteWidePages } from "./site-wide-pages.ts";
import { toAnswer } from "./to-answer.ts";

/** All pages of a site as files. */
export interface PlannedPages {
  readonly postCount: number;
  /** Created one at a time, because a site has thousands. */
  posts(): Generator<PageFile, void, undefined>;
  readonly others: readonly PageFile[];
}

/** @param frameId digest of the site's frame and of the views */
export function planPages(
  assembled: Assembled,
  site: SiteView,
  { frameId, hasSearch }: { readonly frameId: string; readonly hasSearch: boolean },
): PlannedPages {
  const frame = { site, id: frameId };
  const toFile = (page: WebPage): PageFile => new PageFile(fileOfPage(page.path, site.base), page, frame);
  const others = new Map<string, WebPage>();
  for (const pages of [toKindPages(assembled, site), toSiteWidePages(assembled, hasSearch, site), toListPages(assembled, site)])
    for (const page of pages) if (!others.has(page.path)) others.set(page.path, page);
  // A document keeps its path. Conflicts have already been reported as errors.
  const { missing, posts, unlisted, sitePages } = assembled;
  for (const { kind, path } of sitePages) if (kind === "posts") others.delete(path);
  const missingPage = { id: () => pageId(missing?.id ?? null), make: () => toMissingPage(missing && toAnswer(missing), site) };
  return {
    postCount: posts.length + unlisted.length,
    *posts() {
      for (const page of toPostPages(assembled, site)) yield toFile(page);
    },
    others: [...others.values().map(toFile), new PageFile(MISSING_FILE, missingPage, frame)],
  };
}
