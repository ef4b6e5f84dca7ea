/** A name that Cloudflare takes for the Worker of a site. */
export function toWorkerName(hostname: string): string {
  return hostname.replaceAll(/[^a-z0-9]+/g, "-");
}
