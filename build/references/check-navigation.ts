import { pageKey } from "../../contract/page-key.ts";
import { toPageShape } from "../kinds/addresses/page-pattern.ts";
import { type Content, entriesOf } from "../kinds/kinds.ts";
import { isElsewhere, isOnSite, splitLink, type WrittenLink } from "../kinds/navigation-links.ts";
import type { Diagnostics, FieldPath } from "../shared/diagnostics.ts";
import { shownKind } from "../shared/kind-name.ts";
import { didYouMean, isMisspelt } from "../shared/suggest.ts";

const WANTED_ADDRESS = "write a path relative to the content folder, such as pages/about.md, or an address: /about/";

/**
 * Reports broken menu links: files that are not documents, and paths without a document that are
 * misspelt or look like a document's path. Other paths may be pages of the front end.
 * @param patterns path patterns of pages
 */
export function checkNavigation(content: Content, patterns: readonly string[], diagnostics: Diagnostics): void {
  const { navigation } = content.site;
  if (navigation.length === 0) return;
  const entries = entriesOf(content);
  const files = new Map(entries.map((entry) => [entry.file.relative, entry]));
  const faulty = new Set(content.faulty.map(({ file }) => file.relative));
  const pages = pagesByKey(entries);
  const shapes = patterns.flatMap((pattern) => toPageShape(pattern) ?? []);
  // The page of a faulty file is unknown.
  const isDocument = (address: string, url: string): boolean =>
    faulty.size > 0 || files.has(address) || (isOnSite(url) && pages.has(pageKey(address)));
  const findProblem = (url: string): { readonly message: string; readonly hint: string } | null => {
    const { address } = splitLink(url);
    if (isElsewhere(url)) return null;
    if (isOnSite(url)) {
      if (pages.has(pageKey(address)) || faulty.size > 0) return null;
      const near = [...pages.values()].find((page) => isMisspelt(pageKey(address), pageKey(page)));
      const isShaped = shapes.some((shape) => shape.test(address));
      if (near === undefined && !isShaped) return null;
      return {
        message: `no document has a page at ${address}`,
        hint: near === undefined ? "write the path of a page, or the file of a document: pages/about.md" : `did you mean ${near}?`,
      };
    }
    if (faulty.has(address)) return null;
    const entry = files.get(address);
    if (entry === undefined) {
      const hint = didYouMean(address, [...files.keys()]) ?? WANTED_ADDRESS;
      return { message: `there is no document ${address}`, hint };
    }
    if (entry.kind === "services" || ("page" in entry && entry.page !== null)) return null;
    return {
      message: `${address} has no page: ${shownKind(entry.kind)} have none`,
      hint: "write the path of a page in your front end: /services",
    };
  };
  const check = ({ label, url }: WrittenLink, field: FieldPath): void => {
    const problem = findProblem(url);
    if (problem !== null) diagnostics.error(content.site.locate(field), { code: "dead-link", ...problem, field });
    else if (label === null && !isDocument(splitLink(url).address, url)) {
      const message = `the entry has no label, and ${url} is not a document that could supply a title`;
      diagnostics.error(content.site.locate(field), { code: "missing", message, hint: "write label: …", field });
    }
  };
  for (const [index, item] of navigation.entries()) {
    check(item, ["navigation", index, "url"]);
    for (const [child, link] of item.children.entries()) check(link, ["navigation", index, "children", child, "url"]);
  }
}

/** Current and former pages of documents, by key. */
function pagesByKey(entries: ReturnType<typeof entriesOf>): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) => {
      if (!("page" in entry) || entry.page === null) return [];
      return [entry.page, ...entry.formerPages].map((path) => [pageKey(path), path] as const);
    }),
  );
}
