import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPagesSite, page, toPageLink } from "../helpers/pages-site.ts";

let site: ReturnType<typeof createPagesSite>;
beforeEach(() => {
  site = createPagesSite();
});
afterEach(() => site.remove());

describe("the menu of the site", () => {
  const menuOf = async () => (await site.get("/site-settings")).body.navigation;
  const elsewhere = { path: null, kind: null, slug: null };

  it("has the pages without a parent, unless site.yaml has one", async () => {
    await site.build();
    expect(await menuOf()).toEqual(
      [toPageLink("docs", "Docs", "/docs/"), toPageLink("index", "Home", "/"), toPageLink("uses", "What I use", "/uses/")].map(
        ({ title: label, ...link }) => ({ label, ...link, kind: "pages", children: [] }),
      ),
    );
    expect((await site.get("/site-settings")).body.pages).toMatchObject({
      posts: "/posts/{slug}",
      pages: "/{path}/",
      services: "/services",
      tags: null,
    });
  });

  it("lists a page in several languages only once", async () => {
    const { lines } = await site.build({
      "octavo.config.mjs": 'export default { translations: "suffix", urls: { pages: "/{lang?}/{path}/" } };',
      "content/pages/uses.de.md": page("title: Was ich nutze"),
      "content/pages/impressum.md": page("title: Impressum\nlanguage: de"),
    });
    expect(lines).toEqual([]);
    const label = (name: string) => expect.objectContaining({ label: name });
    expect(await menuOf()).toEqual([label("Docs"), label("Home"), label("Impressum"), label("What I use")]);
  });

  it("has the entries of site.yaml: documents by file or path, other paths and addresses, one level deep", async () => {
    const { lines } = await site.build({
      "content/site.yaml": `name: Fjord
url: https://fjord.example
navigation:
  - { label: Blog, url: /blog }
  - url: pages/docs/index.md
    children:
      - { label: Linux, url: "/install.html#linux" }
      - { url: pages/docs/draft.md }
  - { label: Hello, url: posts/hello.md }
  - { label: Code, url: "https://code.example/x" }
  - { label: Later, url: pages/docs/later.md }
  - { url: services/course.md }
`,
      "content/services/course.md": page("title: Course"),
    });
    expect(lines).toEqual([]);
    expect(await menuOf()).toEqual([
      { label: "Blog", ...elsewhere, url: "https://fjord.example/blog", path: "/blog", children: [] },
      {
        ...{ label: "Docs", url: "https://fjord.example/docs/", path: "/docs/", kind: "pages", slug: "docs" },
        children: [
          ...[
            {
              label: "Linux",
              url: "https://fjord.example/docs/install/#linux",
              path: "/docs/install/",
              kind: "pages",
              slug: "docs-install",
            },
          ],
        ],
      },
      { label: "Hello", url: "https://fjord.example/posts/hello", path: "/posts/hello", kind: "posts", slug: "hello", children: [] },
      { label: "Code", ...elsewhere, url: "https://code.example/x", children: [] },
      { label: "Course", url: "https://fjord.example/services", path: "/services", kind: "services", slug: "course", children: [] },
    ]);
  });

  it("has no dead links: each is reported with its line", async () => {
    const { lines } = await site.build({
      "content/site.yaml": `name: Fjord
url: https://fjord.example
navigation:
  - { label: Uses, url: pages/usses.md }
  - { label: Docs, url: /dosc/ }
  - { label: Post, url: /posts/nothing }
  - label: Group
    children: [{ label: None, url: notes/a.md }]
  - { label: Script, url: "javascript:1" }
  - { url: /elsewhere }
  - { label: Docs, url: /dcs }
  - { label: Talk, url: /talks/nothing/ }
`,
      "octavo.config.mjs": `const words = { one: "One", many: "Many" };
export default { kinds: { notes: { words, fields: {} }, talks: { words, fields: {}, files: "talks/*.md", page: "/talks/{slug}/" } } };`,
      "content/talks/talk.md": page("title: Talk"),
      "content/notes/a.md": page("title: A"),
    });
    expect(lines).toEqual([
      'content/site.yaml:4 there is no document pages/usses.md (did you mean "pages/uses.md"?)',
      "content/site.yaml:5 no document has a page at /dosc/ (did you mean /docs/?)",
      expect.stringContaining("content/site.yaml:6 no document has a page at /posts/nothing (write the path of a page"),
      expect.stringContaining("content/site.yaml:7 missing (want https://…, a path such as /about/"),
      expect.stringContaining("content/site.yaml:8 notes/a.md has no page: notes have none"),
      expect.stringContaining('content/site.yaml:9 "javascript:1" is not a link'),
      "content/site.yaml:10 the entry has no label, and /elsewhere is not a document that could supply a title (write label: …)",
      "content/site.yaml:11 no document has a page at /dcs (did you mean /docs/?)",
      expect.stringContaining("content/site.yaml:12 no document has a page at /talks/nothing/ (write the path of a page"),
    ]);
  });
});
