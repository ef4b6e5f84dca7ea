import type { CheckSeverity } from "../../contract/config/config-names.ts";
import { pageKey } from "../../contract/page-key.ts";
import { pathBelow, pathOfAddress } from "../../contract/text/base-path.ts";
import { toPageShape } from "../kinds/addresses/page-pattern.ts";
import { type Content, type Entry, entriesOf, pagePathsOf } from "../kinds/kinds.ts";
import { isElsewhere, isOnSite, splitLink, type WrittenLink } from "../kinds/navigation-links.ts";
import type { Diagnostics, FieldPath, Finding } from "../shared/diagnostics.ts";
import { shownKind } from "../shared/kind-name.ts";
import { didYouMean, isMisspelt } from "../shared/suggest.ts";
import type { IsServed } from "./other-addresses.ts";
import { nothingThere } from "./reference-findings.ts";

const WANTED_ADDRESS = "write a path relative to the content folder, such as pages/about.md, or an address: /about/";

export interface NavigationOptions {
  /** Path patterns of pages. */
  readonly patterns: readonly string[];
  /** null if the build makes no website. */
  readonly isServed: IsServed | null;
  /** The severity for a path of the website that nothing serves. */
  readonly severity: CheckSeverity;
  readonly diagnostics: Diagnostics;
}

/**
 * Reports broken menu links: files that are not documents, and paths without a document that are
 * misspelt or look like a document's path. Other paths may be pages of the front end, unless the
 * build makes the website. Only then are links in the footer of pages also checked.
 */
export function checkNavigation(content: Content, options: NavigationOptions): void {
  const { site } = content;
  if (site.navigation.length + site.footerLinks.length === 0) return;
  const links = new SiteLinks(content, options);
  for (const [index, item] of site.navigation.entries()) {
    links.checkMenu(item, ["navigation", index, "url"]);
    for (const [child, link] of item.children.entries()) links.checkMenu(link, ["navigation", index, "children", child, "url"]);
  }
  // Unlike links of the menu, these may lead out of the site's base.
  const base = pathOfAddress(site.url);
  for (const [index, { url }] of site.footerLinks.entries())
    if (base === "" || pathBelow(base, url) !== null) links.checkServed(url, ["footerLinks", index, "url"]);
}

/** Checks the links in a site's settings against its documents. */
class SiteLinks {
  readonly #content: Content;
  readonly #options: NavigationOptions;
  readonly #files: ReadonlyMap<string, Entry>;
  readonly #faulty: ReadonlySet<string>;
  readonly #pages: ReadonlyMap<string, string>;
  readonly #shapes: readonly RegExp[];

  constructor(content: Content, options: NavigationOptions) {
    const entries = entriesOf(content);
    this.#content = content;
    this.#options = options;
    this.#files = new Map(entries.map((entry) => [entry.file.relative, entry]));
    this.#faulty = new Set(content.faulty.map(({ file }) => file.relative));
    this.#pages = new Map(pagePathsOf(entries).map((path) => [pageKey(path), path]));
    this.#shapes = options.patterns.flatMap((pattern) => toPageShape(pattern) ?? []);
  }

  checkMenu({ label, url }: WrittenLink, field: FieldPath): void {
    const { address } = splitLink(url);
    const problem = isElsewhere(url) ? null : isOnSite(url) ? this.#findWrongPath(address) : this.#findWrongFile(address);
    if (problem !== null) {
      this.#report({ code: "dead-link", ...problem, field });
      return;
    }
    this.checkServed(url, field);
    if (label !== null || this.#isDocument(address, url)) return;
    const message = `the entry has no label, and ${url} is not a document that could supply a title`;
    this.#report({ code: "missing", message, hint: "write label: …", field });
  }

  checkServed(url: string, field: FieldPath): void {
    const { isServed, severity, diagnostics } = this.#options;
    const { site } = this.#content;
    const { address } = splitLink(url);
    const path = pathBelow(pathOfAddress(site.url), address) ?? address;
    if (isServed === null || !isOnSite(url) || this.#isPage(path) || isServed(path)) return;
    diagnostics.report(severity, site.locate(field), { ...nothingThere({ text: url }, null), field });
  }

  /** Whether a document has its page there. The page of a faulty file is unknown. */
  #isPage(path: string): boolean {
    return this.#faulty.size > 0 || this.#pages.has(pageKey(path));
  }

  #isDocument(address: string, url: string): boolean {
    return this.#faulty.size > 0 || this.#files.has(address) || (isOnSite(url) && this.#pages.has(pageKey(address)));
  }

  #findWrongPath(address: string): Problem | null {
    if (this.#isPage(address) || this.#options.isServed?.(address) === true) return null;
    const near = this.#pages.values().find((page) => isMisspelt(pageKey(address), pageKey(page)));
    if (near === undefined && !this.#shapes.some((shape) => shape.test(address))) return null;
    const hint = near === undefined ? "write the path of a page, or the file of a document: pages/about.md" : `did you mean ${near}?`;
    return { message: `no document has a page at ${address}`, hint };
  }

  #findWrongFile(address: string): Problem | null {
    if (this.#faulty.has(address)) return null;
    const entry = this.#files.get(address);
    if (entry === undefined) {
      const hint = didYouMean(address, [...this.#files.keys()]) ?? WANTED_ADDRESS;
      return { message: `there is no document ${address}`, hint };
    }
    if (entry.kind === "services" || ("page" in entry && entry.page !== null)) return null;
    return {
      message: `${address} has no page: ${shownKind(entry.kind)} have none`,
      hint: "write the path of a page in your front end: /services",
    };
  }

  #report(finding: Finding & { readonly field: FieldPath }): void {
    this.#options.diagnostics.error(this.#content.site.locate(finding.field), finding);
  }
}

type Problem = Pick<Finding, "message" | "hint">;
