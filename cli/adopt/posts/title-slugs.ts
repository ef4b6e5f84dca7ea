import { parseFileName, toSlug } from "../../../build/shared/slugs.ts";
import type { FormerSite } from "../former-site.ts";
import type { PostTexts } from "./post-keys.ts";

/** How posts get slugs if the generator made their pages from titles. */
export interface TitleSlugs {
  /** Pattern for `slugs`; null to make slugs from file names. */
  readonly pattern: string | null;
  /** A note that names the posts whose pages would move; null if there are none. */
  readonly note: string | null;
  /** Patterns that replace the site's if our slugs would differ from the generator's. */
  readonly exact?: { readonly pages: string; readonly slugs: string | null };
}

interface TitledPost {
  readonly file: string;
  /** null if it is not a valid slug. */
  readonly oldSlug: string | null;
  readonly ofName: string;
  readonly ofTitle: string;
}

const SHOWN_MAX = 3;

/** Chooses the option that keeps most addresses. @param named texts of the posts by file */
export function chooseTitleSlugs(named: ReadonlyMap<string, PostTexts>, rules: NonNullable<FormerSite["titleSlugs"]>): TitleSlugs {
  const posts = [...named].flatMap(([file, texts]) => readPost(file, texts, rules) ?? []);
  const differ = (key: "ofName" | "ofTitle"): readonly TitledPost[] => posts.filter((post) => post.oldSlug !== post[key]);
  const areUnique = new Set(posts.map(({ ofTitle }) => ofTitle)).size === posts.length;
  const [byName, byTitle] = [differ("ofName"), differ("ofTitle")];
  const isByTitle = areUnique && byTitle.length < byName.length;
  const moved = isByTitle ? byTitle : byName;
  if (moved.length > 0 && rules.exact !== undefined) return { pattern: rules.exact.slugs, note: null, exact: rules.exact };
  return { pattern: isByTitle ? "{title}" : null, note: moved.length === 0 ? null : noteOf(moved) };
}

function noteOf(moved: readonly TitledPost[]): string {
  const remedies = moved.map(
    ({ file, oldSlug }) => `${file} (${oldSlug === null ? "permalink: and the path of its page" : `slug: ${oldSlug}`})`,
  );
  const what = moved.length === 1 ? "1 post has an address" : `${moved.length} posts have addresses`;
  return `${what} made from titles by rules other than octavo's; to keep old addresses, add to ${remedies.slice(0, SHOWN_MAX).join(", ")}${moved.length > SHOWN_MAX ? ", …" : ""}`;
}

/** Returns null if the post's address does not come from its title. */
function readPost(
  file: string,
  { title, slug, url }: PostTexts,
  { ofTitle, isBeforeSlug }: NonNullable<FormerSite["titleSlugs"]>,
): TitledPost | null {
  if (title === "" || url !== "" || (slug !== "" && !isBeforeSlug)) return null;
  const stated = slug === "" ? null : slug;
  return {
    file,
    oldSlug: ofTitle(title),
    ofName: stated ?? parseFileName(file).slug,
    ofTitle: stated ?? toSlug(title),
  };
}
