import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { RedirectList } from "../../contract/schemas/list.ts";
import { type FileSize, HOST_LIMITS, type LimitUse, measureLimits } from "../../hosts/host-limits.ts";
import type { HostName } from "../../hosts/host-names.ts";
import { REDIRECTS_FILE } from "../../hosts/pages/former-pages.ts";

/** What a site has used of the limits of its hosts, the owner's own files in the folder included; none for hosts that have none. */
export function measureHostLimits(hosts: readonly HostName[], outDir: string): readonly LimitUse[] {
  // Tens of thousands of files are looked at: not for a web server of one's own.
  if (!HOST_LIMITS.some(({ name }) => hosts.includes(name))) return [];
  const entries = readdirSync(outDir, { recursive: true, withFileTypes: true });
  const files = entries.flatMap((entry): FileSize[] => {
    if (!entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    return [{ path: relative(outDir, path).split(sep).join("/"), bytes: statSync(path).size }];
  });
  return measureLimits(hosts, files, countRedirects(outDir));
}

function countRedirects(outDir: string): number {
  const { items }: RedirectList = JSON.parse(readFileSync(join(outDir, REDIRECTS_FILE), "utf8"));
  return items.length;
}

/** What to say of a limit that is near or passed: `Cloudflare Pages takes 20,000 files on the free plan …`. */
export function describeLimit({ host, of, used, max, level, path }: LimitUse): string {
  const plan = HOST_LIMITS.find((limit) => limit.host === host && limit.of === of)?.plan ?? "";
  const isSize = of.startsWith("bytes");
  const shown = (count: number): string => (isSize ? `${(count / 1_000_000).toFixed(1)} MB` : count.toLocaleString("en-US"));
  const takes = {
    files: "files",
    "files in a folder": "files in a folder",
    "bytes of a file": "for a file",
    bytes: "in all",
    redirects: "redirects",
  }[of];
  const where = path === null ? "the site has" : `${path} ${isSize ? "is" : "has"}`;
  const remedy = level === "over" ? `: ${REMEDIES[of]}` : "";
  return `${host} takes at most ${shown(max)} ${takes}${plan === "" ? "" : ` ${plan}`}, and ${where} ${shown(used)}${remedy}`;
}

const REMEDIES: Readonly<Record<LimitUse["of"], string>> = {
  files: "fewer widths of pictures, --no-search, hosts built each into a folder of its own, or another host (docs/hosts.md)",
  "files in a folder": "another host (docs/hosts.md)",
  "bytes of a file": "link to the file where it lies elsewhere, or use another host (docs/hosts.md)",
  redirects: "the first of them are written (api/v1/redirects has all); fewer patterns in formerUrls, or another host (docs/addresses.md)",
  bytes: "fewer widths of pictures, or another host (docs/hosts.md)",
};
