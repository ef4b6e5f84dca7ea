import { parseFileName } from "../../../build/shared/slugs.ts";
import type { SourceFile } from "../../../build/shared/source-file.ts";
import type { FormerSite } from "../former-site.ts";

/** Links in Markdown and HTML to pages, by path or by address, without query and fragment. */
const LINK = /(?:\]\(\s*<?|href=["'])((?:https?:\/\/[^\s/"'()<>]+)?)((?:\/[^\s/"'()<>?#]+)+)(\/?)(?=[\s"')>?#])/gi;
/** Fewer links than this may be mistakes. */
const LINKS_MIN = 3;
/** The minimum share of the links that must agree. */
const WANTED_PART = 0.8;

/** Counts links between posts, with and without a slash at the end. */
export class LinkEndings {
  readonly #links: { readonly origin: string; readonly name: string; readonly hasSlash: boolean }[] = [];

  add(text: string): void {
    for (const [, origin = "", path = "", slash] of text.matchAll(LINK)) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (!/\.\w{1,5}$/.test(name)) this.#links.push({ origin: origin.toLowerCase(), name, hasSlash: slash === "/" });
    }
  }

  /**
   * How links to the site's posts end. Null if there are too few, or if they differ.
   * @param url address of the site; null to count only links by path
   */
  find(files: readonly SourceFile[], url: string | null): "/" | "" | null {
    const names = new Set(files.map(({ relative }) => parseFileName(relative).slug));
    const site = URL.parse(url ?? "")?.origin ?? "";
    const links = this.#links.filter(
      ({ origin, name }) => (origin === "" || origin === site) && names.has(parseFileName(`${name}.md`).slug),
    );
    const slashes = links.filter(({ hasSlash }) => hasSlash).length;
    if (links.length < LINKS_MIN) return null;
    if (slashes >= links.length * WANTED_PART) return "/";
    return links.length - slashes >= links.length * WANTED_PART ? "" : null;
  }
}

/**
 * Adds or removes the final slash of page patterns, following the links between posts, unless the
 * configuration states it.
 */
export function withEnding({ pages, isEndingOpen = false }: FormerSite, ending: "/" | "" | null): string | null {
  return pages === null || ending === null || !isEndingOpen ? pages : pages.replace(/\/$/, "") + ending;
}
