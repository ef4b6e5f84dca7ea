import { slug } from "github-slugger";
import { decodePercent } from "../../contract/text/decode-percent.ts";

/**
 * References by name to a file in any folder: Obsidian's `[[page]]`, Hugo's `ref`, Jekyll's
 * `post_url`, Pelican's `{filename}`.
 */
const SCHEME = "octavo-name:";

/** Returns the reference as a Markdown address. @param heading the words of a heading, or "" */
export function toNamedReference(path: string, heading: string): string {
  const fragment = heading === "" ? "" : `#${encodeURIComponent(slugOf(heading))}`;
  if (path === "") return fragment || "#";
  return SCHEME + path.split("/").map(encodeName).join("/") + fragment;
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

export function isNamedReference(text: string): boolean {
  return text.startsWith(SCHEME);
}

export interface NamedReference {
  readonly path: string;
  /** With `#`, as written in an address; "" if there is none. */
  readonly fragment: string;
}

/** null if it is not a reference by name. */
export function readNamedReference(text: string): NamedReference | null {
  if (!isNamedReference(text)) return null;
  const end = text.indexOf("#");
  const path = text.slice(SCHEME.length, end === -1 ? undefined : end);
  return { path: decodePercent(path) ?? path, fragment: end === -1 ? "" : text.slice(end) };
}

/** Whether a text may contain references by name. */
export function hasNamedReferences(text: string): boolean {
  return text.includes(SCHEME);
}

/** Replaces links that are references by name with their text. */
export function dropNamedReferences(text: string): string {
  return text.replaceAll(/\[([^[\]\n]*)\]\(octavo-name:[^\s()"'<>]*\)/g, "$1").replaceAll(SCHEME, "");
}

/**
 * The id of a heading: a faster version of github-slugger's `slug`, which would take longer than
 * everything else done with a heading.
 */
export function slugOf(text: string): string {
  return /^[\w -]*$/.test(text) ? text.toLowerCase().replaceAll(" ", "-") : slug(text);
}
