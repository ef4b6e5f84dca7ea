import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { menuItems, menuNode } from "../../reader/views/menu.ts";
import { ENGLISH_WORDS } from "../../reader/words/english.ts";
import { type FakeNode, stubDocument } from "./fake-node.ts";

const link = (label: string, url: string, children: readonly { label: string; url: string }[] = []) => ({ label, url, children });
const kind = (name: string, count = 1) => ({ name, label: name, language: "en", count, inBrief: null });
const SITE = {
  ...{ language: "de", sections: ["posts", "about"] as const, kinds: [kind("talks"), kind("notes", 0), kind("pages")], replaced: {} },
  ...{ navigation: [] as ReturnType<typeof link>[], isMenuWritten: false },
};
const DOCS = link("Docs", "/docs/", [link("Install", "/docs/install/"), link("Source", "https://git.example/")]);

function hrefs(overrides: Partial<typeof SITE>): readonly string[] {
  return menuItems({ ...SITE, ...overrides }, ENGLISH_WORDS).map(({ href }) => href);
}

describe("the menu of the reader", () => {
  beforeEach(() => stubDocument("https://watt.example/blog/", "/blog"));
  afterEach(() => vi.unstubAllGlobals());

  it("is the owner's in the owner's order, with the search behind it unless the owner has it", () => {
    const navigation = [DOCS, link("Talks", "/talks")];
    expect(hrefs({ navigation, isMenuWritten: true })).toEqual(["/docs/", "/talks", "/search"]);
    expect(hrefs({ navigation: [link("Find", "/search"), DOCS], isMenuWritten: true })).toEqual(["/search", "/docs/"]);
  });

  it("is nested once: the links below a link are in a list of their own", () => {
    const [item] = menuItems({ ...SITE, navigation: [DOCS], isMenuWritten: true }, ENGLISH_WORDS);
    const node = menuNode(item ?? { href: "", label: "", language: "" }) as unknown as FakeNode;
    expect(node.links()).toEqual(["/blog/docs/", "/blog/docs/install/", "https://git.example/"]);
    expect(node.texts("ul")).toEqual(["InstallSource"]);
    expect(node.attributes.lang).toBe("de");
  });

  it("has sections, kinds with documents and the site's own pages where the owner wrote none, each address once", () => {
    const navigation = [link("Home", "/"), link("Uses", "/uses/"), link("Speeches", "/talks/")];
    expect(hrefs({ navigation })).toEqual(["/posts", "/talks", "/about", "/uses/", "/search"]);
    const named = menuItems({ ...SITE, navigation, replaced: { "/talks": "pages talks" } }, ENGLISH_WORDS);
    expect(named.find(({ href }) => href === "/talks/")?.label).toBe("Speeches");
  });
});
