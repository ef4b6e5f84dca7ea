import type { Page } from "../page.ts";
import { toServicePage } from "../pages/single-pages.ts";
import type { SiteView } from "../site-view.ts";
import { toKindPage } from "./kind-page.ts";
import type { Neighbours } from "./neighbours.ts";
import { OTHER_PAGES } from "./other-pages.ts";
import { toPhotoPage } from "./photo-page.ts";
import { toPostPage } from "./post-page.ts";

/** Views of documents by kind. Each takes the document as the API returns it. */
const RARE_VIEWS = { ...OTHER_PAGES, photos: toPhotoPage, services: toServicePage };

/**
 * The page of a document.
 * @param document as the API returns it
 * @param beside the document's neighbours, for kinds whose pages link to them
 */
export function toDocumentPage(kind: string, document: object, site: SiteView, beside?: Neighbours): Page {
  const view = Object.hasOwn(RARE_VIEWS, kind) ? RARE_VIEWS[kind as keyof typeof RARE_VIEWS] : null;
  return view === null ? toFrequentPage(kind, document, site) : view(document as never, site, beside);
}

/** The page of a post, or of a document without a view for its kind. */
export function toFrequentPage(kind: string, document: object, site: SiteView): Page {
  return kind === "posts"
    ? toPostPage(document as Parameters<typeof toPostPage>[0], site)
    : toKindPage(kind, document as Parameters<typeof toKindPage>[1], site);
}
