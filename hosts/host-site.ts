import { NO_RULES, putRulesBelow, RULES_FILE, type SiteRules } from "../contract/config/site-rules.ts";
import { type HostRoute, toHostRoutes } from "../contract/host-routes.ts";
import type { Manifest, Published } from "../contract/index-format.ts";
import { fileOfPath, INDEX_PREFIX, MANIFEST_FILE } from "../contract/paths.ts";
import { toLink } from "../contract/query/link-header.ts";
import type { Pagination, RedirectList } from "../contract/schemas/list.ts";
import { pathBelow, pathOfAddress, siteOfApi } from "../contract/text/base-path.ts";
import type { FrameFile } from "../views/site-view.ts";
import { REDIRECTS_FILE } from "./pages/former-pages.ts";

/** Facts about the built site that a host's configuration needs. */
export interface HostSite {
  /** Path of the site, "" or `/blog`. */
  readonly base: string;
  /** Public base of the API, with `/api/v1`. */
  readonly baseUrl: string;
  /** Base of problem types. */
  readonly problemBaseUrl: string;
  /** All paths of its API, including those of its own kinds. */
  readonly routes: readonly HostRoute[];
  /** `Link` of each list's first page, by path of the page. */
  readonly links: ReadonlyMap<string, string>;
  /** Former slug of a post → current slug. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Former paths of pages and their current ones, percent-encoded. */
  readonly redirects: RedirectList["items"];
  /** Whether the site has pages (`website` in the configuration). */
  readonly hasPages: boolean;
  /** Whether its programs make them (`render: "edge"`). */
  readonly pagesOnRequest: boolean;
  /** The owner's rules. */
  readonly rules: SiteRules;
  /** Text files of the out folder that are worth compressing. */
  readonly textFiles: readonly HostTextFile[];
}

/** A file of the site. Reading the text of an unchanged file means generating it again. */
export interface HostTextFile {
  readonly path: string;
  readonly text: string;
  /** In bytes. */
  readonly size: number;
  /** Identical for identical text. Not needed if the path contains a hash. */
  readonly identity: string;
}

/**
 * Reads a built site from its files.
 * @throws Error if one is missing
 */
export function readHostSite(textFiles: readonly HostTextFile[]): HostSite {
  const files = new Map(textFiles.map((file) => [file.path, file]));
  const read = <T>(path: string): T => {
    const text = files.get(path)?.text;
    if (text === undefined) throw new Error(`the build has no ${path}`);
    return JSON.parse(text);
  };
  const manifest = read<Manifest>(MANIFEST_FILE);
  const { baseUrl, problemBaseUrl = baseUrl } = manifest.site;
  const { lists, kinds = {} } = manifest;
  const paths = [...Object.keys(lists), ...Object.keys(kinds)].map((kind) => `/${kind}`);
  const base = pathOfAddress(siteOfApi(baseUrl));
  return {
    base,
    baseUrl,
    problemBaseUrl,
    routes: toHostRoutes(
      Object.values(kinds).map(({ definition }) => definition),
      base,
    ),
    links: new Map(paths.map((path) => [path, toLink(baseUrl + path, [], read<{ pagination: Pagination }>(fileOfPath(path)).pagination)])),
    aliases: read<Published>(`index/v1/${manifest.published}`).aliases,
    redirects: read<RedirectList>(REDIRECTS_FILE).items,
    hasPages: manifest.frame !== undefined,
    pagesOnRequest: manifest.frame !== undefined && read<FrameFile>(`${INDEX_PREFIX.slice(1)}/${manifest.frame}`).onRequest,
    rules: putRulesBelow(base, files.has(RULES_FILE) ? read<SiteRules>(RULES_FILE) : NO_RULES),
    textFiles: textFiles.filter(({ path }) => path !== RULES_FILE),
  };
}

/**
 * The site for a host whose program requests files without the base: paths in rules lack the base,
 * and their targets include it.
 */
export function toSiteOfFiles(site: HostSite): HostSite {
  const below = (path: string): string => path.slice(site.base.length);
  const { headers, redirects } = site.rules;
  return {
    ...site,
    // `--public-url` may put the files under a different path than the pages. The build counts
    // former pages outside of it.
    redirects: site.redirects.flatMap((redirect) => {
      const from = pathBelow(site.base, redirect.from);
      return from === null ? [] : [{ ...redirect, from }];
    }),
    rules: {
      headers: headers.map((rule) => ({ ...rule, path: below(rule.path) })),
      redirects: redirects.map((rule) => ({ ...rule, from: below(rule.from) })),
    },
  };
}
