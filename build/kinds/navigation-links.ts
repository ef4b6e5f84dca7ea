import { list, mapping, optional, text, textLeaf } from "./fields/leaf.ts";

/** Menu links as written in site.yaml. */

/** A menu entry as the owner writes it. */
export interface WrittenLink {
  /** null to use the title of the document. */
  readonly label: string | null;
  /** An address, a path of the site, or the file of a document relative to site.yaml. */
  readonly url: string;
}

/** Whether a written link is a path on the site. */
export function isOnSite(url: string): boolean {
  return url.startsWith("/");
}

export function isElsewhere(url: string): boolean {
  return /^(?:https?:\/\/.|mailto:.|tel:.)/i.test(url);
}

/** The path of a page or file, and the query and fragment after it. */
export function splitLink(url: string): { readonly address: string; readonly rest: string } {
  const end = url.search(/[?#]/);
  const address = end === -1 ? url : url.slice(0, end);
  return { address: address.replace(/^\.\//, ""), rest: end === -1 ? "" : url.slice(end) };
}

const WANT_LINK = "want https://…, a path such as /about/, or the file of a document: pages/about.md";
const menuUrl = textLeaf(WANT_LINK, (written, fail) => {
  if (/^(?:#|\/\/)|[\s\p{Cc}]/u.test(written)) return fail("bad-url", `"${written}" is not a link`);
  if (/^[a-z][a-z0-9+.-]*:/i.test(written) && !isElsewhere(written)) return fail("bad-url", `"${written}" is not a link`);
  return written;
});
const menuLink = { label: optional(text("want a label")), url: menuUrl };
const WANT_MENU = "want a list of { label, url, children }";
export const navigation = list(
  mapping({ ...menuLink, children: list(mapping(menuLink, "want { label: …, url: … }"), "want a list of { label, url }") }, WANT_MENU),
  WANT_MENU,
);
