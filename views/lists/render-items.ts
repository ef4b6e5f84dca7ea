import type { OwnItem, PostSummary } from "../../packages/octavo-client/client.ts";
import type { Html } from "../html.ts";
import type { SiteView } from "../site-view.ts";
import { OTHER_LISTS } from "./other-lists.ts";
import { renderKindList } from "./own-kind-list.ts";
import { renderPostList } from "./post-list.ts";

/** Renders items of a kind in the form of its list in the API. @param level of their headings */
export type RenderItems = (kind: string, items: readonly object[], site: SiteView, level: 2 | 3) => Html;

/** Items of every kind. */
export const renderListItems: RenderItems = (kind, items, site, level) => {
  const view = Object.hasOwn(OTHER_LISTS, kind) ? OTHER_LISTS[kind as keyof typeof OTHER_LISTS] : null;
  return view === null ? renderFrequentItems(kind, items, site, level) : view(items as never, site, level);
};

/** Posts, and items without a view for their kind. */
export const renderFrequentItems: RenderItems = (kind, items, site, level) =>
  kind === "posts"
    ? renderPostList(items as readonly PostSummary[], site, level)
    : renderKindList(kind, items as readonly OwnItem[], site, level);
