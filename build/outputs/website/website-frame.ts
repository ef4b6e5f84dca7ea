import { toHtmlMembers } from "../../../kinds/members/own-members.ts";
import { toSiteFrame } from "../../../views/frame/site-frame.ts";
import { findListLanguages, primaryOf } from "../../../views/list-languages.ts";
import type { FrameFacts, PagesOfHost, SiteFrame } from "../../../views/site-view.ts";
import { type Assembled, itemsOf, ownKindsOf } from "../../assemble/assemble.ts";
import { idOf } from "../../assemble/documents/identity.ts";
import { findOffsets } from "../../assemble/zone-offsets.ts";
import type { OwnLook } from "./style-files.ts";

export interface WebsiteFrame {
  readonly frame: SiteFrame;
  /** Identifies the frame. The toolchain's digest identifies the views. */
  readonly id: string;
}

/** Length of the id, which is part of the identity of every page: 72 bits. */
const FRAME_ID_LENGTH = 12;

/** Creates the frame, which is everything that pages show in addition to their documents. */
export function toWebsiteFrame(
  assembled: Assembled,
  { style: _, ...own }: OwnLook,
  further: Pick<FrameFacts, "hasSearch" | "hasWriteServer" | "isHidden"> & PagesOfHost,
): WebsiteFrame {
  const { siteSettings } = assembled;
  const { accentColor: _accentColor, updatedAt: _updatedAt, ...settings } = siteSettings;
  const facts: Omit<FrameFacts, "offsets"> = {
    settings,
    sections: findSections(assembled),
    languages: findListLanguages(assembled.languages, siteSettings.language),
    kinds: ownKindsOf(assembled).map(({ kind: { name, words, filters, date, fields } }) => ({
      ...{ name, words, date },
      filters: filters.map(({ name: filter }) => ({ name: filter })),
      texts: Object.keys(toHtmlMembers(fields)),
    })),
    ...own,
    ...further,
    ...(assembled.cards ? { card: assembled.cards.site } : {}),
  };
  const frame = toSiteFrame(facts, findLanguages(assembled));
  // The id covers only the zone's name, in the settings, so that one more year of offsets does not
  // change every page.
  const offsets = findOffsets(siteSettings.timeZone, datesOf(assembled));
  return { frame: { ...frame, ...(offsets === undefined ? {} : { offsets }) }, id: idOf(JSON.stringify(frame)).slice(0, FRAME_ID_LENGTH) };
}

function* datesOf({ posts, kinds }: Assembled): Generator<string | null, void, undefined> {
  for (const { facets } of posts) {
    yield facets.publishedAt;
    yield facets.updatedAt;
  }
  for (const { documents } of kinds)
    for (const { item } of documents) {
      yield item.publishedAt ?? null;
      yield item.updatedAt;
    }
}

/** The languages of documents, each with its primary language. */
function findLanguages({ languages, unlisted }: Assembled): readonly string[] {
  const all = [...languages, ...unlisted.map(({ post }) => post.facets)].map(({ language }) => language);
  return all.flatMap((language) => [language, primaryOf(language)]);
}

/** Parts of the site that are not empty, in the order of the menu. */
function findSections(assembled: Assembled): readonly string[] {
  const { posts, kinds, about, groups, tagCounts, siteSettings } = assembled;
  const { pages } = siteSettings;
  // Pages are in the navigation, and all services share one page.
  const listed = kinds.filter(({ kind }) => kind.isPaged && !kind.isTree);
  const sections: readonly (readonly [string, boolean])[] = [
    ["posts", posts.length > 0],
    ...listed.map(({ kind, documents }) => [kind.name, documents.length > 0] as const),
    ["services", itemsOf(assembled, "services").length > 0],
    ["about", about.headline !== null || about.bioHtml !== null],
    ["archive", posts.length > 0],
    ["tags", pages.tags !== null && Object.values(tagCounts).some((tags) => tags.length > 0)],
    ["categories", pages.categories !== null && groups.categories.length > 0],
    ["series", pages.series !== null && groups.series.length > 0],
    ["authors", pages.authors !== null && groups.authors.length > 0],
  ];
  return sections.flatMap(([name, isThere]) => (isThere ? [name] : []));
}
