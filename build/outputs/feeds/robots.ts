import { putBelow } from "../../../contract/text/base-path.ts";
import type { Discovery } from "../../shared/resolved-config.ts";

/** robots.txt (RFC 9309): paths that crawlers are asked not to read. */
export function createRobots(siteUrl: string, { robots, sitemap }: Discovery): string {
  const disallowed = robots?.disallow ?? [];
  const paths = disallowed.filter((one) => one.startsWith("/"));
  // If two rules have the same length, the one that allows wins.
  const allowed = paths.includes("/") ? [] : ["Allow: /"];
  const groups = [
    ...disallowed.filter((one) => !one.startsWith("/")).map((agent) => ({ agent, rules: ["Disallow: /"] })),
    { agent: "*", rules: [...paths.map((path) => `Disallow: ${path}`), ...allowed] },
  ];
  const texts = groups.map(({ agent, rules }) => [`User-agent: ${agent}`, ...rules].join("\n"));
  return `${[...texts, ...(sitemap === null ? [] : [`Sitemap: ${putBelow(siteUrl, "/sitemap.xml")}`])].join("\n\n")}\n`;
}
