import type { Manifest } from "../../contract/index-format.ts";
import { MANIFEST_FILE } from "../../contract/paths.ts";
import type { KindSummary } from "../../contract/schemas/list.ts";
import type { About, SiteSettings } from "../../contract/schemas/site.ts";
import { pathBelow } from "../../contract/text/base-path.ts";
import { decodePercent } from "../../contract/text/decode-percent.ts";
import { loadProgram } from "../../hosts/bundle/load-program.ts";
import { createDistFiles, type DistFiles } from "../../hosts/node/dist-files.ts";
import type { PageHandler } from "../../hosts/node/node-app.ts";
import { DOCUMENT_KINDS } from "../../kinds/document-kinds.ts";
import { EVENTS_PATH } from "../../reader/build-events.ts";
import type { ReaderFacts } from "../../reader/reader-facts.ts";
import { renderShell, SCRIPT_PATH, SHELL_HEADERS } from "../../reader/shell.ts";
import type { ReaderWords } from "../../reader/words/english.ts";
import { findReaderWords } from "../../reader/words/reader-words.ts";
import { isLoopback } from "../../server/http/address/ip.ts";
import { isLoopbackUrl } from "../serve/public-origin.ts";
import type { BuildNewsStream } from "./build-news.ts";
import { createOwnPages, type OwnPagesOptions } from "./own-pages.ts";
import { createReaderAddresses, type ReaderAddresses } from "./reader-addresses.ts";
import { createReferencePages } from "./reference-pages.ts";

export interface ReaderPagesOptions {
  /** Path that the site is below. */
  readonly base: string;
  /** Folder of a build, absolute. */
  readonly distDir: string;
  /** The author's own front end: an `index.html` there wins over the reader. */
  readonly own: OwnPagesOptions;
  /** Tells of builds; null: the site stays as it is. */
  readonly news: BuildNewsStream | null;
  /** Whether this is no place for search engines, whatever the build says of its address. */
  readonly isPreview: boolean;
}

/** The reader's pages, at each address that is a page's, its script and stream, and the reference of the API. */
export function createReaderPages({ base, distDir, own, news, isPreview }: ReaderPagesOptions): PageHandler {
  const files = createDistFiles(distDir);
  const ownPages = createOwnPages(own);
  const addresses = createReaderAddresses(files, base);
  const referencePages = createReferencePages(base);
  let script: Promise<string> | null = null;
  return async (request, pathname) => {
    if (pathname === SCRIPT_PATH) {
      script ??= loadProgram("reader");
      return answer(request, await script, {
        "Content-Type": "text/javascript; charset=utf-8",
        "Cache-Control": "no-cache",
        "X-Content-Type-Options": "nosniff",
      });
    }
    if (pathname === EVENTS_PATH) {
      // A page of any site can have its name lead to this machine; its name still stands in `Host`.
      return news !== null && request.method === "GET" && isLoopback(new URL(request.url).hostname) ? news.open() : null;
    }
    const page = (await ownPages.find(request, pathname)) ?? (await referencePages(request, pathname));
    if (page !== null) return page;
    // The reader is no part of a website of the owner's own.
    if (ownPages.exist()) return ownPages.missing(request);
    const accept = request.headers.get("Accept") ?? ANY_TYPE;
    const wantsPage = pathname === "/" || accept.includes("text/html");
    if (!wantsPage && !accept.includes(ANY_TYPE)) return null;
    const settings = await readJson<SiteSettings>(files, "api/v1/site-settings.json");
    const facts = settings === null ? null : await readReaderFacts(files, settings, { base, addresses, watching: news !== null });
    if (facts === null && news === null) return null;
    const found = facts === null ? null : await addresses.find(pathname);
    // `curl` takes any type: it gets the pages that are there, but neither a missing picture nor a missing file of a folder is a page.
    if (!wantsPage && (found === null || FOLDER_FILE.test(decodePercent(pathname) ?? ""))) return null;
    const shell = renderShell(facts ?? UNBUILT, { base, accentColor: settings?.accentColor ?? null });
    const status = facts === null ? 503 : found === null ? 404 : 200;
    const isHidden = status !== 200 || found === "unlisted" || isPreview || (await isPreviewBuild(files));
    return answer(request, shell, isHidden ? { ...SHELL_HEADERS, "X-Robots-Tag": "noindex" } : SHELL_HEADERS, status);
  };
}

function answer(request: Request, body: string, headers: Readonly<Record<string, string>>, status = 200): Response {
  const length = { "Content-Length": String(Buffer.byteLength(body)) };
  return new Response(request.method === "HEAD" ? null : body, { status, headers: { ...headers, ...length } });
}

const ANY_TYPE = "*/*";
/** The file by which a web server would answer a folder. The reader has pages at such paths, but no files. */
const FOLDER_FILE = /index\.html\/*$/i;

const UNBUILT: ReaderFacts = {
  name: "Nothing is built yet",
  language: "en",
  timeZone: "UTC",
  origin: "",
  words: findReaderWords("en"),
  tagline: null,
  sections: [],
  kinds: [],
  replaced: {},
  links: [],
  navigation: [],
  isMenuWritten: false,
  languages: [],
  hasFeed: false,
  watching: true,
  counted: false,
};

/** null: there is no finished build. */
async function readReaderFacts(
  files: DistFiles,
  settings: SiteSettings,
  { base, addresses, watching }: { readonly base: string; readonly addresses: ReaderAddresses; readonly watching: boolean },
): Promise<ReaderFacts | null> {
  const [manifest, services, about, kinds, pages, languages] = await Promise.all([
    readJson<Manifest>(files, MANIFEST_FILE),
    readJson<{ readonly items: readonly unknown[] }>(files, "api/v1/services.json"),
    readJson<About>(files, "api/v1/about.json"),
    readJson<{ readonly items: readonly KindSummary[] }>(files, "api/v1/kinds.json"),
    readJson<{ readonly items: readonly MenuPage[] }>(files, "api/v1/pages.json"),
    readJson<{ readonly items: ReaderFacts["languages"] }>(files, "api/v1/languages.json"),
  ]);
  if (manifest === null) return null;
  const { name, language, timeZone, tagline, feeds } = settings;
  const { origin } = new URL(settings.url);
  const words = findReaderWords(language);
  const links = [...settings.footerLinks, ...settings.social].map(({ label, url }) => ({ label, url }));
  const toLink = ({ label, url, path }: { readonly label: string; readonly url: string; readonly path: string | null }) => ({
    ...{ label, url: path === null ? url : (pathBelow(base, path) ?? url) },
  });
  const sections: ReaderFacts["sections"] = [
    ...(manifest.lists.posts.total > 0 ? (["posts"] as const) : []),
    ...(services !== null && services.items.length > 0 ? (["services"] as const) : []),
    ...(about?.bioHtml || about?.headline ? (["about"] as const) : []),
  ];
  return {
    ...{ name, language, timeZone, origin, words, tagline, sections, links, watching },
    kinds: (kinds?.items ?? []).filter((kind) => kind.name !== "posts").map((kind) => toReaderKind(kind, words, language)),
    replaced: await addresses.readReplaced(),
    navigation: settings.navigation.map((item) => ({ ...toLink(item), children: item.children.map(toLink) })),
    isMenuWritten: isMenuWritten(settings.navigation, pages?.items ?? []),
    languages: (languages?.items ?? []).map(({ language: one, kinds: counts }) => ({ language: one, kinds: counts })),
    hasFeed: feeds.rss !== null,
    // An author's own visits are not counted.
    counted: !watching,
  };
}

interface MenuPage {
  readonly slug: string;
  readonly title: string;
}

/** Whether a menu differs from the one that a build makes: the pages without a parent, as they are called. @param pages of which the first are enough */
function isMenuWritten(menu: SiteSettings["navigation"], pages: readonly MenuPage[]): boolean {
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]));
  const places = menu.map(({ slug }) => pages.findIndex((page) => page.slug === slug)).filter((place) => place !== -1);
  return (
    menu.some(
      ({ kind, slug, label, children }) => kind !== "pages" || children.length > 0 || (titles.get(slug ?? "") ?? label) !== label,
    ) || places.some((place, index) => place < (places[index - 1] ?? 0))
  );
}

/** @param language of the site, in which the owner names kinds */
function toReaderKind(
  { name, words: { many }, builtIn, count }: KindSummary,
  words: ReaderWords,
  language: string,
): ReaderFacts["kinds"][number] {
  const label = builtIn ? Object.entries(words.sections).find(([section]) => section === name)?.[1] : undefined;
  const documents = Object.values(DOCUMENT_KINDS).find((kind) => kind.name === name);
  return {
    ...{ name, label: label ?? many, language: label === undefined ? language : words.language, count },
    inBrief: builtIn ? (documents?.inBrief ?? []) : null,
  };
}

/** Whether a build is for this machine, or for another address than the site's own. */
async function isPreviewBuild(files: DistFiles): Promise<boolean> {
  const { site } = (await readJson<Manifest>(files, MANIFEST_FILE)) ?? {};
  return site === undefined || isLoopbackUrl(site.baseUrl) || (site.problemBaseUrl ?? site.baseUrl) !== site.baseUrl;
}

/** A file of a build, parsed; null: there is none of that name. */
async function readJson<T>(files: DistFiles, name: string): Promise<T | null> {
  const bytes = await files.read(name);
  return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
}
