import type { Tag } from "../packages/octavo-client/client.ts";
import { h } from "./element.ts";
import { toSitePath } from "./reader-facts.ts";
import type { ReaderWording } from "./words/reader-wording.ts";

/** Small pieces that several views show. */

/** A title with its inline code. The API has the title as its author wrote it. */
export function titleNodes(title: string): (Node | string)[] {
  return title
    .split(INLINE_CODE)
    .flatMap((part, index) => (index % 3 === 1 ? [] : index % 3 === 2 ? h("code", {}, part.trim()) : part || []));
}

/** A title for places without elements. */
export function plainTitle(title: string): string {
  return title.replaceAll(new RegExp(INLINE_CODE, "g"), (_whole, _ticks, code: string) => code.trim());
}

/** Runs of backticks of the same length on both sides (CommonMark 6.1). */
const INLINE_CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/;

/** Facts on one line, separated by dots; empty ones are left out. */
export function facts(...parts: (Node | string | null | false)[]): HTMLElement {
  const shown = parts.filter((part) => part !== null && part !== false && part !== "");
  return h(
    "p",
    { class: "facts" },
    shown
      // Isolated, so that text of another direction does not reorder it.
      .map((part) => (typeof part === "string" ? h("bdi", {}, part) : part))
      .flatMap((part, index) => (index === 0 ? [part] : [h("span", { "aria-hidden": "true" }, "·"), part])),
  );
}

export function tagLinks(tags: readonly Tag[], section: string, { words }: ReaderWording): HTMLElement | null {
  if (tags.length === 0) return null;
  return h(
    "ul",
    { class: "tags", "aria-label": words.tags },
    tags.map(({ slug, name }) => h("li", {}, h("a", { href: `/${section}?tag=${encodeURIComponent(slug)}` }, name))),
  );
}

/** A link to another site. */
export function outward(label: string, href: string): HTMLElement {
  return h("a", { href, rel: "noopener" }, label);
}

/** The path of a document's page, below the site's base. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url, location.href);
  // Two slashes at the start would name another host.
  const path = pathname.replace(/^\/+/, "/");
  return (toSitePath(path) ?? path) + search;
}

/** Decodes a part of an address; null where its `%` sequences are not UTF-8. */
export function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
