import { readFileSync } from "node:fs";
import { isForPath } from "../../../contract/config/site-rules.ts";
import { pageKey } from "../../../contract/page-key.ts";
import { listGroupPaths } from "../../assemble/groups/check-group-pages.ts";
import type { OutputFile } from "../../emit/output-file.ts";
import { reservedAs } from "../../kinds/addresses/page-path.ts";
import { type Content, entriesOf } from "../../kinds/kinds.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import type { DescribeGenerated } from "./page-file-conflicts.ts";

export interface ServedPathsInput {
  readonly content: Content;
  readonly config: ResolvedConfig;
  readonly describeGenerated: DescribeGenerated;
  /** The owner's own files. */
  readonly inPublic: readonly OutputFile[];
}

/**
 * Whether anything answers a path of the website, below its base: a page, a file of `public`, a
 * redirect, the API, the write server, the host, or another program that the configuration names.
 */
export type IsServed = (path: string) => boolean;

/** Programs of the owner on the host, which may answer every path. */
const OWN_PROGRAM = /^_(?:worker\.js|routes\.json)/;

/** Names that begin with a dot belong to hosts and protocols: `/.well-known/`, `/.netlify/`. */
const HOST_PATH = /^\/\./;

/** Drafts count: a link to one has a warning of its own. */
export function createServedPaths({ content, config, describeGenerated, inPublic }: ServedPathsInput): IsServed {
  if (inPublic.some(({ path }) => OWN_PROGRAM.test(path))) return () => true;
  const { rules, otherPaths, discovery } = config;
  const patterns = [...rules.redirects.map(({ from }) => from), ...otherPaths, ...(discovery.sitemap?.add ?? [])];
  const isNamed: IsServed = (path) => patterns.some((pattern) => isForPath(pattern, path) || isForPath(pattern, `${path}/`));
  const isRedirected = createOwnRedirects(inPublic);
  // Made when they are needed: a site has thousands of pages, and most of its links lead to them.
  let groups: ReadonlySet<string> | null = null;
  let pages: ReadonlySet<string> | null = null;
  const isGroup = (key: string): boolean => {
    groups ??= new Set([...listGroupPaths(content, entriesOf(content), config)].map(({ path }) => keyOf(path)));
    return groups.has(key.replace(/\/page\/\d+$/, ""));
  };
  const isPage = (key: string): boolean => {
    pages ??= new Set([...listPages(content), ...inPublic.map(({ path }) => `/${path}`)].map(keyOf));
    return pages.has(key);
  };
  return (path) => {
    const key = keyOf(path);
    const isOwn = key === "/" || HOST_PATH.test(key) || reservedAs(path) !== null || describeGenerated(key) !== null;
    return isOwn || isNamed(path) || isRedirected(path) || isGroup(key) || isPage(key);
  };
}

/** Present and former pages of documents. */
function listPages(content: Content): readonly string[] {
  return entriesOf(content).flatMap((entry) => ("page" in entry && entry.page !== null ? [entry.page, ...entry.formerPages] : []));
}

/** `/a`, `/a/`, `/a.html` and `/a/index.html` are one page on most hosts. */
function keyOf(path: string): string {
  return (
    pageKey(path)
      .replace(/(?:\/index)?\.html?$/i, "")
      .replace(/^\/?index$/, "") || "/"
  );
}

/** The owner's `_redirects`: each line begins with a path, in which `*` and `:name` stand for any text. */
function createOwnRedirects(inPublic: readonly OutputFile[]): IsServed {
  const file = inPublic.find(({ path }) => path === "_redirects")?.content;
  if (file === undefined || !("copyFrom" in file)) return () => false;
  const froms = readFileSync(file.copyFrom, "utf8")
    .split("\n")
    .flatMap((line) => /^\s*(\/\S*)/.exec(line)?.[1] ?? []);
  const shapes = froms.map((from) => {
    const plain = pageKey(from).replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`^${plain.replaceAll("*", ".*").replaceAll(/:\w+/g, "[^/]+")}/?$`);
  });
  return (path) => shapes.some((shape) => shape.test(path) || shape.test(`${path}/`));
}
