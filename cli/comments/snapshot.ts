import { type SnapshotReport, writeSnapshot } from "../../build/emit/snapshot-folder.ts";
import { openPublished, type PublishedContent, type PublishedSource } from "../../server/published.ts";
import { createStoreSource } from "../../server/snapshot/snapshot-source.ts";
import type { Store } from "../../server/store/store.ts";
import { openWorkspace } from "../build/builder.ts";
import { plural } from "../build/result-text.ts";
import { CliError, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options.ts";
import { isLoopbackUrl } from "../serve/public-origin.ts";
import { withStore } from "../serve/store-access.ts";
import { shortenPath } from "../text/shown-paths.ts";

/** `octavo comments snapshot`: the public comments as files beside the built site, which answer while the server is away. */
export async function takeSnapshot(settings: Settings, io: Io): Promise<number> {
  const { outDir } = await openWorkspace(settings, io);
  const shown = shortenPath(outDir, io.cwd);
  const published = openPublished(outDir, { clock: () => io.now() });
  const openContent = async (): Promise<PublishedContent> => {
    const content = await published.refresh();
    if (content !== null) return content;
    throw new CliError(`${shown} holds no finished build`, { hint: "run octavo build first, or name its folder with --out" });
  };
  // Before a lock makes a folder of it.
  await openContent();
  const takenAt = new Date(io.now()).toISOString();
  const report = await withStore(settings, io, (store) =>
    writeSnapshot(
      outDir,
      async () => {
        const content = await openContent();
        if (!settings.force) await requireSameSite(store, published, content, shown);
        return createStoreSource(store, published, content);
      },
      { takenAt },
    ),
  );
  tell(report, shown, settings, io);
  return EXIT_OK;
}

/**
 * Comments of another site must not stand beside this one's posts, whose slugs may be the same.
 * @throws CliError where they seem to be
 */
async function requireSameSite(
  { comments, site }: Pick<Store, "comments" | "site">,
  published: PublishedSource,
  content: PublishedContent,
  folder: string,
): Promise<void> {
  const hint = "name the right ones with --db and --out; --force takes it as it is";
  const known = await site.get();
  const url = await readSiteUrl(published);
  // A server that was tried out on this machine kept its own address.
  const isOther =
    known !== null && url !== null && !isLoopbackUrl(known.url) && !isLoopbackUrl(url) && originOf(known.url) !== originOf(url);
  if (isOther) throw new CliError(`the database is that of ${known.url}, ${folder} is built for ${url}`, { hint });
  const slugs = await comments.shownPosts();
  if (slugs.length === 0 || slugs.some((slug) => content.findPost(slug) !== null)) return;
  const posts = slugs.length === 1 ? `the post with comments (${slugs[0]}) is not` : `none of the ${slugs.length} posts with comments is`;
  throw new CliError(`${posts} published in ${folder}`, { hint: `is the database that of another site? ${hint}` });
}

async function readSiteUrl(published: PublishedSource): Promise<string | null> {
  const settings = (await published.document("/site-settings")) as { readonly url?: unknown } | null;
  return typeof settings?.url === "string" ? settings.url : null;
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url;
}

function tell(report: SnapshotReport, folder: string, settings: Settings, { stdout }: Io): void {
  const { takenAt, posts, comments, written, removed } = report;
  if (settings.json) stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else if (!settings.quiet) {
    const files = `${plural(written, "file")} written, ${removed} removed`;
    stdout.write(`${folder}: ${plural(comments, "comment")} on ${plural(posts, "post")} as of ${takenAt}; ${files}\n`);
  }
}
