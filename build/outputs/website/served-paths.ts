import { readFileSync } from "node:fs";
import { isForPath } from "../../../contract/config/site-rules.ts";
import { pageKey } from "../../../contract/page-key.ts";
import { listGroupPaths } from "../../assemble/groups/check-group-pages.ts";
import type { OutputFile } from "../../emit/output-file.ts";
import { reservedAs } from "../../kinds/addresses/page-path.ts";
import { type Content, entriesOf, pagePathsOf } from "../../kinds/kinds.ts";
import type { IsServed } from "../../references/other-addresses.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import type { DescribeGenerated } from "./page-file-conflicts.ts";

export interface ServedPathsInput {
  readonly content: Content;
  readonly config: ResolvedConfig;
  readonly describeGenerated: DescribeGenerated;
  /** The owner's own files. */
  readonly inPublic: readonly OutputFile[];
}

/** Programs of the owner on the host, which may answer every path. */
const OWN_PROGRAM = /^_(?:worker\.js|routes\.json)/;

/** Names that begin with a dot belong to hosts and protocols: `/.well-known/`, `/.netlify/`. */
const HOST_PATH = /^\/\./;

/**
 * Creates a function that tells whether the website has anything at a path. Drafts are included,
 * because a link to a draft has its own warning.
 */
export function createServedPaths({ content, config, describeGenerated, inPublic }: ServedPathsInput): IsServed {
  if (inPublic.some(({ path }) => OWN_PROGRAM.test(path))) return () => true;
  const { rules, otherPaths, discovery } = config;
  const patterns = [...rules.redirects.map(({ from }) => from), ...otherPaths, ...(discovery.sitemap?.add ?? [])];
  const isNamed: IsServed = (path) => patterns.some((pattern) => isForPath(pattern, path) || isForPath(pattern, `${path}/`));
  const isRedirected = createOwnRedirects(inPublic);
  // Created on demand: a site has thousands of pages, and most links lead to a document.
  let groups: ReadonlySet<string> | null = null;
  let pages: ReadonlySet<string> | null = null;
  const isGroup = (key: string): boolean => {
    groups ??= new Set([...listGroupPaths(content, entriesOf(content), config)].map(({ path }) => keyOf(path)));
    return groups.has(key.replace(/\/page\/\d+$/, ""));
  };
  const isPage = (key: string): boolean => {
    pages ??= new Set([...pagePathsOf(entriesOf(content)), ...inPublic.map(({ path }) => `/${path}`)].map(keyOf));
    return pages.has(key);
  };
  return (path) => {
    const key = keyOf(path);
    const isOwn = key === "/" || HOST_PATH.test(key) || reservedAs(path) !== null || describeGenerated(key) !== null;
    return isOwn || isNamed(path) || isRedirected(path) || isGroup(key) || isPage(key);
  };
}

/** `/a`, `/a/`, `/a.html` and `/a/index.html` are one page on most hosts. */
function keyOf(path: string): string {
  return (
    pageKey(path)
      .replace(/(?:\/index)?\.html?$/i, "")
      .replace(/^\/?index$/, "") || "/"
  );
}

/** The owner's `_redirects`: in each line's path, `*` and `:name` stand for any text. */
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
