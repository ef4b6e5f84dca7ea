import type { Element } from "hast";
import type { TocEntry } from "../../contract/schemas/post.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { slugOf } from "../sources/named-reference.ts";
import type { HtmlTag } from "./html-tags.ts";

const LEVELS: ReadonlyMap<string, number> = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]));
/** Base of the id of a heading without letters. */
const NAMELESS = "section";

/**
 * Gives an id to each heading without one, as GitHub and rehype-slug do. Ids are unique in a
 * document, and ids that the author wrote on any element are reserved first.
 */
export function assignHeadingIds(tags: readonly HtmlTag[]): void {
  const ids = new HeadingIds();
  for (const tag of tags) {
    const id = tag.get("id");
    if (id !== null) ids.take(id);
  }
  for (const tag of tags) {
    if (levelOf(tag) === null || (tag.get("id") ?? "") !== "") continue;
    tag.set("id", ids.give(tag.text));
  }
}

/** Matches `{#id}` at the end of a heading. */
const WRITTEN_ID = /(?:^|\s+)\{#([\p{L}\p{N}_][\p{L}\p{N}_:.-]*)\}\s*$/u;

/** Uses the id that the author wrote after a heading: `## Title {#id}`. */
export function takeWrittenId(element: Element): void {
  const last = element.children.at(-1);
  if (!LEVELS.has(element.tagName) || last?.type !== "text" || !last.value.includes("{#")) return;
  const id = WRITTEN_ID.exec(last.value)?.[1];
  if (id === undefined) return;
  last.value = last.value.replace(WRITTEN_ID, "");
  element.properties.id = id;
}

/** The ids of a document. */
class HeadingIds {
  readonly #given = new Map<string, number>();

  take(id: string): void {
    this.#given.set(id, 0);
  }

  /**
   * Returns a unique id for a heading with this text. It counts like GithubSlugger: `a`, `a-1`,
   * `a-2`.
   */
  give(text: string): string {
    const given = this.#given;
    const wanted = slugOf(text) || NAMELESS;
    let id = wanted;
    for (let count = given.get(wanted); given.has(id); id = `${wanted}-${count}`) {
      count = (count ?? 0) + 1;
      given.set(wanted, count);
    }
    given.set(id, 0);
    return id;
  }
}

/**
 * Warns about a heading that is more than one level below the previous one. The first may have any
 * level.
 */
export function checkHeadingLevels(tags: readonly HtmlTag[], diagnostics: Diagnostics): void {
  let previous: number | null = null;
  for (const tag of tags) {
    const level = levelOf(tag);
    if (level === null || tag.isAside) continue;
    if (isSkipped(level, previous)) {
      diagnostics.warning(tag.at(), {
        code: "skipped-heading",
        message: `a heading of level ${level} follows one of level ${previous}`,
        hint: `want level ${previous + 1}: tables of contents and screen readers use levels as an outline`,
      });
    }
    previous = level;
  }
}

/** Whether a heading skips a level; null if it has no predecessor. */
function isSkipped(level: number, previous: number | null): previous is number {
  return previous !== null && level > previous + 1;
}

/**
 * Lists headings with their ids, in order. Headings in quotations and footnotes, and empty ones,
 * are not part of the outline.
 */
export function tableOfContents(tags: readonly HtmlTag[]): TocEntry[] {
  return tags.flatMap((tag) => {
    const level = levelOf(tag);
    if (level === null || tag.isAside) return [];
    const id = tag.get("id") ?? "";
    const title = tag.text;
    return id === "" || title === "" ? [] : [{ id, level, title }];
  });
}

function levelOf(tag: HtmlTag): number | null {
  return LEVELS.get(tag.name) ?? null;
}
