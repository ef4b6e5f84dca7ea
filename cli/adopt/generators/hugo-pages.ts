import { isSlug } from "../../../contract/slug-pattern.ts";
import type { FormerConfig } from "../former-config.ts";
import { fromColonPattern, noteOfPattern } from "../page-patterns.ts";

const TOKENS = {
  year: "{year}",
  month: "{month}",
  day: "{day}",
  monthname: "{date:%B:hugo}",
  weekday: "{date:%w}",
  weekdayname: "{date:%A:hugo}",
  yearday: "{date:%-j}",
  slug: "{slug}",
  title: "{slug}",
  filename: "{name:hugo}",
  contentbasename: "{name:hugo}",
  slugorfilename: "{slug_or_file:hugo}",
  slugorcontentbasename: "{slug_or_file:hugo}",
  // Parts of dates in Go's layout.
  2006: "{year}",
  "06": "{date:%y}",
  january: "{date:%B:hugo}",
  jan: "{date:%b:hugo}",
  "01": "{month}",
  1: "{i_month}",
  monday: "{date:%A:hugo}",
  mon: "{date:%a:hugo}",
  "02": "{day}",
  2: "{i_day}",
  "002": "{date:%j}",
  15: "{date:%H}",
  "04": "{date:%M}",
  "05": "{date:%S}",
};

export interface HugoSections {
  /** Whether the slug is the last part of the address, with no folder before it. */
  readonly isPlain: boolean;
  /** Whether the folders in a section are sections themselves. */
  readonly hasNestedSections: boolean;
}

/**
 * A page's address is the file's path, with a stated slug in place of the name, or follows
 * `permalinks`.
 */
export function readHugoPages(
  config: FormerConfig,
  own: FormerConfig | null,
  sections: readonly string[],
  { isPlain, hasNestedSections }: HugoSections,
) {
  const section = sections[0] ?? "";
  const written = statedFor(section, config, own);
  const ending = config.get("uglyURLs") === true ? ".html" : "/";
  if (written === null) {
    const parts = [section === "" ? "" : "/{section:hugo}", "/{dir:hugo}/", hasDatedNames(config) ? "{slug:hugo}" : "{slug_or_file:hugo}"];
    const path = isPlain && sections.length === 1 && section !== "" ? `/${section}/{slug}` : parts.join("");
    return { pattern: path + ending, notes: [], titleSlugs: null };
  }
  const ofSection = sections.length > 1 ? "{section:hugo}" : section;
  const folders = hasNestedSections ? [ofSection, "{dir:hugo}"] : [ofSection];
  const slices = [...written.matchAll(/:(sections(\[[^\]]*\])?)/gi)].flatMap(([, token = "", slice = ""]) => {
    const taken = takeSections(folders, slice);
    return taken === null ? [] : [[token.toLowerCase(), taken] as const];
  });
  const { pattern, unknown } = fromColonPattern(written, { ...TOKENS, section: ofSection, ...Object.fromEntries(slices) });
  const notes = pattern === null ? [noteOfPattern(config.file, written, unknown)] : [];
  if (pattern === null || !/:(?:title|slug)\b/.test(written)) return { pattern, notes, titleSlugs: null };
  const isBeforeSlug = written.includes(":title");
  const exact = { pages: pattern.replace("{slug}", isBeforeSlug ? "{title:hugo}" : "{slug:hugo}"), slugs: isBeforeSlug ? null : "{title}" };
  return { pattern, notes, titleSlugs: { ofTitle: slugOfHugo, isBeforeSlug, exact } };
}

/**
 * Selects the folders of `:sections[1:]`. The last placeholder may stand for several folders.
 * @returns null if none of our patterns can express it
 */
function takeSections(folders: readonly string[], slice: string): string | null {
  const [whole, first, colon, end] = /^\[(\d+|last)?(:)?(\d+|last)?\]$/.exec(slice) ?? [];
  if (slice === "") return folders.join("/");
  // The number of folders in one placeholder is unknown.
  if (whole === undefined || (folders.length > 1 && !["[0]", "[:1]", "[1:]"].includes(slice))) return null;
  const indexOf = (written: string | undefined, missing: number): number =>
    written === undefined ? missing : written === "last" ? folders.length - 1 : Number(written);
  const from = indexOf(first, 0);
  return folders.slice(from, colon === undefined ? from + 1 : indexOf(end, folders.length)).join("/");
}

/** Whether a date at the beginning of a file's name is not part of its slug. */
function hasDatedNames(config: FormerConfig): boolean {
  return config.texts("frontmatter.date").includes(":filename");
}

function statedFor(section: string, config: FormerConfig, own: FormerConfig | null): string | null {
  return (
    own?.text(`page.${section}`, section, "page.*") ??
    config.text(`permalinks.page.${section}`, `permalinks.${section}`, "permalinks.page./", "permalinks./")
  );
}

/** Patterns of sections whose permalinks differ from the first section's. */
export function readOtherSections(
  config: FormerConfig,
  own: FormerConfig | null,
  sections: readonly string[],
): { readonly patterns: Readonly<Record<string, string>>; readonly notes: readonly string[] } {
  const [first = "", ...others] = sections;
  const stated = statedFor(first, config, own);
  const patterns: Record<string, string> = {};
  const notes: string[] = [];
  for (const section of others) {
    const written = statedFor(section, config, own);
    if (written === stated) continue;
    const isOfTitle = /:slug\b/.test(written ?? "") && !/:slug\b/.test(stated ?? "");
    const tokens = { ...TOKENS, section, sections: section, title: "{title:hugo}", slug: "{slug:hugo}" };
    const { pattern, unknown } = fromColonPattern(written ?? `/${section}/:dir/:slugorfilename/`, { ...tokens, dir: "{dir:hugo}" });
    if (pattern !== null && !isOfTitle) patterns[section] = pattern;
    else notes.push(noteOfPattern(config.file, `${section}: ${written}`, unknown ?? ":slug"));
  }
  return { patterns, notes };
}

/**
 * `What's new?` → `whats-new`, as Hugo's UnicodeSanitize does. Null if Hugo keeps characters that
 * our slugs cannot have (`c++`, `é`).
 */
function slugOfHugo(title: string): string | null {
  let slug = "";
  let isSpaceBefore = false;
  for (const letter of title.toLowerCase()) {
    if (/[^\p{P}\p{S}\p{Z}\s\da-z]|[./\\_#+~%@]/u.test(letter)) return null;
    if (/[\da-z-]/.test(letter)) {
      slug += isSpaceBefore && letter !== "-" ? `-${letter}` : letter;
      isSpaceBefore = false;
    } else if (/\s/.test(letter)) isSpaceBefore = slug !== "" && !slug.endsWith("-");
  }
  return isSlug(slug) ? slug : null;
}
