import type { PageGroup } from "../../../contract/config/define-config.ts";
import { encodeSegment } from "./page-path.ts";

/** Groups whose pages get their paths from the configuration alone. */
export type GroupKind = PageGroup | "services";

/** Unless the configuration says otherwise, services share a page. */
const SERVICES_PAGE = "/services";

/** The pattern of the pages of services, or the page that they share. @param servicesUrl null: the configuration does not say */
export function toServicesPattern(servicesUrl: string | null): string {
  return servicesUrl ?? SERVICES_PAGE;
}

/** Whether each service has a page; if not, all share one. */
export function hasServicePages(servicesUrl: string | null): servicesUrl is string {
  return servicesUrl?.includes("{slug}") ?? false;
}

/** The path of a tag's page and the like. @param slug may have letters of any script */
export function toGroupPath(pattern: string, slug: string): string {
  return pattern.replace("{slug}", () => encodeSegment(slug));
}
