import { dirname, relative } from "node:path/posix";
import { loadToAscii } from "../build/kinds/addresses/file-slug.ts";
import { readPagePath } from "../build/kinds/addresses/page-path.ts";
import { toTagSlug } from "../build/shared/slugs.ts";
import { type BodyContext, convertBody } from "./body/convert-body.ts";
import { ContentFiles } from "./files/content-files.ts";
import { EntryPaths, type EntryText, toAuthorsText, toEntryText } from "./files/entry-files.ts";
import { NameReader } from "./files/name-reader.ts";
import { type SiteText, toSiteText } from "./files/site-text.ts";
import type { UploadPictures } from "./files/upload-pictures.ts";
import type { ImportCounts } from "./import-counts.ts";
import type { ExportSource, ImportedEntry } from "./imported-entry.ts";

export interface ImportTarget {
  /** Absolute: the content folder. */
  readonly folder: string;
  /** null if pictures keep their addresses. */
  readonly uploads: UploadPictures | null;
  /** Name of the site for site.yaml, if the export has none; null if site.yaml already exists. */
  readonly siteName: string | null;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

export interface ImportResult {
  readonly written: number;
  readonly same: number;
  /** Paths of existing files with other content. */
  readonly skippedFiles: readonly string[];
  /** The values written into site.yaml; null if it was not written. */
  readonly site: Pick<SiteText, "keys" | "notes"> | null;
  readonly interrupted: boolean;
}

/** Writes an export into a content folder. The counts show the result. */
export async function importExport(source: ExportSource, target: ImportTarget, counts: ImportCounts): Promise<ImportResult> {
  const run = new ImportRun(source, target, counts, new NameReader(await loadToAscii(), source.language));
  try {
    for await (const entry of source.entries()) {
      if (target.signal.aborted) return { ...run.result(), interrupted: true };
      await run.take(entry);
    }
    run.writeAuthors();
    run.writeSite();
    return run.result();
  } finally {
    run.close();
  }
}

/** The old site's own addresses remain paths if its address is unknown. */
const NO_SITE = "https://site.invalid";
const LOST_PICTURES = "pictures of the old site, left as comments (--uploads copies them; --url states the site's address)";

class ImportRun {
  readonly #source: ExportSource;
  readonly #target: ImportTarget;
  readonly #counts: ImportCounts;
  readonly #files: ContentFiles;
  readonly #names: NameReader;
  readonly #paths: EntryPaths;
  readonly #pictures = new Set<string>();
  readonly #usedAuthors = new Set<string>();
  readonly #skippedFiles: string[] = [];
  #written = 0;
  #same = 0;
  #site: ImportResult["site"] = null;

  constructor(source: ExportSource, target: ImportTarget, counts: ImportCounts, names: NameReader) {
    this.#source = source;
    this.#target = target;
    this.#counts = counts;
    this.#names = names;
    this.#paths = new EntryPaths(names);
    this.#files = new ContentFiles(target.folder, target.dryRun);
  }

  async take(exported: ImportedEntry): Promise<void> {
    const path = this.#paths.pathOf(exported);
    const entry = toAcceptedEntry(exported, (what) => this.#counts.add("left", what, path));
    const context: BodyContext = {
      resolve: ({ kind, address }) => this.#resolve(kind, address, path),
      changed: (what) => this.#counts.add("changed", what, path),
      left: (what) => this.#counts.add("left", what, path),
    };
    const cover = await this.#coverOf(entry, path);
    const body = await convertBody(entry, context);
    this.#write(path, toEntryText({ entry, system: this.#source.system, cover, body }));
    for (const author of entry.authors) this.#usedAuthors.add(author);
    this.#count(entry, path);
  }

  async #coverOf({ cover }: ImportedEntry, path: string): Promise<EntryText["cover"]> {
    if (cover === null) return null;
    const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(cover.address)?.[1];
    if (scheme === undefined || /^https?$/i.test(scheme)) {
      const src = await this.#resolve("picture", cover.address, path);
      return { src: src ?? cover.address, alt: cover.alt, isLost: src === null };
    }
    this.#counts.add("left", "covers that are not web pictures: removed", path);
    return null;
  }

  writeAuthors(): void {
    const authors = this.#source.authors.filter(({ slug }) => this.#usedAuthors.has(slug));
    if (authors.length === 0) return;
    this.#write("authors.yaml", toAuthorsText(authors));
    this.#counts.add("taken", "authors", null, authors.length);
  }

  /** Written at the end, because an interrupted import is run again. */
  writeSite(): void {
    const { siteName } = this.#target;
    if (siteName === null) return;
    const { text, keys, notes } = toSiteText(this.#source, siteName);
    this.#write("site.yaml", text);
    this.#site = { keys, notes };
  }

  close(): void {
    this.#files.close();
  }

  result(): ImportResult {
    return { written: this.#written, same: this.#same, skippedFiles: this.#skippedFiles, site: this.#site, interrupted: false };
  }

  #count(entry: ImportedEntry, path: string): void {
    const { kind, withheld } = entry;
    if (withheld === null) this.#counts.add("taken", kind);
    else this.#counts.add("taken", `${kind} as drafts: ${withheld}`, path);
    if (entry.title === "") this.#counts.add("changed", "entries without a title: Untitled", path);
    if (kind === "posts" && withheld === null && entry.publishedAt === null) this.#counts.add("changed", "posts without a date", path);
  }

  #write(path: string, text: string): void {
    this.#note(path, this.#files.write(path, text));
  }

  #note(path: string, outcome: "written" | "same" | "kept"): void {
    if (outcome === "written") this.#written += 1;
    else if (outcome === "same") this.#same += 1;
    else this.#skippedFiles.push(path);
  }

  /**
   * The address of a picture or a page for the file at `path`; null for a picture of the old site
   * if the site's address is unknown.
   */
  async #resolve(kind: "picture" | "link", address: string, path: string): Promise<string | null> {
    const { siteUrl, uploadMarks } = this.#source;
    const url = URL.parse(address, siteUrl?.href ?? NO_SITE);
    if (url === null || !/^https?:$/.test(url.protocol) || address.startsWith("#")) return address;
    const isOwn = sameHost(url, siteUrl ?? new URL(NO_SITE));
    const upload = isOwn ? uploadPathOf(url.pathname, uploadMarks) : null;
    const isLost = kind === "picture" && siteUrl === null && isOwn;
    if (upload !== null)
      return (await this.#copyPicture(upload, path, kind)) ?? (isLost ? null : siteUrl === null ? url.pathname : url.href);
    if (isLost) {
      this.#counts.add("left", LOST_PICTURES, address.slice(0, 120));
      return null;
    }
    if (kind === "picture") {
      this.#counts.add("left", "pictures at other addresses: linked as they are", address.slice(0, 120));
      return url.href;
    }
    // Two slashes would point to another site.
    return isOwn ? `${url.pathname.replace(/^\/{2,}/, "/")}${url.search}${url.hash}` : address;
  }

  async #copyPicture(upload: string, path: string, kind: "picture" | "link"): Promise<string | null> {
    const { uploads } = this.#target;
    const { siteUrl } = this.#source;
    const isLost = kind === "picture" && siteUrl === null;
    if (uploads === null) {
      const linked = `files of the old site: linked ${siteUrl === null ? "by their paths" : `at ${siteUrl.origin}`} (--uploads copies pictures)`;
      this.#counts.add("left", isLost ? LOST_PICTURES : linked, upload.slice(0, 120));
      return null;
    }
    const found = await uploads.find(upload, this.#names);
    if ("problem" in found) {
      const what = kind === "picture" ? "pictures" : "links to files";
      this.#counts.add("left", `${what}: ${found.problem}${isLost ? ", left as comments" : ""}`, upload.slice(0, 120));
      return null;
    }
    const { picture } = found;
    if (!this.#pictures.has(picture.path)) {
      this.#pictures.add(picture.path);
      this.#note(picture.path, this.#files.copy(picture.file, picture.path));
      this.#counts.add("taken", "pictures");
    }
    return relative(dirname(path), picture.path);
  }
}

function sameHost(a: URL, b: URL): boolean {
  const bare = ({ host }: URL): string => host.replace(/^www\./, "");
  return bare(a) === bare(b);
}

function uploadPathOf(pathname: string, marks: readonly string[]): string | null {
  for (const mark of marks) {
    const at = pathname.indexOf(mark);
    // Ghost's smaller copies are in separate folders.
    if (at !== -1) return pathname.slice(at + mark.length).replace(/^size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/, "");
  }
  return null;
}

/**
 * An entry without values that no build accepts: reserved addresses, and names that consist only of
 * symbols. `left` is called for each.
 */
function toAcceptedEntry(entry: ImportedEntry, left: (what: string) => void): ImportedEntry {
  const keepPath = (path: string): boolean => {
    const reading = readPagePath(path);
    if (!reading.ok) left("addresses of pages that cannot stay as they were");
    return reading.ok;
  };
  const keepName = (name: string): boolean => {
    if (toTagSlug(name) !== "") return true;
    left("tags and categories without letters or numbers");
    return false;
  };
  return {
    ...entry,
    permalink: entry.permalink !== null && keepPath(entry.permalink) ? entry.permalink : null,
    redirectFrom: entry.redirectFrom.filter(keepPath),
    tags: entry.tags.filter(keepName),
    categories: entry.categories.filter(keepName),
  };
}
