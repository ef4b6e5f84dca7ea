import { INDEX_FORMAT, type Manifest } from "../../../contract/index-format.ts";
import { fileOfPath, MANIFEST_FILE, type RouteName, routeOf } from "../../../contract/paths.ts";
import type { Counts } from "../../../contract/schemas/list.ts";
import type { ApiEntry } from "../../../contract/schemas/site.ts";
import type { ListKind } from "../../../kinds/list-kinds.ts";
import type { Assembled } from "../../assemble/assemble.ts";
import { findOffsets } from "../../assemble/zone-offsets.ts";
import { compareText } from "../../shared/diagnostics.ts";
import type { ListsIndex } from "./list-index.ts";
import type { PageIndexFiles } from "./page-index.ts";
import { toPublished } from "./published-file.ts";
import type { SearchOutput } from "./search-index-files.ts";
import { hashText, type LateFile, nameOf, type TextFile, toHashedFile } from "./text-file.ts";

export interface IndexInput {
  readonly site: Assembled;
  /** Public base of the API, with `/api/v1`. */
  readonly baseUrl: string;
  /** Base of problem types. */
  readonly problemBaseUrl: string;
  /** Former slugs of published posts → current slugs. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Path pattern of a document's page by kind, with `{slug}`. */
  readonly pages: Readonly<Record<ListKind, string>>;
  readonly lists: ListsIndex;
  readonly counts: Counts | null;
  readonly postsAsMarkdown: boolean;
  /** Whether the server counts views by campaign. */
  readonly campaigns: boolean;
  readonly resolve: PageIndexFiles;
  /** The frame of the site's pages; null if the site has none. */
  readonly frame: TextFile | null;
  /** Full-text index. null with `--no-search`. */
  readonly search: SearchOutput | null;
}

export interface IndexOutput {
  /** Everything below index/v1 except the manifest. */
  readonly files: readonly (TextFile | LateFile)[];
  readonly manifest: TextFile;
  /** The response of the API root. */
  readonly entry: TextFile;
  readonly searchBytes: number;
}

/** Creates all files below `index/v1`. */
export function writeIndex({
  site,
  baseUrl,
  problemBaseUrl,
  aliases,
  pages,
  lists,
  counts,
  postsAsMarkdown,
  campaigns,
  resolve,
  frame,
  search,
}: IndexInput): IndexOutput {
  const published = toHashedFile("published", JSON.stringify(toPublished(site, aliases, pages, campaigns)));
  const countsFile = counts === null ? null : toHashedFile("counts", JSON.stringify(sortCounts(counts, lists.numbering.posts)));
  const { timeZone } = site.siteSettings;
  const dates = site.posts.map(({ facets }) => facets.publishedAt);
  const offsets = findOffsets(timeZone, dates);
  const hasTexts = Object.values(site.groupTexts).some((texts) => Object.keys(texts).length > 0);
  const groups = hasTexts ? [toHashedFile("groups", JSON.stringify(site.groupTexts))] : [];
  const hasOwn = Object.keys(lists.own).length > 0;
  const manifest = identify({
    format: INDEX_FORMAT,
    site: { baseUrl, ...(problemBaseUrl === baseUrl ? {} : { problemBaseUrl }), timeZone, ...(offsets === undefined ? {} : { offsets }) },
    lists: lists.lists,
    ...(hasOwn ? { kinds: lists.own } : {}),
    ...(postsAsMarkdown ? { postsAsMarkdown } : {}),
    search: search === null ? null : search.names,
    published: nameOf(published),
    counts: countsFile === null ? null : nameOf(countsFile),
    resolve: resolve.name,
    ...Object.fromEntries(groups.map((file) => ["groups", nameOf(file)])),
    ...(frame === null ? {} : { frame: nameOf(frame) }),
  });
  return {
    files: [
      ...[...lists.files, ...resolve.files, ...groups, published],
      ...[countsFile, frame].filter((file) => file !== null),
      ...(search?.files ?? []),
    ],
    manifest: { path: MANIFEST_FILE, text: `${JSON.stringify(manifest)}\n` },
    entry: { path: fileOfPath(routeOf("api").path), text: JSON.stringify(toEntry(site.siteSettings, manifest)) },
    searchBytes: search?.bytes ?? 0,
  };
}

function identify(manifest: Omit<Manifest, "buildId">): Manifest {
  const { format, ...rest } = manifest;
  return { format, buildId: hashText(JSON.stringify(manifest)), ...rest };
}

function toEntry({ name, language, url, feeds }: Assembled["siteSettings"], { buildId, format, site, search }: Manifest): ApiEntry {
  const linkOf = (route: RouteName): string => site.baseUrl + routeOf(route).path;
  const links = { site: url, openapi: linkOf("openapi"), kinds: linkOf("kinds"), search: search === null ? null : linkOf("search") };
  return { name, language, buildId, format, links: { ...links, ...feeds } };
}

/** Sorts counts and limits them to published posts, because a draft's slug must not appear. */
function sortCounts(counts: Counts, slugs: readonly string[]): Counts {
  const posts = slugs.toSorted(compareText).flatMap((slug) => {
    const count = counts.posts[slug];
    return count === undefined ? [] : [[slug, count] as const];
  });
  return { posts: Object.fromEntries(posts) };
}
