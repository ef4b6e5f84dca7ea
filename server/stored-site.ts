import { z } from "zod";
import { toSupportedTimeZone } from "../contract/query/time-zone.ts";
import { SiteSettings } from "../contract/schemas/site.ts";
import { siteOfApi } from "../contract/text/base-path.ts";
import { type DeskPlace, toDeskAddress } from "./desk/hosted/desk-address.ts";
import { isLoopback } from "./http/address/ip.ts";
import type { PublishedSource } from "./published.ts";
import type { PublishedContent } from "./published-content.ts";
import type { PublishedLinks, SiteIdentity } from "./routes/published-links.ts";
import type { Store, StoredSite } from "./store/store.ts";

const Settings = z.object(SiteSettings.pick({ name: true, url: true, timeZone: true, author: true }).shape);

/**
 * Stores facts about the site for the owner's tools, which run where the database is, not where the
 * site was built. If the settings are missing or unknown, nothing is stored.
 * @param siteUrl the site's public address if the content was built for a local one; null to take
 * it from the content
 */
export async function keepSite(
  published: Pick<PublishedSource, "document">,
  store: Pick<Store, "site">,
  siteUrl: string | null = null,
): Promise<void> {
  const settings = Settings.safeParse(await published.document("/site-settings"));
  if (!settings.success) return;
  const { name, url, timeZone, author } = settings.data;
  await store.site.keep({ name, url: siteUrl ?? url, timeZone, author: author === null ? null : { name: author.name, url: author.url } });
}

/**
 * Stores where the server serves the desk, for `octavo desk invite`, which may run in another
 * process. For a desk under a path of the site, it stores a path until the site's address is known.
 * @param baseUrl public base of the API; null if it is unknown
 */
export async function keepDeskPlace({ access }: Pick<Store, "access">, place: DeskPlace | null, baseUrl: string | null): Promise<void> {
  const address = place === null ? null : toDeskAddress(place, baseUrl === null ? null : new URL(siteOfApi(baseUrl)).origin);
  await access.keepDeskPlace(address?.url ?? (place?.kind === "path" ? place.path : null));
}

/**
 * The site's address for storage and for anything that leaves this machine; null if only a local
 * one is known.
 */
export function toPublicUrl({ url }: Pick<StoredSite, "url">): string | null {
  const parsed = URL.parse(url);
  return parsed === null || isLoopback(parsed.hostname) ? null : url;
}

/**
 * The site's time zone for the owner's tools. UTC until a server has read the published content.
 */
export async function readTimeZone({ site }: Pick<Store, "site">): Promise<string> {
  return toSupportedTimeZone((await site.get())?.timeZone);
}

/** If the published content is unavailable, falls back to the stored site, then to its address. */
export async function findSite(
  { site }: Pick<Store, "site">,
  links: Pick<PublishedLinks, "site">,
  content: PublishedContent | null,
): Promise<SiteIdentity> {
  const published = content === null ? null : await links.site(content).catch(() => null);
  return published ?? (await site.get()) ?? { name: "your site", url: "http://localhost" };
}
