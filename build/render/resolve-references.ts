import type { Diagnostics, Location } from "../shared/diagnostics.ts";
import type { Picture, References } from "../shared/rendered.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { isNamedReference, readNamedReference } from "../sources/named-reference.ts";
import type { HtmlTag } from "./html-tags.ts";

/**
 * `auto` uses the layout width of a lazily loaded picture. Browsers that do not support it use the
 * next value, and load a picture as wide as the window.
 */
const SIZES = "auto, 100vw";
/** Maximum number of characters of an address in a message. */
const LINK_SHOWN_MAX = 60;

type ReferenceKind = "link" | "picture" | "poster" | "candidates";

/**
 * Attributes that refer to other files, by element. Scripts, style sheets and similar elements in
 * raw HTML are the author's responsibility.
 */
const REFERENCES: Readonly<Record<string, Readonly<Record<string, ReferenceKind>>>> = {
  a: { href: "link" },
  area: { href: "link" },
  audio: { src: "link" },
  embed: { src: "link" },
  iframe: { src: "link" },
  img: { srcset: "candidates", src: "picture" },
  source: { src: "link", srcset: "candidates" },
  track: { src: "link" },
  video: { src: "link", poster: "poster" },
};

const REFERENCE_LISTS: ReadonlyMap<string, readonly (readonly [attribute: string, kind: ReferenceKind])[]> = new Map(
  Object.entries(REFERENCES).map(([name, attributes]) => [name, Object.entries(attributes)]),
);

export interface ReferenceContext {
  readonly file: SourceFile;
  readonly references: References;
}

/**
 * Replaces relative and root-relative addresses with public ones, in Markdown and raw HTML, and
 * adds size, variants and lazy loading to pictures (attributes set by the author stay). A reference
 * for which `references` returns null stays unchanged.
 */
export async function resolveReferences(tags: readonly HtmlTag[], context: ReferenceContext): Promise<void> {
  const jobs: Promise<void>[] = [];
  for (const tag of tags) {
    for (const [attribute, kind] of REFERENCE_LISTS.get(tag.name) ?? []) {
      const value = tag.get(attribute);
      if (value === null || (kind !== "candidates" && !isAsked(kind, value.trim(), context.references))) continue;
      jobs.push(RESOLVERS[kind](tag, attribute, value.trim(), context));
    }
  }
  if (jobs.length > 0) await Promise.all(jobs);
}

type Resolver = (tag: HtmlTag, attribute: string, value: string, context: ReferenceContext) => Promise<void>;

const RESOLVERS: Readonly<Record<ReferenceKind, Resolver>> = {
  async link(tag, attribute, href, { references, file }) {
    const url = await references.link(href, file, () => tag.at(attribute));
    if (url !== null) tag.set(attribute, url);
    // The text of a broken link stays.
    else if (isNamedReference(href)) tag.unlink();
  },
  async picture(tag, attribute, src, { references, file }) {
    const picture = await references.picture(src, file, () => tag.at(attribute));
    if (picture !== null) setPicture(tag, picture);
    else if (isNamedReference(src)) tag.set(attribute, readNamedReference(src)?.path ?? "");
  },
  async poster(tag, attribute, src, { references, file }) {
    const picture = await references.picture(src, file, () => tag.at(attribute));
    if (picture !== null) tag.set(attribute, picture.url);
  },
  async candidates(tag, attribute, srcset, { references, file }) {
    const at = (): Location => tag.at(attribute);
    const candidates = await Promise.all(
      splitCandidates(srcset).map(async ({ url, descriptor }) => {
        const picture = isAsked("picture", url, references) ? await references.picture(url, file, at) : null;
        return { url: picture?.url ?? url, descriptor, isChanged: picture !== null };
      }),
    );
    if (candidates.some(({ isChanged }) => isChanged)) tag.set(attribute, joinCandidates(candidates));
  },
};

function setPicture(tag: HtmlTag, picture: Picture): void {
  const setDefault = (attribute: string, value: string): void => {
    if (tag.get(attribute) === null) tag.set(attribute, value);
  };
  tag.set("src", picture.url);
  // If the author has set only one, the other is meant to follow from it.
  if (tag.get("width") === null && tag.get("height") === null && picture.width !== null) {
    tag.set("width", String(picture.width));
    tag.set("height", String(picture.height));
  }
  if (picture.variants.length > 0 && tag.get("srcset") === null) {
    tag.set("srcset", joinCandidates(picture.variants.map(({ url, width }) => ({ url, descriptor: `${width}w` }))));
    setDefault("sizes", SIZES);
  }
  setDefault("loading", "lazy");
  setDefault("decoding", "async");
}

/** Removes the addresses of links that could run a script, for sites where no text may run one. */
export function removeUnsafeLinks(tags: readonly HtmlTag[], isSafe: (href: string) => boolean, diagnostics: Diagnostics): void {
  for (const tag of tags) {
    const href = tag.name === "a" ? tag.get("href") : null;
    if (href === null || isSafe(href)) continue;
    diagnostics.warning(tag.at("href"), {
      code: "unsafe-link",
      message: `a link to ${JSON.stringify(href.slice(0, LINK_SHOWN_MAX))} is published without its address`,
      hint: 'want http, https, mailto or tel; markdown.rawHtml is "escape", so texts are not trusted',
    });
    tag.set("href", null);
  }
}

/**
 * Warns about pictures without alternative text. In HTML, `alt=""` marks a decorative picture, but
 * in Markdown, `![](x)` does not.
 */
export function checkAlternativeTexts(tags: readonly HtmlTag[], diagnostics: Diagnostics): void {
  for (const tag of tags) {
    if (tag.name !== "img") continue;
    const alt = tag.get("alt");
    if (tag.isRaw ? alt !== null : (alt ?? "").trim() !== "") continue;
    diagnostics.warning(tag.at(), {
      code: "missing-alt",
      message: `the picture ${JSON.stringify(nameOf(tag.get("src") ?? ""))} has no alternative text`,
      hint: tag.isRaw ? 'want alt="what it shows", or alt="" if it is decorative' : "want ![what it shows](…)",
    });
  }
}

/** The reference that the author wrote. */
function nameOf(src: string): string {
  return readNamedReference(src)?.path ?? src;
}

/**
 * Whether a URL is relative or root-relative: without a scheme or `//host`, not a bare fragment or
 * query, and not empty. A path on a disk (`file:`, `C:\`) also counts, because readers cannot use
 * it and it must be reported.
 */
function isLocal(url: string): boolean {
  return url !== "" && !/^(?:(?!file:|octavo-name:)[a-z][a-z0-9+.-]+:|\/\/|#|\?)/i.test(url);
}

/**
 * Whether a URL is looked up. An absolute address may belong to the site, so that its picture or
 * page can be found.
 */
function isAsked(kind: ReferenceKind, url: string, references: References): boolean {
  if (isLocal(url)) return true;
  if (!/^(?:https?:)?\/\//i.test(url)) return false;
  return kind !== "link" || references.isOwnAddress?.(url) === true;
}

interface Candidate {
  readonly url: string;
  readonly descriptor: string;
}

/**
 * Splits a `srcset` into its candidates (HTML standard, 4.8.4.2.1): a URL, then its descriptor up
 * to the next comma.
 */
function splitCandidates(srcset: string): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [, url = "", descriptor = ""] of srcset.matchAll(/([^\s,]\S*[^\s,]|[^\s,])(?:\s+([^,]+))?/g)) {
    candidates.push({ url, descriptor: descriptor.trim() });
  }
  return candidates;
}

function joinCandidates(candidates: readonly Candidate[]): string {
  return candidates.map(({ url, descriptor }) => (descriptor === "" ? url : `${url} ${descriptor}`)).join(", ");
}
