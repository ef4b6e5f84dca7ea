import type { WebsiteRendering } from "../../contract/config/config-names.ts";
import type { Counts } from "../../contract/schemas/list.ts";
import { type SCRIPT_FILES, SITE_SCRIPT_PART } from "../../contract/static-files.ts";
import type { ListKind } from "../../kinds/list-kinds.ts";
import type { PagesOfHost } from "../../views/site-view.ts";
import type { Assembled } from "../assemble/assemble.ts";
import type { RenderedContent } from "../assemble/documents/input.ts";
import type { Memos } from "../cache/memos.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { Bodies } from "../rows/bodies.ts";
import { compareText } from "../shared/diagnostics.ts";
import type { Discovery } from "../shared/resolved-config.ts";
import { toBaseUrls } from "../shared/site-addresses.ts";
import type { Stages } from "../shared/stages.ts";
import { toPostFiles, toUnlistedFiles } from "./documents/list-files.ts";
import { toSiteFiles } from "./documents/site-files.ts";
import { keepIndex, recallIndex } from "./index/former-search-index.ts";
import { indexLists } from "./index/list-index.ts";
import { indexPages } from "./index/page-index.ts";
import { indexSearch } from "./index/search-index-files.ts";
import type { LateFile, TextFile } from "./index/text-file.ts";
import { toSearchable } from "./index/to-search-documents.ts";
import { writeIndex } from "./index/write-index.ts";
import type { OwnLook } from "./website/style-files.ts";
import type { WebsitePlan } from "./website/website-files.ts";

const ENGAGEMENT_SCRIPT = "octavo-engagement.js" satisfies (typeof SCRIPT_FILES)[number];
/** The script checks this variable (packages/octavo-client/engagement/script.ts). */
const CAMPAIGNS_ON = "var OCTAVO_CAMPAIGNS=true;\n";

export interface OutputsInput {
  readonly rendered: RenderedContent;
  readonly assembled: Assembled;
  /** Path pattern of a document's page by kind, with `{slug}`. */
  readonly pages: Readonly<Record<ListKind, string>>;
  readonly discovery: Discovery;
  readonly postsAsMarkdown: boolean;
  /** Scripts for pages, by file name. */
  readonly scripts: Readonly<Record<string, string>>;
  readonly counts: Counts | null;
  /** null if the site has no pages. */
  readonly website: WebsiteSettings | null;
  /** false for no full-text index. */
  readonly search: boolean;
  /** Size of a media file by its address; null if unknown. */
  bytesOf(url: string): number | null;
  readonly stages: Stages;
  readonly memos: Memos;
  readonly bodies: Bodies;
}

/** Settings of pages that are rendered on request. */
export interface LocalPages {
  /** Whether the pages' script counts visits. */
  readonly countsVisits: boolean;
}

export interface WebsiteSettings {
  readonly own: OwnLook;
  /** How the published site's pages are rendered; null if it has none. */
  readonly rendering: WebsiteRendering | null;
  readonly hasWriteServer: boolean;
  /** undefined if the host is unknown. */
  readonly pagesOfHost: PagesOfHost | undefined;
  /** For `start` and `dev`, which render pages on request and do not write their files. */
  readonly onRequest?: LocalPages;
}

export interface Outputs {
  /**
   * Everything except pictures, in publishing order: hashed files, then the others, with the
   * manifest last.
   */
  readonly files: Iterable<OutputFile>;
  readonly count: number;
  readonly searchBytes: number;
  /** Whether a path is a file of the website, written or not. */
  isPageFile(path: string): Promise<boolean>;
}

/** All text files of a site. */
export async function toOutputs(input: OutputsInput): Promise<Outputs> {
  const { rendered, assembled, pages, discovery, postsAsMarkdown, counts, search, bytesOf, stages, memos, bodies, website } = input;
  const { addresses, document } = rendered.site;
  const { campaigns } = document;
  const scripts = campaigns ? withCampaigns(input.scripts) : input.scripts;
  const { [SITE_SCRIPT_PART]: _, ...scriptFiles } = scripts;
  const aliases = toAliases(rendered);
  const lists = await stages.run("index", () => indexLists(assembled, aliases, memos));
  const searchIndex = search
    ? await stages.run("search", () => {
        const previous = recallIndex(memos, bodies);
        const written = indexSearch(toSearchable(assembled, rendered, pages), { previous });
        keepIndex(memos, written.index, previous?.state ?? null);
        return written;
      })
    : null;
  return stages.run("index", async () => {
    const bases = toBaseUrls(addresses);
    const resolve = indexPages(assembled, memos);
    const { web, frame, isPageFile } = await toWebsite(assembled, website, { scripts, hasSearch: search });
    const named = { aliases, pages, counts, postsAsMarkdown, campaigns, frame };
    const index = writeIndex({ site: assembled, ...bases, lists, resolve, search: searchIndex, ...named });
    const unlisted = [...toUnlistedFiles(assembled)];
    const markdown = postsAsMarkdown ? await import("./feeds/post-markdown.ts") : null;
    const texts = markdown === null ? null : new markdown.MarkdownBodies();
    const inMarkdown =
      markdown === null || texts === null ? [] : [...markdown.toMarkdownFiles({ site: assembled, aliases, bodies: texts })];
    const documents = await toSiteFiles({
      site: assembled,
      pages,
      addresses,
      discovery,
      scripts: scriptFiles,
      markdown: texts,
      bytesOf,
      memos,
    });
    const files = [index.files, toPostFiles(assembled), unlisted, inMarkdown, documents, ...web.lists];
    return {
      files: listOutputs([...files, [index.entry, index.manifest]]),
      count: index.files.length + assembled.posts.length + unlisted.length + inMarkdown.length + documents.length + web.count + 2,
      searchBytes: index.searchBytes,
      isPageFile,
    };
  });
}

/** Returns the scripts, with reports of campaigns switched on in the one that counts readers. */
function withCampaigns(scripts: OutputsInput["scripts"]): OutputsInput["scripts"] {
  const { [ENGAGEMENT_SCRIPT]: engagement } = scripts;
  return engagement === undefined ? scripts : { ...scripts, [ENGAGEMENT_SCRIPT]: `${CAMPAIGNS_ON}${engagement}` };
}

/** The files of the pages. Views are loaded only if the site has pages. */
async function toWebsite(
  assembled: Assembled,
  website: WebsiteSettings | null,
  further: { readonly scripts: OutputsInput["scripts"]; readonly hasSearch: boolean },
): Promise<Omit<WebsitePlan, "frame"> & { readonly frame: TextFile | null }> {
  if (website === null) return { web: { lists: [], count: 0 }, frame: null, isPageFile: async () => false };
  const { planWebsite } = await import("./website/website-files.ts");
  const { onRequest = null, ...settings } = website;
  return planWebsite({ assembled, ...settings, onRequest, ...further });
}

/** Yields one file at a time, so that files that are assembled on demand are not kept in memory. */
function* listOutputs(lists: readonly Iterable<TextFile | LateFile>[]): Generator<OutputFile, void, undefined> {
  for (const list of lists)
    for (const file of list) {
      if ("bytes" in file) yield { path: file.path, content: file };
      else yield { path: file.path, content: { text: file.text } };
    }
}

/** Former slugs of listed posts → current slugs. */
function toAliases({ posts }: RenderedContent): Record<string, string> {
  const pairs = posts.flatMap(({ entry }) => (entry.unlisted ? [] : entry.aliases.map((alias) => [alias, entry.slug] as const)));
  return Object.fromEntries(pairs.sort(([a], [b]) => compareText(a, b)));
}
