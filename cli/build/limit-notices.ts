import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { RedirectList } from "../../contract/schemas/list.ts";
import { CLOUDFLARE_PAID_FILES, type FileSize, HOST_LIMITS, type LimitUse, measureLimits } from "../../hosts/host-limits.ts";
import { HOST_NAMES, type HostName } from "../../hosts/host-names.ts";
import { REDIRECTS_FILE } from "../../hosts/pages/former-pages.ts";

/** A site's use of a host's limit, with a message. */
export type ToldLimit = LimitUse & { readonly message: string };

/**
 * Measures how far a site uses its hosts' limits, including the owner's own files. The result is
 * empty for hosts without limits.
 */
export function measureHostLimits(hosts: readonly HostName[], outDir: string): readonly ToldLimit[] {
  // Skipped for the owner's own web server, because this examines tens of thousands of files.
  if (!HOST_LIMITS.some(({ name }) => hosts.includes(name))) return [];
  const entries = readdirSync(outDir, { recursive: true, withFileTypes: true });
  const files = entries.flatMap((entry): FileSize[] => {
    if (!entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    return [{ path: relative(outDir, path).split(sep).join("/"), bytes: statSync(path).size }];
  });
  const redirects = countRedirects(outDir);
  return measureLimits(hosts, files, redirects).map((use) => {
    const detail = use.of === "files" && use.level === "over" ? describeFiles(files, redirects, use.used) : "";
    return { ...use, message: describeLimit(use) + detail };
  });
}

const PAGES = "pages";
const FILE_KINDS: readonly (readonly [what: string, path: RegExp])[] = [
  ["posts", /^api\/v1\/posts\/[^/]+\.(?:json|md)$/],
  ["other documents", /^api\//],
  ["for search", /^index\/v1\/(?:search|minisearch)\b/],
  ["chunks of lists", /^index\/v1\/[^/]*\.chunk\./],
  ["other files of lists", /^index\//],
  ["pictures and linked files", /^media\//],
  [PAGES, /\.html(?:\.gz)?$/],
  ["of other kinds", /(?:)/],
];

/**
 * Describes the files of a site, most frequent first, and the hosts and plans that accept all of
 * them.
 * @param used number of files that the host counts
 */
export function describeFiles(files: readonly FileSize[], redirects: number, used: number): string {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const kind = FILE_KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? "of other kinds";
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${count.toLocaleString("en-US")} ${kind}`);
  const refusing = new Set(measureLimits(HOST_NAMES, files, redirects).flatMap(({ host, level }) => (level === "over" ? [host] : [])));
  const others = [...new Set(HOST_LIMITS.map(({ host }) => host))].filter((host) => !refusing.has(host));
  const takers = [
    ...(used <= CLOUDFLARE_PAID_FILES ? ["its paid plan"] : []),
    ...others,
    "your own machine (nginx, Caddy, Node, Deno, Bun)",
  ];
  const pages = counts.get(PAGES) ?? 0;
  const without =
    pages === 0
      ? ""
      : ` Without the pages there are ${(used - pages).toLocaleString("en-US")}: with website: { render: "edge" }, the host's program generates nearly all of them.`;
  return ` (${parts.join(", ")}).${without} All of them fit on ${takers.join(", ")}; see docs/hosts.md`;
}

function countRedirects(outDir: string): number {
  const { items }: RedirectList = JSON.parse(readFileSync(join(outDir, REDIRECTS_FILE), "utf8"));
  return items.length;
}

/**
 * Describes a limit that is near or exceeded: `Cloudflare Pages allows at most 20,000 files on the
 * free plan …`.
 */
function describeLimit({ host, of, used, max, level, path }: LimitUse): string {
  const plan = HOST_LIMITS.find((limit) => limit.host === host && limit.of === of)?.plan ?? "";
  const isSize = of.startsWith("bytes");
  const shown = (count: number): string => (isSize ? `${(count / 1_000_000).toFixed(1)} MB` : count.toLocaleString("en-US"));
  const takes = {
    files: "files",
    "files in a folder": "files in a folder",
    "bytes of a file": "per file",
    bytes: "in total",
    redirects: "redirects",
  }[of];
  const where = path === null ? "the site has" : `${path} ${isSize ? "is" : "has"}`;
  const remedy = level === "over" && of !== "files" ? `: ${REMEDIES[of]}` : "";
  return `${host} allows at most ${shown(max)} ${takes}${plan === "" ? "" : ` ${plan}`}, and ${where} ${shown(used)}${remedy}`;
}

const REMEDIES: Readonly<Record<Exclude<LimitUse["of"], "files">, string>> = {
  "files in a folder": "use another host (docs/hosts.md)",
  "bytes of a file": "host the file elsewhere and link to it, or use another host (docs/hosts.md)",
  redirects:
    "only the first ones are written (api/v1/redirects has all); use fewer patterns in formerUrls, or another host (docs/addresses.md)",
  bytes: "use fewer picture widths, or another host (docs/hosts.md)",
};
