import { pageKey } from "../../contract/page-key.ts";
import type { SiteSettings } from "../../contract/schemas/site.ts";
import { pathOfAddress, putBelow } from "../../contract/text/base-path.ts";
import { isElsewhere, isOnSite, splitLink, type WrittenLink } from "../kinds/navigation-links.ts";
import type { SiteDocument } from "../kinds/site-kind.ts";
import { shownKind } from "../shared/kind-name.ts";
import type { KindDocuments } from "./documents/assemble-documents.ts";
import type { AnswerContext } from "./documents/document-answers.ts";

type NavigationItem = SiteSettings["navigation"][number];
type NavigationLink = Omit<NavigationItem, "children">;

/** A public, listed document. */
interface NavigationEntry {
  readonly kind: string;
  readonly slug: string;
  readonly file: { readonly relative: string };
  readonly page?: string | null;
  readonly formerPages?: readonly string[];
}

export interface NavigationInput {
  /** Navigation from site.yaml. If empty, the menu has the pages without a parent. */
  readonly written: SiteDocument["navigation"];
  readonly entries: readonly NavigationEntry[];
  readonly pages: KindDocuments["documents"];
  readonly siteUrl: string;
  /** Language of the site, BCP 47. */
  readonly language: string;
  readonly findReference: AnswerContext["findReference"];
}

/** The menu of the site, without documents that are not public. */
export function toNavigation({ written, entries, pages, siteUrl, language, findReference }: NavigationInput): NavigationItem[] {
  if (written.length === 0) return pages.flatMap((page) => (isTranslation(page, language) ? [] : toPageItem(page.item)));
  const byFile = new Map(entries.map((entry) => [entry.file.relative, entry]));
  const byPage = new Map([
    ...entries.flatMap((entry) => (entry.formerPages ?? []).map((path) => [pageKey(path), entry] as const)),
    ...entries.flatMap((entry) => (entry.page == null ? [] : [[pageKey(entry.page), entry] as const])),
  ]);
  const toLink = ({ label, url }: WrittenLink): NavigationLink | null => {
    const { address, rest } = splitLink(url);
    const entry = isOnSite(url) ? byPage.get(pageKey(address)) : byFile.get(address);
    const found = entry === undefined ? null : findReference(shownKind(entry.kind), entry.slug);
    if (found !== null && found.url !== null) {
      const { kind, slug, path, title } = found;
      return { label: label ?? title, url: found.url + rest, path, kind, slug };
    }
    if (isOnSite(url))
      return { label: label ?? url, url: putBelow(siteUrl, url), path: putBelow(pathOfAddress(siteUrl), address), kind: null, slug: null };
    return isElsewhere(url) ? { label: label ?? url, url, path: null, kind: null, slug: null } : null;
  };
  return written.flatMap((item): NavigationItem[] => {
    const link = toLink(item);
    return link === null ? [] : [{ ...link, children: item.children.flatMap((child) => toLink(child) ?? []) }];
  });
}

/**
 * Whether a page is left out of the menu because another translation is there: the one in the
 * site's language, otherwise the first by language tag.
 */
function isTranslation({ item, translations }: KindDocuments["documents"][number], siteLanguage: string): boolean {
  const language = item.language ?? siteLanguage;
  if (language === siteLanguage) return false;
  return translations.some((other) => other.language === siteLanguage || other.language < language);
}

function toPageItem(item: KindDocuments["documents"][number]["item"]): NavigationItem[] {
  const { slug, title, url = null, path = null, parent = null } = item;
  return url === null || parent !== null ? [] : [{ label: title, url, path, kind: "pages", slug, children: [] }];
}
