import type { WebsiteRendering } from "../../../contract/config/config-names.ts";
import { HOSTS_FOLDER } from "../../../contract/static-files.ts";
import { KINDS_OF_FILES } from "../../../views/on-request/kinds-of-files.ts";
import { createSiteView, type FrameFile, type PagesOfHost, type SiteFrame } from "../../../views/site-view.ts";
import type { Assembled } from "../../assemble/assemble.ts";
import { type LateFile, type TextFile, toHashedFile } from "../index/text-file.ts";
import type { PageFile, WebPage } from "./pages/page-file.ts";
import type { PlannedPages } from "./pages/plan-pages.ts";
import { toAnswer } from "./pages/to-answer.ts";
import { type OwnLook, toStyleFiles } from "./style-files.ts";
import { toWebsiteFrame } from "./website-frame.ts";

export interface WebsiteInput {
  readonly assembled: Assembled;
  readonly own: OwnLook;
  /** By file name. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Whether there is a full-text index. */
  readonly hasSearch: boolean;
  /** How the published site's pages are rendered; null if it has none. */
  readonly rendering: WebsiteRendering | null;
  /** Whether pages may have parts that need a write server. */
  readonly hasWriteServer: boolean;
  /** undefined if the host is unknown. */
  readonly pagesOfHost: PagesOfHost | undefined;
  /** For a local server that renders the pages itself. */
  readonly onRequest: { readonly countsVisits: boolean } | null;
}

/**
 * The defaults for an unknown host. `start` and `preview` pass requests to the write server, and so
 * may the owner's own web server.
 */
const UNKNOWN_HOST: PagesOfHost = { workerPages: null, hasFormPages: true };

export interface WebsitePlan {
  readonly web: WebsiteFiles;
  /** For programs that render pages. */
  readonly frame: TextFile;
  /**
   * Whether a path is one of the website's own files, written or not. The owner's public files must
   * not replace them.
   */
  isPageFile(path: string): Promise<boolean>;
}

/** The files to write. */
interface WebsiteFiles {
  /** Each list can be read only once, because pages of posts are created while they are read. */
  readonly lists: readonly Iterable<LateFile | TextFile>[];
  readonly count: number;
}

/**
 * Plans the files of the website. Page files are written, and their views loaded, only where no
 * program renders the pages.
 */
export async function planWebsite(input: WebsiteInput): Promise<WebsitePlan> {
  const { assembled, own, hasSearch, hasWriteServer, pagesOfHost = UNKNOWN_HOST, rendering, onRequest } = input;
  const { frame, id } = toWebsiteFrame(assembled, own, { hasSearch, hasWriteServer, ...pagesOfHost, isHidden: rendering === null });
  const plan = async (): Promise<PlannedPages> => {
    const { planPages } = await import("./pages/plan-pages.ts");
    return planPages(assembled, createSiteView(frame), { frameId: id, hasSearch });
  };
  const pages = rendering === null || onRequest !== null ? null : await plan();
  const previews = rendering === null ? [] : await toPreviews(assembled, frame, id);
  const styles = toStyleFiles(own, scriptsOf(input), assembled.siteSettings.language);
  const isOnRequest = onRequest !== null || rendering === "edge";
  const file: FrameFile = {
    ...frame,
    missing: isOnRequest && assembled.missing !== null ? toAnswer(assembled.missing) : null,
    onRequest: isOnRequest,
  };
  let paths: ReadonlySet<string> | null = null;
  return {
    web: toFiles(rendering, pages, [...previews, ...(onRequest === null ? styles : toLocalFiles(styles))]),
    frame: toHashedFile("frame", JSON.stringify(file)),
    async isPageFile(path) {
      if (rendering === null) return false;
      if (!PAGE_NAME.test(path)) return styles.some((style) => style.path === path);
      paths ??= toPathSet(pages ?? (await plan()));
      return paths.has(path);
    },
  };
}

/** Matches names of page files (pages/page-file.ts). */
const PAGE_NAME = /\.html?$/;

function toPathSet({ posts, others }: PlannedPages): ReadonlySet<string> {
  return new Set([...posts(), ...others].map(({ path }) => path));
}

async function toPreviews(assembled: Assembled, frame: SiteFrame, frameId: string): Promise<readonly PageFile[]> {
  if (assembled.previews.length === 0) return [];
  const { toPreviewFiles } = await import("./pages/preview-pages.ts");
  return toPreviewFiles(assembled, frame, frameId);
}

function toFiles(rendering: WebsiteRendering | null, pages: PlannedPages | null, further: readonly (PageFile | TextFile)[]): WebsiteFiles {
  const others = pages?.others.filter(({ kinds }) => rendering === "files" || !isOfMany(kinds)) ?? [];
  const rest = [...others, ...further];
  if (pages === null || rendering !== "files") return { lists: [rest], count: rest.length };
  return { lists: [pages.posts(), rest], count: pages.postCount + rest.length };
}

/**
 * Whether a page with these kinds is rendered by a program, on a site where programs render pages.
 */
function isOfMany(kinds: WebPage["kinds"]): boolean {
  return kinds !== undefined && !kinds.some((kind) => KINDS_OF_FILES.includes(kind));
}

/** Leaves out the script that counts visits if no server counts them. */
function scriptsOf({ scripts, hasWriteServer, onRequest }: WebsiteInput): WebsiteInput["scripts"] {
  const { "octavo-engagement.js": engagement, ...others } = scripts;
  return !hasWriteServer || onRequest?.countsVisits === false || engagement === undefined ? others : scripts;
}

/**
 * Moves files into HOSTS_FOLDER, because a site without pages may have other files at these
 * addresses. No host serves them there.
 */
function toLocalFiles(styles: readonly TextFile[]): readonly TextFile[] {
  return styles.map(({ path, text }) => ({ path: `${HOSTS_FOLDER}/${path}`, text }));
}
