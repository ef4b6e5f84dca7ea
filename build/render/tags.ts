import type { Element, Nodes, Root, RootContent } from "hast";
import type { Location } from "../diagnostics.ts";
import type { Places } from "./places.ts";
import { changeRawTags, type RawChange, type RawTag, readRawTags } from "./raw-tags.ts";
import { plainText } from "./text.ts";

/** A tag of the document, whether Markdown made it or the author wrote it as HTML. Attributes have their HTML names. */
export interface Tag {
  readonly name: string;
  /** Written as HTML. */
  readonly isRaw: boolean;
  /** In a quotation or among the footnotes: no part of the document's outline. */
  readonly isAside: boolean;
  /** Plain text of a heading; of one that holds only pictures, their alternative texts. */
  readonly text: string;
  get(attribute: string): string | null;
  set(attribute: string, value: string): void;
  /** Where the tag begins, or its attribute's value, as closely as it can be told. */
  at(attribute?: string): Location;
}

type Raw = Extract<RootContent, { type: "raw" }>;

/** Headings and what refers to other files; of the others, none but those that an id names is ever looked at. */
const OF_NOTE = new Set("a area audio embed h1 h2 h3 h4 h5 h6 iframe img source track video".split(" "));

function isOfNote({ tagName, properties }: Element): boolean {
  return OF_NOTE.has(tagName) || (properties.id !== undefined && properties.id !== null);
}

/** A document's tags in order, of Markdown's those of note. Changes to elements take effect at once, those to raw HTML with `apply`. */
export interface Tags {
  readonly all: readonly Tag[];
  apply(): void;
}

export function collectTags(root: Root, places: Places): Tags {
  const all: Tag[] = [];
  const pending: (() => void)[] = [];
  const walk = (node: Nodes, isAside: boolean): void => {
    if (node.type === "raw") {
      const { tags, apply } = tagsOfRaw(node, isAside, places);
      all.push(...tags);
      pending.push(apply);
    } else if (node.type === "element") {
      if (isOfNote(node)) all.push(tagOfElement(node, isAside, places));
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

function tagOfElement(element: Element, isAside: boolean, places: Places): Tag {
  const propertyOf = (attribute: string): string => (attribute === "srcset" ? "srcSet" : attribute);
  const get = (attribute: string): string | null => {
    const value = element.properties[propertyOf(attribute)];
    if (value === undefined || value === null || value === false) return null;
    return value === true ? "" : Array.isArray(value) ? value.join(" ") : String(value);
  };
  let text: string | null = null;
  return {
    name: element.tagName,
    isRaw: false,
    isAside,
    get text() {
      text ??= plainText(element).replace(/\s+/g, " ").trim() || alternativeText(element);
      return text;
    },
    get,
    set(attribute, value) {
      element.properties[propertyOf(attribute)] = value;
    },
    at(attribute) {
      const value = attribute === undefined ? null : get(attribute);
      return value === null ? places.at(element.position) : places.within(element.position, [value, decodeUri(value)]);
    },
  };
}

function tagsOfRaw(node: Raw, isAside: boolean, places: Places): { tags: Tag[]; apply(): void } {
  const html = node.value;
  const changes: RawChange[] = [];
  const toTag = (tag: RawTag): Tag => ({
    name: tag.name,
    isRaw: true,
    isAside,
    text: tag.text.replace(/\s+/g, " ").trim(),
    get: (attribute) =>
      changes.findLast((change) => change.tag === tag && change.attribute === attribute)?.value ??
      tag.attributes.get(attribute)?.value ??
      null,
    set(attribute, value) {
      const earlier = changes.findIndex((change) => change.tag === tag && change.attribute === attribute);
      if (earlier !== -1) changes.splice(earlier, 1);
      changes.push({ tag, attribute, value });
    },
    at(attribute) {
      const place = attribute === undefined ? undefined : tag.attributes.get(attribute);
      if (place === undefined) return places.inRaw(node.position, html, tag.start, tag.end);
      const valueStart = html.indexOf(place.value, place.start + (attribute?.length ?? 0));
      const isThere = valueStart !== -1 && valueStart + place.value.length <= place.end;
      return isThere
        ? places.inRaw(node.position, html, valueStart, valueStart + place.value.length)
        : places.inRaw(node.position, html, place.start, place.end);
    },
  });
  return {
    tags: readRawTags(html).map(toTag),
    apply() {
      if (changes.length > 0) node.value = changeRawTags(html, changes);
    },
  };
}

function alternativeText(element: Element): string {
  const texts = element.children.flatMap((child) => {
    if (child.type !== "element") return [];
    return [child.tagName === "img" ? String(child.properties.alt ?? "") : alternativeText(child)];
  });
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

/** Both parsers percent-encode what the author wrote; undone here so that it can be found in the source. */
function decodeUri(value: string): string {
  try {
    return decodeURI(value);
  } catch {
    return value;
  }
}
