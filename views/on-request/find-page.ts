import { pageKey } from "../../contract/page-key.ts";
import type { OwnDocument, PostSeries, ResolvedPage } from "../../packages/octavo-client/client.ts";
import { toDocumentPage } from "../documents/document-page.ts";
import { KINDS_IN_A_ROW } from "../documents/neighbours.ts";
import type { Page } from "../page.ts";
import { toSeriesPage } from "../pages/collection-pages.ts";
import { HOME_COUNTS, type HomeContent, toHomePage } from "../pages/home-page.ts";
import type { MemberGroup } from "../pages/list-page.ts";
import type { SiteView } from "../site-view.ts";
import { findGroupList, findKindList, ownLanguage } from "./find-list.ts";
import { findSitePage } from "./find-site-page.ts";
import { readNeighbours } from "./read-neighbours.ts";
import { type AskApi, readItems } from "./site-api.ts";

/**
 * The page at a path, made from answers of the API: the same as the build writes. Its own path may
 * differ by a final slash. null: the site has no page there.
 * @param path whole, the site's base included
 */
export async function findPage(path: string, site: SiteView, ask: AskApi): Promise<Page | null> {
  const found = await ask<ResolvedPage>(`/resolve?${new URLSearchParams({ path })}`);
  const resolved = found === null || found.moved ? null : found;
  if (pageKey(path) === pageKey(site.href("/")) && resolved?.kind !== "posts") return makeHomePage(resolved, site, ask);
  const page = resolved === null ? null : await findResolved(resolved, path, site, ask);
  return page ?? (await findSitePage(path, site, ask)) ?? findKindList(path, site, ask);
}

async function findResolved({ kind, slug, path }: ResolvedPage, asked: string, site: SiteView, ask: AskApi): Promise<Page | null> {
  // All services share one page where they have none of their own.
  if (kind === "services" && path === site.listHref("services")) return null;
  if (kind === "series") {
    const series = await ask<PostSeries>(`/post-series/${slug}`);
    return series === null ? null : toSeriesPage(series, path, site);
  }
  if (isListedGroup(kind)) return findGroupList(kind, slug, { asked, path }, site, ask);
  const document = await ask<OwnDocument>(`/${kind}/${slug}`);
  if (document === null) return null;
  return toDocumentPage(kind, document, site, KINDS_IN_A_ROW.includes(kind) ? await readNeighbours(kind, document, site, ask) : {});
}

const LISTED_GROUPS: readonly string[] = ["tags", "categories", "authors", "albums"] satisfies readonly MemberGroup[];

function isListedGroup(kind: string): kind is MemberGroup {
  return LISTED_GROUPS.includes(kind);
}

async function makeHomePage(own: ResolvedPage | null, site: SiteView, ask: AskApi): Promise<Page> {
  const counts = HOME_COUNTS[site.look];
  const read = async (kind: keyof typeof counts, query: Readonly<Record<string, string>> = {}): Promise<readonly never[]> => {
    if (counts[kind] === 0) return [];
    return (await readItems(ask, { kind, query: { ...query, ...ownLanguage(kind, site) } }, 0, counts[kind])).items as readonly never[];
  };
  const text = own === null ? null : await ask<OwnDocument>(`/${own.kind}/${own.slug}`);
  const content: HomeContent = {
    text: own === null || text === null ? null : { kind: own.kind, document: text },
    posts: await read("posts"),
    projects: await read("projects"),
    photos: await read("photos"),
    books: await read("books", { status: "reading" }),
  };
  return toHomePage(content, site);
}
