import { describe, expect, it } from "vitest";
import { createLanguageReader } from "../../../../build/kinds/addresses/file-language.ts";

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
  ] as const)("by %s, %s is in %s", (layout, path, language, relative) => {
    expect(createLanguageReader({ layout, locales: ["en"] })(path)).toEqual({ language, relative });
  });

  it("recognises only the languages that the site names, if it names several", () => {
    const read = createLanguageReader({ layout: "folder", locales: ["en", "nb"] });
    expect(read("nb/hello.md").language).toBe("nb");
    expect(read("it/hello.md")).toEqual({ language: null, relative: "it/hello.md" });
  });
});
