import { describe, expect, it } from "vitest";
import { createLanguageReader, problemOfTree } from "../../../../build/kinds/addresses/file-language.ts";

describe("createLanguageReader", () => {
  it.each([
    ["suffix", "posts/hello.de.md", "de", "posts/hello.md"],
    ["suffix", "posts/hello/index.pt-br.mdx", "pt-BR", "posts/hello/index.mdx"],
    ["suffix", "posts/hello.md", null, "posts/hello.md"],
    ["suffix", "posts/node.js.md", null, "posts/node.js.md"],
    ["suffix", "posts/de/hello.md", null, "posts/de/hello.md"],
    ["folder", "de/posts/hello.md", "de", "posts/hello.md"],
    ["folder", "posts/zh-tw/hello.md", "zh-TW", "posts/hello.md"],
    ["folder", "posts/2024/de/hello.md", null, "posts/2024/de/hello.md"],
    ["folder", "posts/hello.de.md", null, "posts/hello.de.md"],
    [null, "de/posts/hello.de.md", null, "de/posts/hello.de.md"],
  ] as const)("with the layout %s, reads %s as %s", (layout, path, language, relative) => {
    expect(createLanguageReader({ layout, locales: ["en"] })(path)).toEqual({ language, relative });
  });

  it("reads a tree of translations with the same files as another folder", () => {
    const read = createLanguageReader({ layout: { "i18n/{lang}/blog-plugin": "blog" }, locales: ["en", "de"] });
    expect(read("i18n/de/blog-plugin/2024/hello.md")).toEqual({ language: "de", relative: "blog/2024/hello.md" });
    for (const path of ["i18n/fr/blog-plugin/hello.md", "i18n/de/docs/hello.md", "blog/de/hello.md", "i18n/de"])
      expect(read(path)).toEqual({ language: null, relative: path });
  });

  it.each([
    ["i18n/{lang}/blog", null],
    ["i18n/blog", "does not have exactly one part {lang}"],
    ["../{lang}/blog", "is not a folder below the content folder"],
    ["{lang}/blog/", "is not a folder below the content folder"],
  ])("finds the mistake in the folder %s", (folder, problem) => {
    expect(problemOfTree(folder)).toBe(problem);
  });

  it("recognizes only the languages of the site, if it lists several", () => {
    const read = createLanguageReader({ layout: "folder", locales: ["en", "nb"] });
    expect(read("nb/hello.md").language).toBe("nb");
    expect(read("it/hello.md")).toEqual({ language: null, relative: "it/hello.md" });
  });
});
