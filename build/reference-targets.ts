import { urlOf } from "../contract/paths.ts";
import type { ResolvedConfig } from "./config.ts";
import type { Content, Entry, SourceFile } from "./entries.ts";
import type { LinkTarget } from "./reference-links.ts";
import type { Schedule } from "./schedule.ts";

/** Which document an author's link leads to. */
export interface Targets {
  /** The document that an absolute path holds. */
  entries(absolutePath: string): LinkTarget | null;
  /** The document with that slug, of the kind of `from`. */
  bySlug(slug: string, from: SourceFile): LinkTarget | null;
}

export interface TargetsOptions {
  readonly config: Pick<ResolvedConfig, "urls">;
  /** The origin of pages. */
  readonly siteUrl: string;
  readonly schedule: Schedule;
}

/** By file, or by slug among documents of the same kind. */
export function createTargets(content: Content, { config, siteUrl, schedule }: TargetsOptions): Targets {
  const { posts, projects, books, photos, services, series } = content;
  const byFile = new Map<string, Entry>();
  for (const entries of [posts, projects, books, photos, services, series] as const)
    for (const entry of entries) byFile.set(entry.file.absolute, entry);
  const slugs = new Map<Entry["kind"], ReadonlyMap<string, Entry>>();
  const slugsOf = (kind: Entry["kind"]): ReadonlyMap<string, Entry> => {
    const known = slugs.get(kind) ?? indexSlugs(content[kind]);
    slugs.set(kind, known);
    return known;
  };
  const toTarget = (entry: Entry | undefined): LinkTarget | null => {
    if (entry === undefined) return null;
    const url = entry.kind === "services" || entry.kind === "series" ? null : urlOf(siteUrl, config.urls[entry.kind], entry.slug);
    return { url, published: schedule.isPublished(entry) };
  };
  return {
    entries: (absolutePath) => toTarget(byFile.get(absolutePath)),
    bySlug(slug, from) {
      const kind = byFile.get(from.absolute)?.kind;
      return kind === undefined ? null : toTarget(slugsOf(kind).get(slug));
    },
  };
}

/** Former slugs lead to a post too. */
function indexSlugs(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const bySlug = new Map<string, Entry>();
  for (const entry of entries) {
    bySlug.set(entry.slug, entry);
    if (entry.kind === "posts") for (const alias of entry.aliases) bySlug.set(alias, entry);
  }
  return bySlug;
}
