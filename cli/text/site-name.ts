import { basename } from "node:path";

/** A name for the site of a folder: `my-first_site` → `My first site`. */
export function toSiteName(folder: string): string {
  const words = basename(folder)
    .replaceAll(/[-_\s]+/g, " ")
    .trim();
  return words === "" ? "My site" : `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

/** Names that no visitor can reach (RFC 2606, RFC 6761). */
const RESERVED_HOST = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test|localhost|local|internal)$/;

/** Whether visitors can reach a site at its address; if not, the address is a placeholder. */
export function isPublicAddress(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  return hostname.includes(".") && !/^[\d.]+$/.test(hostname) && !RESERVED_HOST.test(hostname);
}
