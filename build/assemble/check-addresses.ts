import { pathOfAddress } from "../../contract/text/base-path.ts";
import type { SiteDocument } from "../kinds/site-kind.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { type Addresses, noticeOfAddresses, resolveAddresses } from "../shared/site-addresses.ts";
import { isStandInUrl } from "../shared/slugs.ts";

interface AddressOptions {
  readonly config: Pick<ResolvedConfig, "discovery">;
  /** Replaces the site's own URL. */
  readonly addresses?: Partial<Addresses>;
  readonly check?: boolean;
}

interface AddressReports {
  readonly diagnostics: Diagnostics;
  readonly notices: string[];
}

/** Returns the addresses with which the site's URLs begin. Reports contradictions. */
export function checkAddresses(options: AddressOptions, site: SiteDocument, { diagnostics, notices }: AddressReports): Addresses {
  const addresses = resolveAddresses(options.addresses ?? {}, site.url);
  // If site.yaml cannot be read, the address may be a substitute.
  if (diagnostics.errorCount > 0) return addresses;
  const notice = noticeOfAddresses(addresses);
  if (notice !== null) notices.push(notice);
  if (options.config.discovery.robots !== null && pathOfAddress(addresses.site) !== "")
    notices.push(`no robots.txt: crawlers read only ${new URL("/robots.txt", addresses.site).href}, which is outside this site`);
  if (options.check !== true && isStandInUrl(addresses.canonical))
    diagnostics.warning(site.locate(["url"]), {
      code: "stand-in-url",
      message: `${addresses.canonical} is a placeholder, and feeds, sitemap.xml and robots.txt would contain it`,
      hint: "put the site's real address here before you publish",
    });
  return addresses;
}
