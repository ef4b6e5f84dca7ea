import { fileOfPath, type ListKind, MEDIA_PREFIX } from "../../contract/paths.ts";
import type { Book } from "../../contract/schemas/book.ts";
import type { Photo } from "../../contract/schemas/photo.ts";
import type { Project } from "../../contract/schemas/project.ts";
import type { ServiceOffering, ServicesPage } from "../../contract/schemas/service.ts";
import type { About, SiteSettings } from "../../contract/schemas/site.ts";
import type { TagCount } from "../../contract/schemas/values.ts";
import type { Assembled } from "../assemble/assemble.ts";
import type { Remember } from "../cache/made-texts.ts";
import type { KnownOutputs } from "../emit/known-outputs.ts";
import { FEED_ITEMS_MAX } from "../feeds/options.ts";
import type { TextFile } from "../index/files.ts";
import { toSiteFiles } from "../site-files.ts";
import type { KeptSite } from "./kept-site.ts";
import type { PatchedPosts } from "./patch-posts.ts";
import type { WrittenSite } from "./written-site.ts";

export interface WholeSiteInput {
  readonly site: WrittenSite;
  readonly kept: KeptSite;
  readonly posts: PatchedPosts;
  readonly outputs: KnownOutputs;
  readonly remember: Remember;
}

/** All that is made of the site as a whole (feeds, sitemap, the API's description) and of its lists: for when the newest posts have changed. */
export function remakeSiteFiles({ site, kept, posts, outputs, remember }: WholeSiteInput): Promise<TextFile[]> {
  const assembled = assembleWritten(site, kept, posts);
  const { addresses } = kept;
  const mediaUrl = `${addresses.public}${MEDIA_PREFIX}/`;
  const bytesOf = (address: string): number | null =>
    address.startsWith(mediaUrl) ? outputs.sizeOf(`${MEDIA_PREFIX.slice(1)}/${address.slice(mediaUrl.length)}`) : null;
  return toSiteFiles({ site: assembled, addresses, bytesOf, remember });
}

/** What `assemble` gave, from the files that were written of it, with the posts as they are now. */
function assembleWritten(site: WrittenSite, kept: KeptSite, posts: PatchedPosts): Assembled {
  const answer = <T>(path: string): T => site.json<T>(fileOfPath(path));
  const tags = (kind: ListKind): TagCount[] => answer<{ items: TagCount[] }>(`/tags/${kind}`).items;
  const places = [...kept.slugs.keys()];
  return {
    posts: places.map((place) => posts.post(place).post),
    summaries: places.map((place) => posts.summary(place)),
    bodies: places.slice(0, FEED_ITEMS_MAX).map((place) => posts.post(place).body),
    // Nothing that is made here is made of them.
    unlisted: [],
    series: kept.series.map((slug) => posts.series(slug)),
    projects: site.list<Project>("projects"),
    books: site.list<Book>("books"),
    photos: site.list<Photo>("photos"),
    services: answer<{ items: ServiceOffering[] }>("/services").items,
    servicesPage: answer<ServicesPage>("/services-page"),
    siteSettings: answer<SiteSettings>("/site-settings"),
    about: answer<About>("/about"),
    tagCounts: { posts: tags("posts"), projects: tags("projects"), books: tags("books"), photos: tags("photos") },
  };
}
