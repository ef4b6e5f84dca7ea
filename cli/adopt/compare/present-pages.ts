import { posix } from "node:path";
import { createSchedule } from "../../../build/assemble/schedule.ts";
import { entriesOf } from "../../../build/kinds/kinds.ts";
import { parseContent } from "../../../build/parse/parse-content.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { parseFileName } from "../../../build/shared/slugs.ts";
import { findRedirect, putRulesBelow } from "../../../contract/config/site-rules.ts";
import { pageKey } from "../../../contract/page-key.ts";
import { pathOfAddress, putBelow } from "../../../contract/text/base-path.ts";
import type { Workspace } from "../../build/builder.ts";
import { countBuffersAsHeap, keepHeapSmall } from "../../build/heap.ts";

/** A page of this site. */
export interface PresentPage {
  /** The whole path including the base, percent-encoded. */
  readonly path: string;
  readonly slug: string;
  readonly title: string | null;
  /** An instant in UTC; null if it has none. */
  readonly publishedAt: string | null;
  readonly isPublic: boolean;
  /** Path as shown in messages. */
  readonly file: string;
  /** The file's folder, relative to the content folder; "." for that folder itself. */
  readonly folder: string;
}

export interface PresentPages {
  readonly pages: readonly PresentPage[];
  /** Base path of the site: "" or `/blog`. */
  readonly base: string;
  /**
   * Whether a full path is the former page of a document, or is redirected by the configuration.
   */
  isRedirected(path: string): boolean;
  readonly timeZone: string;
  /** Findings in the content. A file with errors may have no page. */
  readonly diagnostics: Diagnostics;
  /** The file of the about text, whose page the front end provides; null if there is none. */
  readonly about: string | null;
  /** Documents with errors. An unreadable field may change their addresses. */
  readonly faulty: readonly FaultyFile[];
}

/** A document whose address is unknown. */
export interface FaultyFile {
  /** Path as shown in messages. */
  readonly file: string;
  readonly slug: string;
}

interface PresentPagesOptions {
  readonly cwd: string;
  readonly now: string;
  readonly drafts: boolean;
  readonly future: boolean;
}

/**
 * Finds the pages that the content produces, without rendering or encoding pictures. Null if the
 * content cannot be read.
 */
export async function readPresentPages({ config, contentDir }: Workspace, options: PresentPagesOptions): Promise<PresentPages | null> {
  const diagnostics = new Diagnostics();
  countBuffersAsHeap();
  keepHeapSmall();
  const { content } = await parseContent({ contentDir, cwd: options.cwd, config, diagnostics, keepsBodies: false });
  if (content === null) return null;
  const schedule = createSchedule(content, options);
  const faulty = findFaultyFiles(diagnostics);
  const faultyFiles = new Set(faulty.map(({ file }) => file));
  const sound = entriesOf(content).filter(({ file }) => !faultyFiles.has(file.path));
  const entries = sound.flatMap((entry) => ("page" in entry && entry.page !== null ? [{ entry, path: entry.page }] : []));
  const base = pathOfAddress(content.site.url);
  const pages = entries.map(({ entry, path }) => ({
    path: putBelow(base, path),
    slug: entry.slug,
    title: entry.title,
    publishedAt: entry.publishedAt,
    isPublic: schedule.isPublished(entry),
    file: entry.file.path,
    folder: posix.dirname(entry.file.relative),
  }));
  const formerPaths = entries.flatMap(({ entry }) => {
    // Redirect files must not name unlisted posts.
    const isUnlisted = "unlisted" in entry && entry.unlisted === true;
    return schedule.isPublished(entry) && !isUnlisted ? entry.formerPages : [];
  });
  const formerKeys = new Set(formerPaths.map((path) => pageKey(putBelow(base, path))));
  const rules = putRulesBelow(base, config.rules).redirects;
  const isRedirected = (path: string): boolean => formerKeys.has(pageKey(path)) || findRedirect(rules, path, "") !== null;
  return { pages, base, isRedirected, timeZone: content.site.timeZone, diagnostics, about: content.about?.file.path ?? null, faulty };
}

function findFaultyFiles(diagnostics: Diagnostics): readonly FaultyFile[] {
  const errors = diagnostics.all().filter(({ severity, file }) => severity === "error" && /\.(?:md|mdx|markdown)$/i.test(file));
  return [...new Set(errors.map(({ file }) => file))].map((file) => ({ file, slug: parseFileName(file).slug }));
}
