import { toPreviewPage } from "../../../../views/documents/preview-page.ts";
import { createSiteView, type GroupSection, type SiteFrame } from "../../../../views/site-view.ts";
import type { Assembled } from "../../../assemble/assemble.ts";
import type { AssembledPost } from "../../../assemble/posts/assembled-post.ts";
import { findOffsets } from "../../../assemble/zone-offsets.ts";
import { fileOfPage, PageFile, pageId } from "./page-file.ts";

type PreviewInput = Pick<Assembled, "previews" | "groupPages">;

/**
 * The pages of drafts shared by link. They are files on every host, because no program can find a
 * draft.
 */
export function toPreviewFiles({ previews, groupPages }: PreviewInput, frame: SiteFrame, frameId: string): readonly PageFile[] {
  // The frame is public, and must not reveal the year of a draft.
  const dates = previews.flatMap(({ post: { facets } }) => [facets.publishedAt, facets.updatedAt]);
  const { offsets: _, ...rest } = frame;
  const offsets = findOffsets(frame.settings.timeZone, dates);
  const whole = createSiteView({ ...rest, ...(offsets === undefined ? {} : { offsets }) });
  const pages = new Set(groupPages.map(({ kind, slug }) => `${kind}/${slug}`));
  // A tag that only drafts use has no page yet.
  const hasPage = (group: GroupSection, slug: string): boolean => pages.has(`${group}/${slug}`);
  const site = { ...whole, groupHref: (group: GroupSection, slug: string) => (hasPage(group, slug) ? whole.groupHref(group, slug) : null) };
  const pageFrame = { site, id: frameId };
  return previews.map(({ post, path }) => {
    const groups = groupsOf(post).map(([group, slug]) => hasPage(group, slug));
    const id = (): string => pageId(post.id, groups);
    const page = { id, isUnlisted: true, make: () => toPreviewPage(post.toPost(), site) };
    return new PageFile(fileOfPage(path, ""), page, pageFrame);
  });
}

/** The groups that the page names. */
function groupsOf({ facets: { tags, categories }, authors }: AssembledPost): readonly (readonly [GroupSection, string])[] {
  return [
    ...tags.map(({ slug }) => ["tags", slug] as const),
    ...categories.map(({ slug }) => ["categories", slug] as const),
    ...authors.map(({ slug }) => ["authors", slug] as const),
  ];
}
