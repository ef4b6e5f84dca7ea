import { h } from "../element.ts";
import type { MenuLink, ReaderFacts, SectionName } from "../reader-facts.ts";
import type { ReaderWords } from "../words/english.ts";

interface MenuItem {
  readonly href: string;
  readonly label: string;
  /** BCP 47. */
  readonly language: string;
  readonly children?: readonly MenuItem[];
}

type MenuFacts = Pick<ReaderFacts, "language" | "sections" | "kinds" | "navigation" | "isMenuWritten" | "replaced">;

/** The menu that the owner wrote; without one, sections, kinds with documents, and the site's own links. An address stands there once, under the owner's name if the page is the owner's. */
export function menuItems(site: MenuFacts, words: Pick<ReaderWords, "sections" | "search" | "language">): readonly MenuItem[] {
  const toSection = (name: SectionName): MenuItem => ({ href: `/${name}`, label: words.sections[name], language: words.language });
  const isLast = (name: SectionName): boolean => name !== "posts";
  const toItem = ({ label, url }: Omit<MenuLink, "children">): MenuItem => ({ href: url, label, language: site.language });
  const own = site.navigation.map((link): MenuItem => ({ ...toItem(link), children: link.children.map(toItem) }));
  const search: MenuItem = { href: "/search", label: words.search, language: words.language };
  if (site.isMenuWritten) return own.some(({ href }) => href === search.href) ? own : [...own, search];
  const all = [
    ...site.sections.filter((name) => !isLast(name)).map(toSection),
    ...site.kinds
      .filter(({ name, count }) => count > 0 && name !== "pages")
      .map(({ name, label, language }) => ({ href: `/${name}`, label, language })),
    ...site.sections.filter(isLast).map(toSection),
    ...own.filter(({ href }) => href !== "/"),
  ];
  const trimmed = (href: string): string => href.replace(/\/$/, "");
  const named = new Map(own.flatMap((item) => (trimmed(item.href) in site.replaced ? [[trimmed(item.href), item] as const] : [])));
  const items = new Map<string, MenuItem>();
  for (const item of all) if (!items.has(trimmed(item.href))) items.set(trimmed(item.href), named.get(trimmed(item.href)) ?? item);
  return [...items.values(), search];
}

export function menuNode({ href, label, language, children = [] }: MenuItem): HTMLElement {
  return h("li", { lang: language }, h("a", { href }, label), children.length === 0 ? null : h("ul", {}, children.map(menuNode)));
}
