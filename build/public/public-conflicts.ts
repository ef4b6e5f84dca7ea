import { API_PREFIX } from "../../contract/paths.ts";
import { SCRIPT_FILES, SITEMAP_PART } from "../../contract/static-files.ts";
import { OWN_PLACES } from "../kinds/addresses/page-path.ts";
import type { Finding } from "../shared/diagnostics.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";

type Settings = Pick<ResolvedConfig, "discovery" | "scripts">;

/** Path of the file with the response of the API's root. */
const API_FILE = `${API_PREFIX}.json`;

/** Files in the root that a build makes unless the configuration turns them off. */
const ROOT_FILES_MADE: readonly { takes(path: string): boolean; isMade(settings: Settings): boolean; readonly off: string }[] = [
  { takes: (path) => path === "/feed.xml", isMade: ({ discovery }) => discovery.feeds.rss, off: "feeds: { rss: false }" },
  { takes: (path) => path === "/feed.json", isMade: ({ discovery }) => discovery.feeds.json, off: "feeds: { json: false }" },
  {
    takes: (path) => path === "/sitemap.xml" || new RegExp(SITEMAP_PART).test(path),
    isMade: ({ discovery }) => discovery.sitemap !== null,
    off: "sitemap: false",
  },
  { takes: (path) => path === "/robots.txt", isMade: ({ discovery }) => discovery.robots !== null, off: "robots: false" },
  { takes: (path) => path === "/llms.txt", isMade: ({ discovery }) => discovery.llms !== null, off: "llms: false" },
  { takes: (path) => path === "/llms-full.txt", isMade: ({ discovery }) => discovery.llms?.full === true, off: "llms: { full: false }" },
  { takes: (path) => SCRIPT_FILES.some((name) => path === `/${name}`), isMade: ({ scripts }) => scripts, off: "scripts: false" },
];

/**
 * Describes the conflict between a file in `public` and one of Octavo's addresses. Returns null if
 * there is none.
 * @param name path relative to the folder
 */
export function findConflict(name: string, settings: Settings): Finding | null {
  // Some file systems and hosts ignore case.
  const lower = `/${name.toLowerCase()}`;
  // Web servers send a compressed copy in place of its file.
  const path = lower.replace(/\.(?:gz|br|zst)$/, "");
  if (path === API_FILE) return toConflict(name, `${API_PREFIX} is an address of the API`, "rename it");
  const place = OWN_PLACES.find((own) => `${path}/`.startsWith(`${own}/`) || own.startsWith(`${path}/`));
  if (place !== undefined) return toConflict(name, `${place} is an address of the API or its server`, "rename it");
  const made = ROOT_FILES_MADE.find(({ takes, isMade }) => takes(path) && isMade(settings));
  if (made === undefined) return null;
  return toConflict(name, "the build writes that file itself", `remove it, or write ${made.off} in the configuration`);
}

/**
 * Describes the conflict with a file that the build makes for a host. Returns null if there is
 * none.
 */
export function findHostConflict(name: string, made: ReadonlySet<string>): Finding | null {
  const isTaken = made.has(name) || [...made].some((path) => path.startsWith(`${name}/`) || name.startsWith(`${path}/`));
  return isTaken ? toConflict(name, "the build writes that file for the host", "remove it, or build without this --host") : null;
}

/** Describes the conflict with a page of the website. */
export function toPageConflict(name: string): Finding {
  return toConflict(name, "the build writes that page itself", "remove it, or turn website off in the configuration");
}

function toConflict(name: string, why: string, hint: string): Finding {
  return { code: "public-file", message: `would be /${name} of the site, but ${why}`, hint };
}
