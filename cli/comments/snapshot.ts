import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type SnapshotReport, writeSnapshot } from "../../build/emit/snapshot-folder.ts";
import { listCommentPages } from "../../build/emit/snapshot-old-files.ts";
import { fileOfPath, SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import type { PublishedSource } from "../../server/published.ts";
import type { PublishedContent } from "../../server/published-content.ts";
import { openPublished } from "../../server/published-files.ts";
import { createStoreSource } from "../../server/snapshot/snapshot-source.ts";
import type { Store } from "../../server/store/store.ts";
import type { NamedSnapshotSource } from "../../threads/snapshot-pages.ts";
import { openWorkspace } from "../build/builder.ts";
import { plural } from "../build/result-text.ts";
import { CliError, type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { isLoopbackUrl } from "../serve/public-origin.ts";
import { withStore } from "../serve/store-access.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";

/**
 * Runs `octavo comments snapshot`: writes public comments as files into the built site, for use
 * while the server is unavailable.
 */
export async function takeSnapshot(
  settings: Settings<"config" | "out" | "db" | "force" | "json" | "quiet"> & { readonly from: string | null },
  io: Io,
): Promise<void> {
  const { outDir } = await openWorkspace(settings, io);
  const shown = shortenPath(outDir, io.cwd);
  const published = openPublished(outDir, { clock: () => io.now() });
  const openContent = async (): Promise<PublishedContent> => {
    const content = await published.refresh();
    if (content !== null) return content;
    throw new CliError(`${shown} contains no finished build`, { hint: "run octavo build first, or name its folder with --out" });
  };
  // Check before locking, because the lock would create the folder.
  await openContent();
  const takenAt = new Date(io.now()).toISOString();
  const write = (open: () => Promise<NamedSnapshotSource>): Promise<SnapshotReport> => writeSnapshot(outDir, open, { takenAt });
  const report =
    settings.from === null
      ? await withStore(settings, io, (store) =>
          write(async () => {
            const content = await openContent();
            if (!settings.force) await requireSameSite(store, { outDir, shown, published, content });
            return createStoreSource(store, published, content);
          }),
        )
      : await write(await openApi(settings.from, settings, io, { outDir, shown, published }, openContent));
  tell(report, shown, settings, io);
}

/** @throws CliError with exit code 2 if a database is named as well */
async function openApi(
  site: string,
  settings: Settings<"db" | "force">,
  io: Io,
  { outDir, shown, published }: Omit<BuiltFolder, "content">,
  openContent: () => Promise<PublishedContent>,
): Promise<() => Promise<NamedSnapshotSource>> {
  if (settings.db !== null) throw usageError("--from and --db exclude each other", "a snapshot is made from a database or from an API");
  const { openCommentApi } = await import("./api-source.ts");
  const api = openCommentApi({ site, io });
  return async () => {
    const content = await openContent();
    const commented = await api.commented();
    const listed = commented.filter((slug) => content.findPost(slug)?.slug === slug);
    const isStrange = !settings.force && commented.length > 0 && listed.length === 0;
    if (isStrange && !(await staysEmpty(urlOf(await api.settings()), { outDir, shown, published, content })))
      throw new CliError(`none of the ${plural(commented.length, "post")} with comments at ${site} is published in ${shown}`, {
        hint: "if that is the API of another site, name the right address and folder with --from and --out; --force uses it anyway",
      });
    // The API's lists omit unlisted posts, but their files are here.
    const files = await readdir(join(outDir, dirname(fileOfPath("/posts/x"))));
    const unlisted = files.map((name) => name.replace(/\.json$/, "")).filter((slug) => content.findPost(slug)?.listed === false);
    return api.source(content, [...new Set([...listed, ...unlisted.map((slug) => content.findPost(slug)?.slug ?? slug)])]);
  };
}

/** A folder written by a build. */
interface BuiltFolder {
  readonly outDir: string;
  /** Its name in messages. */
  readonly shown: string;
  readonly published: PublishedSource;
  readonly content: PublishedContent;
}

/**
 * Keeps comments of another site away from this one's posts, which may have the same slugs.
 * @throws CliError if the comments seem to belong to another site
 */
async function requireSameSite({ comments, site }: Pick<Store, "comments" | "site">, folder: BuiltFolder): Promise<void> {
  const { published, content, shown } = folder;
  const hint = "name the right database and folder with --db and --out; --force uses this database anyway";
  const storedSite = await site.get();
  const url = urlOf(await published.document("/site-settings"));
  // A trial server on this machine stored its local address.
  const isOther =
    storedSite !== null &&
    url !== null &&
    !isLoopbackUrl(storedSite.url) &&
    !isLoopbackUrl(url) &&
    originOf(storedSite.url) !== originOf(url);
  if (isOther) throw new CliError(`the database belongs to ${storedSite.url}, but ${shown} is built for ${url}`, { hint });
  const slugs = await comments.shownPosts();
  if (slugs.length === 0 || slugs.some((slug) => content.findPost(slug) !== null)) return;
  if (await staysEmpty(storedSite?.url ?? null, folder)) return;
  const posts = slugs.length === 1 ? `the post with comments (${slugs[0]}) is not` : `none of the ${slugs.length} posts with comments is`;
  throw new CliError(`${posts} published in ${shown}`, { hint: `does the database belong to another site? ${hint}` });
}

/**
 * Whether an empty snapshot is correct when no post with comments is published. It is correct if
 * the comments are known to be this site's (their posts were unpublished). Otherwise, it is correct
 * if the existing snapshot shows no comment on a published post.
 */
async function staysEmpty(commentsUrl: string | null, { outDir, published, content }: BuiltFolder): Promise<boolean> {
  const url = urlOf(await published.document("/site-settings"));
  const isSame = commentsUrl !== null && url !== null && !isLoopbackUrl(url) && originOf(commentsUrl) === originOf(url);
  if (isSame) return true;
  // No visible comment is lost then.
  return existsSync(join(outDir, SNAPSHOT_ENTRY)) && (await listCommentPages(outDir)).every((slug) => content.findPost(slug) === null);
}

/** The site's address in its settings. */
function urlOf(settings: unknown): string | null {
  const url: unknown = Object(settings).url;
  return typeof url === "string" ? url : null;
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url;
}

function tell(report: SnapshotReport, folder: string, settings: Settings<"json" | "quiet">, { stdout }: Io): void {
  const { takenAt, posts, comments, written, removed } = report;
  if (settings.json) writeJson({ stdout }, report);
  else if (!settings.quiet) {
    const files = `${plural(written, "file")} written, ${removed} removed`;
    stdout.write(`${folder}: ${plural(comments, "comment")} on ${plural(posts, "post")} as of ${takenAt}; ${files}\n`);
  }
}
