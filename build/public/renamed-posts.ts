import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PostEntry } from "../kinds/post-kind.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { toDatedSlug, withoutDay } from "../shared/slugs.ts";

/**
 * Warns about published posts whose slug now gets a date because an older post was added later.
 * Comments and likes belong to the slug. The files of the last build show which post had it.
 */
export function warnOfRenamedPosts(posts: readonly PostEntry[], outDir: string, diagnostics: Diagnostics): void {
  const keepers = new Map(posts.map((post) => [toDatedSlug(post.slug, ""), post]));
  for (const post of posts) {
    const keeper = post.slug === withoutDay(post.slug) ? undefined : keepers.get(`${withoutDay(post.slug)}-`);
    if (keeper === undefined || post.draft || post.publishedAt === keeper.publishedAt) continue;
    if (existsSync(fileOf(outDir, post.slug)) || readPublishedAt(fileOf(outDir, keeper.slug)) !== post.publishedAt) continue;
    const message = `its slug changes from "${keeper.slug}" to "${post.slug}", because ${keeper.file.path} also has "${keeper.slug}" and is older`;
    const hint = `write a different slug in ${keeper.file.path}; otherwise it shows the comments and likes of this post`;
    diagnostics.warning(post.locate(["slug"]), { code: "renamed-post", message, hint, field: ["slug"] });
  }
}

function fileOf(outDir: string, slug: string): string {
  return join(outDir, `api/v1/posts/${slug}.json`);
}

/** null if the file is missing or damaged. */
function readPublishedAt(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { publishedAt?: unknown } | null)?.publishedAt ?? null;
  } catch {
    return null;
  }
}
