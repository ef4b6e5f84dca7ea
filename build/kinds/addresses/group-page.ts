import type { PageGroup } from "../../../contract/config/config-names.ts";
import { encodeSegment } from "../../../contract/text/encode-segment.ts";

/** Groups of documents whose page paths come only from the configuration. */
export type GroupKind = PageGroup | "services";

/** The page that services share unless the configuration changes it. */
const SERVICES_PAGE = "/services";

/**
 * The pattern of services' pages, or their shared page.
 * @param servicesUrl null if not configured
 */
export function toServicesPattern(servicesUrl: string | null): string {
  return servicesUrl ?? SERVICES_PAGE;
}

/** Whether each service has its own page. If not, all share one. */
export function hasServicePages(servicesUrl: string | null): servicesUrl is string {
  return servicesUrl?.includes("{slug}") ?? false;
}

/**
 * The path of the page for a tag or another group.
 * @param slug may have letters of any script
 */
export function toGroupPath(pattern: string, slug: string): string {
  return pattern.replace("{slug}", () => encodeSegment(slug));
}
