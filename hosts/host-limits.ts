import { HOST_CONTROL_FILES, HOSTS_FOLDER } from "../contract/static-files.ts";
import type { HostName } from "./host-names.ts";

/** Hosts' limits, from their documentation of 2026; docs/hosts.md names the pages. */

export interface HostLimit {
  /** The host's display name. Cloudflare's two hosts share the same files. */
  readonly host: string;
  readonly name: HostName;
  readonly of: "files" | "files in a folder" | "bytes of a file" | "bytes" | "redirects";
  readonly max: number;
  /** Shown after the number. */
  readonly plan: string;
  /** Files of the out folder that the host ignores. */
  readonly ignores: (path: string) => boolean;
}

/** A site's use of a limit. */
export interface LimitUse {
  readonly host: string;
  readonly of: HostLimit["of"];
  readonly used: number;
  readonly max: number;
  /** `near`: 80% or more. */
  readonly level: "ok" | "near" | "over";
  /** The file or folder that uses most, if the limit applies to each one. */
  readonly path: string | null;
}

export interface FileSize {
  /** Relative to the out folder, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
}

/** Rules of `_redirects`. Netlify advises against more, and a deployment may fail. */
export const NETLIFY_REDIRECTS_MAX = 10_000;
const MEBIBYTE = 1024 * 1024;
const GIGABYTE = 1_000_000_000;
/** Share of a limit from which a build warns. */
const NEAR = 0.8;

const isBelow =
  (...names: readonly string[]) =>
  (path: string): boolean =>
    names.some((name) => path === name || path.startsWith(`${name}/`));
const takesAll = (): boolean => false;
/**
 * wrangler's own list. Pages does not read `.assetsignore`, so files for other hosts and compressed
 * copies count.
 */
const ignoredByPages = isBelow(...HOST_CONTROL_FILES, "functions", ".git", "node_modules");
const ignoredByWorkers = (path: string): boolean =>
  isBelow(...HOST_CONTROL_FILES, HOSTS_FOLDER, ".git", "node_modules")(path) || path.startsWith(".octavo") || path.endsWith(".gz");

/** Checked on 2026-11-23. */
export const CLOUDFLARE_PAID_FILES = 100_000;
const CLOUDFLARE_PLAN = `on the free plan (${CLOUDFLARE_PAID_FILES.toLocaleString("en-US")} on paid ones)`;
const CLOUDFLARE = [
  { host: "Cloudflare Workers", name: "cloudflare", ignores: ignoredByWorkers },
  { host: "Cloudflare Pages", name: "cloudflare", ignores: ignoredByPages },
] as const;

export const HOST_LIMITS: readonly HostLimit[] = [
  ...CLOUDFLARE.map((host): HostLimit => ({ ...host, of: "files", max: 20_000, plan: CLOUDFLARE_PLAN })),
  ...CLOUDFLARE.map((host): HostLimit => ({ ...host, of: "bytes of a file", max: 25 * MEBIBYTE, plan: "" })),
  { host: "Netlify", name: "netlify", of: "files in a folder", max: 54_000, plan: "", ignores: takesAll },
  { host: "Netlify", name: "netlify", of: "redirects", max: NETLIFY_REDIRECTS_MAX, plan: "", ignores: takesAll },
  { host: "Deno Deploy", name: "deno", of: "bytes", max: GIGABYTE, plan: "", ignores: takesAll },
  { host: "GitHub Pages", name: "github-pages", of: "bytes", max: GIGABYTE, plan: "", ignores: isBelow(".git") },
];

/**
 * A site's use of its hosts' limits.
 * @param redirects number of the site's former pages
 */
export function measureLimits(hosts: readonly HostName[], files: readonly FileSize[], redirects = 0): readonly LimitUse[] {
  return HOST_LIMITS.filter(({ name }) => hosts.includes(name)).map(({ host, of, max, ignores }) => {
    const { used, path } = of === "redirects" ? { used: redirects, path: null } : MEASURES[of](files.filter((file) => !ignores(file.path)));
    return { host, of, used, max, level: used > max ? "over" : used >= NEAR * max ? "near" : "ok", path };
  });
}

interface Measured {
  readonly used: number;
  readonly path: string | null;
}

const MEASURES: Readonly<Record<Exclude<HostLimit["of"], "redirects">, (files: readonly FileSize[]) => Measured>> = {
  files: (files) => ({ used: files.length, path: null }),
  bytes: (files) => ({ used: files.reduce((sum, { bytes }) => sum + bytes, 0), path: null }),
  "bytes of a file": (files) => largest(files.map(({ path, bytes }) => [path, bytes])),
  "files in a folder": (files) => {
    const counts = new Map<string, number>();
    for (const { path } of files) {
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    return largest([...counts]);
  },
};

function largest(entries: readonly (readonly [string, number])[]): Measured {
  return entries.reduce<Measured>((most, [path, used]) => (used > most.used ? { path, used } : most), { path: null, used: 0 });
}
