/**
 * A valid name for the Worker of a site.
 * @param siteUrl without a final slash
 */
export function toWorkerName(siteUrl: string): string {
  return siteUrl
    .replace(/^\w+:\/\//, "")
    .replace(/:\d+/, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
}
