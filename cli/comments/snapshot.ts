import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type SnapshotReport, writeSnapshot } from "../../build/emit/snapshot-folder.ts";
import { fileOfPath } from "../../contract/paths.ts";
import { openPublished, type PublishedContent, type PublishedSource } from "../../server/published.ts";
import { createStoreSource } from "../../server/snapshot/snapshot-source.ts";
import type { Store } from "../../server/store/store.ts";
import type { NamedSnapshotSource } from "../../threads/snapshot-pages.ts";
import { openWorkspace } from "../build/builder.ts";
import { plural } from "../build/result-text.ts";
import { CliError, EXIT_OK, type Io, usageError } from "../io.ts";
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
  // Before the lock, which would make a folder of it.
  await openContent();
  const takenAt = new Date(io.now()).toISOString();
  const write = (open: () => Promise<NamedSnapshotSource>): Promise<SnapshotReport> => writeSnapshot(outDir, open, { takenAt });
  const report =
    settings.fromApi === null
      ? await withStore(settings, io, (store) =>
          write(async () => {
            const content = await openContent();
            if (!settings.force) await requireSameSite(store, published, content, shown);
            return createStoreSource(store, published, content);
          }),
        )
      : await write(await openApi(settings.fromApi, { settings, io, outDir, shown, openContent }));
  tell(report, shown, settings, io);
  return EXIT_OK;
}

interface ApiParts {
  readonly settings: Settings;
  readonly io: Io;
  readonly outDir: string;
  readonly shown: string;
  readonly openContent: () => Promise<PublishedContent>;
}

/** @throws CliError with exit code 2 where a database is named too */
async function openApi(origin: string, parts: ApiParts): Promise<() => Promise<NamedSnapshotSource>> {
  const { settings, io, outDir, shown, openContent } = parts;
  if (settings.db !== null) throw usageError("--from and --db exclude each other", "a snapshot is made of a database or of an API");
  const { openCommentApi } = await import("./api-source.ts");
  const api = openCommentApi({ origin, io });
  return async () => {
    const content = await openContent();
    const commented = await api.commented();
    const listed = commented.filter((slug) => content.findPost(slug)?.slug === slug);
    if (!settings.force && commented.length > 0 && listed.length === 0)
      throw new CliError(`none of the ${plural(commented.length, "post")} with comments at ${origin} is published in ${shown}`, {
        hint: "is that the API of another site? Name the right ones with --from and --out; --force takes it as it is",
      });
    // No list of the API names the unlisted ones; their files are here.
    const files = await readdir(join(outDir, dirname(fileOfPath("/posts/x"))));
    const unlisted = files.map((name) => name.replace(/\.json$/, "")).filter((slug) => content.findPost(slug)?.listed === false);
    return api.source(content, [...new Set([...listed, ...unlisted.map((slug) => content.findPost(slug)?.slug ?? slug)])]);
  };
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
