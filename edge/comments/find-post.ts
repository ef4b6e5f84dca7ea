import type { Manifest } from "../../contract/index-format.ts";
import { fileOfPath } from "../../contract/paths.ts";
import { parseRecord, type Site, slugKeyOf } from "../built-site.ts";
import { IndexUnavailable } from "../read-file.ts";

/** A published post with the facts that a snapshot of comments needs. */
export interface FoundPost {
  /** Current slug. */
  readonly slug: string;
  /** False if the post is in no list. */
  readonly listed: boolean;
  /** Identifies the post in files that must not contain the slug. */
  readonly key: string;
  /** Keys of its former slugs that are known. */
  readonly formerKeys: readonly string[];
}

/** Finds a post by its current slug or a former one; null if there is no such post. */
export async function findPost(site: Site, manifest: Manifest, slug: string): Promise<FoundPost | null> {
  const { slugs, aliases, unlisted } = await site.published(manifest);
  const present = slugs.get("posts")?.has(slug) === true ? slug : aliases.get(slug);
  if (typeof present === "string" && slugs.get("posts")?.has(present)) {
    const formerSlugs = [...aliases].flatMap(([alias, to]) => (to === present ? [alias] : []));
    return { slug: present, listed: true, key: await slugKeyOf(present), formerKeys: await Promise.all(formerSlugs.map(slugKeyOf)) };
  }
  if (unlisted.posts.size === 0) return null;
  const key = await slugKeyOf(slug);
  if (unlisted.posts.has(key)) return { slug, listed: false, key, formerKeys: [] };
  if (!unlisted.aliases.has(key)) return null;
  // The document under a former slug contains the current slug.
  const document = await site.read(fileOfPath(`/posts/${slug}`));
  const named = document === null ? undefined : parseRecord(document)?.slug;
  if (typeof named !== "string") throw new IndexUnavailable("a former slug has no current slug");
  return { slug: named, listed: false, key: await slugKeyOf(named), formerKeys: [key] };
}
