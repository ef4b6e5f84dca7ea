import { posix } from "node:path";
import { counted, type Diagnostics, firstFew, startOf } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";

/** Matches posts of other generators in formats that Octavo does not read. */
const FOREIGN_TEXT = /\.(?:rst|org|adoc|textile)$/i;
/**
 * Matches reStructuredText, which Pelican and Nikola use beside Markdown. A site would lose such
 * posts.
 */
const REST_TEXT = /\.rst$/i;
/** Matches texts about the repository, which are not posts. */
const REPOSITORY_TEXT = /(?:^|\/)(?:readme|license|licence|changelog|changes|contributing|code_of_conduct|security|authors|todo)\.\w+$/i;
/** Maximum number of paths in a warning or notice. */
const SHOWN_MAX = 5;

/** Reports texts among the posts. In a post's own folder, they may belong to the post. */
export function reportBesides(
  besides: readonly string[],
  posts: readonly string[],
  toFile: (relative: string) => SourceFile,
  diagnostics: Diagnostics,
): void {
  const folders = new Set(posts.map(posix.dirname));
  const bundles = new Set(posts.filter((relative) => /(?:^|\/)index\.\w+$/.test(relative)).map(posix.dirname));
  const found = besides.filter((one) => folders.has(posix.dirname(one)) && !bundles.has(posix.dirname(one)));
  const show = (files: readonly string[]): string => {
    const paths = files.map((one) => toFile(one).path);
    return firstFew(paths, SHOWN_MAX);
  };
  const rest = found.filter((one) => REST_TEXT.test(one) && !REPOSITORY_TEXT.test(one));
  const [firstRest] = rest;
  if (firstRest !== undefined) {
    const message = `${counted(rest.length, "reStructuredText file")}, which octavo does not read: ${show(rest)}`;
    const hint = "convert each with pandoc -f rst -t gfm, or move it to another folder";
    diagnostics.error(startOf(toFile(firstRest).path), { code: "foreign-text", message, hint });
  }
  const foreign = found.filter((one) => FOREIGN_TEXT.test(one) && !rest.includes(one));
  const [first] = foreign;
  if (first !== undefined) {
    const message = `${counted(foreign.length, "text")} beside posts ${foreign.length === 1 ? "is" : "are"} not published: ${show(foreign)}`;
    const hint = "posts are Markdown, so convert each (for reStructuredText: pandoc -f rst -t gfm), or move it to another folder";
    diagnostics.warning(startOf(toFile(first).path), { code: "foreign-text", message, hint });
  }
  const others = found.filter((one) => !FOREIGN_TEXT.test(one));
  if (others.length === 0) return;
  const count = others.length === 1 ? "1 file beside posts is not a post" : `${others.length} files beside posts are not posts`;
  const remedy = 'posts are .md or .mdx; collections: { posts: "posts/**/*.{md,mdx,html}" } includes HTML';
  diagnostics.notice(`${count}: ${show(others)} (${remedy})`);
}
