import { z } from "zod";
import { toKnownTimeZone } from "../contract/query/time-zone.ts";
import { SiteSettings } from "../contract/schemas/site.ts";
import type { PublishedSource } from "./published.ts";
import type { Store } from "./store/store.ts";

const Settings = z.object(SiteSettings.pick({ name: true, url: true, timeZone: true, author: true }).shape);

/**
 * Keeps beside the comments what the owner's tools must know of the site: they run where the database is, not where the site was built. Of settings that are not there, or
 * that this version does not understand, nothing is kept.
 */
export async function keepSite(published: Pick<PublishedSource, "document">, store: Pick<Store, "site">): Promise<void> {
  const settings = Settings.safeParse(await published.document("/site-settings"));
  if (!settings.success) return;
  const { name, url, timeZone, author } = settings.data;
  await store.site.keep({ name, url, timeZone, author: author === null ? null : { name: author.name, url: author.url } });
}

/** The site's time zone, for the owner's tools: UTC until a server has read the published content once. */
export async function readTimeZone({ site }: Pick<Store, "site">): Promise<string> {
  return toKnownTimeZone((await site.get())?.timeZone);
}
