import { isSlug } from "../../../contract/slug-pattern.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import type { NamedValues } from "../../sources/data-document.ts";
import { copyMapping } from "../../sources/data-values.ts";
import { slugOfName, type ToAscii } from "../addresses/file-slug.ts";
import type { KeyCounts } from "../fields/notice-counts.ts";

/** The slug that a document states. */

interface SlugContext {
  readonly config: Pick<ResolvedConfig, "checks">;
  /** The site's language. */
  readonly language: string;
  readonly noticeCounts: Pick<KeyCounts, "slugMade">;
  readonly toAscii: ToAscii | null;
}

/**
 * Matches a dot between letters, which other generators allow in slugs. After a slash or before an
 * extension, it belongs to a path.
 */
const DOT = /(?<=^[a-z0-9.-]+)\.(?=[a-z0-9.-]+$)(?!(?:mdx?|html?)$)/g;

interface ReadSlug {
  readonly named: NamedValues;
  /** The stated text; null if it is the same as the slug. */
  readonly text: string | null;
}

/**
 * Converts capital letters to lower case and dots to hyphens. One notice reports all such slugs.
 */
export function readSlug(named: NamedValues, context: SlugContext): ReadSlug {
  const written = typeof named.values.slug === "string" ? named.values.slug.trim() : "";
  const withSlug = (slug: string): NamedValues => ({ ...named, values: Object.assign(copyMapping(named.values), { slug }) });
  if (written === "" || isSlug(written)) return { named, text: null };
  const small = written.toLowerCase();
  if (context.config.checks.slugs !== "error") return readForeignSlug(written, withSlug, context) ?? { named, text: null };
  const folded = small.replaceAll(DOT, "-");
  if (!isSlug(folded)) return { named, text: null };
  context.noticeCounts.slugMade(small === folded ? "folded" : "dotted", written, folded);
  return { named: withSlug(folded), text: null };
}

/**
 * Reads a slug in the form of another generator, which may be any text, even a path. Returns null
 * if no slug can be made from it.
 */
function readForeignSlug(
  written: string,
  withSlug: (slug: string) => NamedValues,
  { config, toAscii, language, noticeCounts }: SlugContext,
): ReadSlug | null {
  const path = written.replaceAll(/^\/+|\/+$/g, "");
  const { slug } = slugOfName(path, { toAscii, language, date: null });
  if (slug === "" || path.split("/").some((segment) => /^\.{0,2}$|[\\?#\p{Cc}]/u.test(segment))) return null;
  if (config.checks.slugs === "warning") noticeCounts.slugMade("stated", written, slug);
  return { named: withSlug(slug), text: path };
}
