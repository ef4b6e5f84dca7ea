import type { Element, Nodes, Root, RootContent } from "hast";
import type { Places } from "../markdown/source-places.ts";
import type { Survey } from "../markdown/walk.ts";
import type { Location } from "../shared/diagnostics.ts";
import { plainText } from "./text.ts";

/** A tag in the document, from Markdown or written as HTML. Attributes have their HTML names. */
export interface HtmlTag {
  readonly name: string;
  /** Whether the author wrote it as HTML. */
  readonly isRaw: boolean;
  /** Whether it is in a quotation or a footnote, and so not part of the document's outline. */
  readonly isAside: boolean;
  /** Plain text of a heading, or the alternative texts if it has only pictures. */
  readonly text: string;
  get(attribute: string): string | null;
  /** @param value null removes the attribute */
  set(attribute: string, value: string | null): void;
  /** Turns a link into plain text. In raw HTML, it only loses its address. */
  unlink(): void;
  /** The place where the tag or the value of its attribute begins, as precisely as possible. */
  at(attribute?: string): Location;
}

export type RawNode = Extract<RootContent, { type: "raw" }>;

/**
 * A document's tags in order; from Markdown, only the relevant ones. Changes to elements take
 * effect immediately, and changes to raw HTML with `apply`.
 */
export interface Tags {
  readonly all: readonly HtmlTag[];
  apply(): void;
}

/**
 * @param seen result of `survey` for the current tree
 * @param tagsOfRaw function from raw-tags.ts, loaded only for documents with raw HTML; null if this
 * one has none
 */
export function collectTags(
  root: Root,
  seen: Survey,
  places: Places,
  tagsOfRaw: ((node: RawNode, isAside: boolean, places: Places) => Tags) | null,
): Tags {
  if (!seen.hasRaw || tagsOfRaw === null)
    return { all: seen.ofNote.map(({ element, isAside }) => new ElementTag(element, isAside, places)), apply() {} };
  const all: HtmlTag[] = [];
  const pending: (() => void)[] = [];
  const ofNote = new Set(seen.ofNote.map(({ element }) => element));
  const walk = (node: Nodes, isAside: boolean): void => {
    if (node.type === "raw") {
      const { all: tags, apply } = tagsOfRaw(node, isAside, places);
      all.push(...tags);
      pending.push(apply);
    } else if (node.type === "element") {
      if (ofNote.has(node)) all.push(new ElementTag(node, isAside, places));
      const within = isAside || node.tagName === "blockquote" || node.properties.dataFootnotes !== undefined;
      for (const child of node.children) walk(child, within);
    } else if (node.type === "root") {
      for (const child of node.children) walk(child, isAside);
    }
  };
  walk(root, false);
  return {
    all,
    apply() {
      for (const change of pending) change();
    },
  };
}

class ElementTag implements HtmlTag {
  readonly name: string;
  readonly isRaw = false;
  readonly isAside: boolean;
  readonly #element: Element;
  readonly #places: Places;
  /** Original values of attributes that have been changed. */
  #written: Record<string, string | null> | null = null;
  #text: string | null = null;

  constructor(element: Element, isAside: boolean, places: Places) {
    this.name = element.tagName;
    this.isAside = isAside;
    this.#element = element;
    this.#places = places;
  }

  get text(): string {
    this.#text ??= plainText(this.#element).replace(/\s+/g, " ").trim() || alternativeText(this.#element);
    return this.#text;
  }

  get(attribute: string): string | null {
    const value = this.#element.properties[propertyOf(attribute)];
    if (value === undefined || value === null || value === false) return null;
    return value === true ? "" : Array.isArray(value) ? value.join(" ") : String(value);
  }

  set(attribute: string, value: string | null): void {
    this.#written ??= {};
    if (!(attribute in this.#written)) this.#written[attribute] = this.get(attribute);
    this.#element.properties[propertyOf(attribute)] = value;
  }

  unlink(): void {
    this.set("href", null);
    this.#element.tagName = "span";
  }

  at(attribute?: string): Location {
    const { position } = this.#element;
    const value = attribute === undefined ? null : (this.#written?.[attribute] ?? this.get(attribute));
    return value === null ? this.#places.at(position) : this.#places.within(position, [value, decodeUri(value)]);
  }
}

function propertyOf(attribute: string): string {
  return attribute === "srcset" ? "srcSet" : attribute;
}

function alternativeText(element: Element): string {
  const texts = element.children.flatMap((child) => {
    if (child.type !== "element") return [];
    return [child.tagName === "img" ? String(child.properties.alt ?? "") : alternativeText(child)];
  });
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

/** Undoes the percent-encoding of both parsers, so that the value can be found in the source. */
function decodeUri(value: string): string {
  try {
    return decodeURI(value);
  } catch {
    return value;
  }
}
