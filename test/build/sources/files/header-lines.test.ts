import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../build/shared/diagnostics.ts";
import { splitFrontMatter } from "../../../../build/sources/files/front-matter.ts";
import { readHeaderLines, readTitleList } from "../../../../build/sources/files/header-lines.ts";
import { SourceText } from "../../../../build/sources/source-text.ts";

const read = (text: string) => readHeaderLines(new SourceText("a.md", text));

describe("header lines of Pelican and MultiMarkdown", () => {
  it("are lower-case keys with texts, up to a blank line", () => {
    const found = read("Title: A heron: grey\nDate: 2024-01-02 10:00\nSummary: One\n   and two\nTags:\nog_image:x.png\n\nText.\n");
    expect(found?.data).toEqual({
      title: "A heron: grey",
      date: "2024-01-02 10:00",
      summary: "One and two",
      tags: null,
      og_image: "x.png",
    });
    expect([found?.body, found?.bodyLine]).toEqual(["Text.\n", 8]);
  });

  it("end where the text begins, even without a blank line", () => {
    const found = read("Title: A\n# Heron\n");
    expect([found?.data, found?.body, found?.bodyLine]).toEqual([{ title: "A" }, "# Heron\n", 2]);
  });

  it("have places", () => {
    const places = read("Title: A\nDate:  soon\n\nText.\n")?.places;
    expect([places?.key(["date"]), places?.value(["date"])]).toMatchObject([
      { line: 2, column: 1 },
      { line: 2, column: 8 },
    ]);
  });

  it.each(["Note: a text that begins so.\n", "Text.\n", "", "  Title: A\n", "Title A\n"])("do not include %j", (text) => {
    expect(read(text)).toBeNull();
  });

  it("are YAML if a line of hyphens ends them, as in Hexo", () => {
    const diagnostics = new Diagnostics();
    const text = "title: A\ntags:\n- one\n- two\n---\nText.\n";
    expect(splitFrontMatter(new SourceText("a.md", text), diagnostics)).toMatchObject({
      data: { title: "A", tags: ["one", "two"] },
      body: "Text.\n",
      bodyLine: 6,
    });
    expect(diagnostics.all()).toEqual([]);
  });
});

describe("a list under the title", () => {
  const read = (text: string) => readTitleList(new SourceText("a.md", text));

  it("is metadata, with places", () => {
    const found = read("# A heron #\n\n- date: 2024-01-31\n* **Tags:** birds, ice\n\nText.\n");
    expect([found?.data, found?.body, found?.bodyLine]).toEqual([
      { title: "A heron", date: "2024-01-31", tags: "birds, ice" },
      "Text.\n",
      6,
    ]);
    expect([found?.places.value(["title"]), found?.places.key(["tags"])]).toMatchObject([
      { line: 1, column: 3 },
      { line: 4, column: 5 },
    ]);
  });

  it.each([
    "# A\n\n- rain\n- mud\n",
    "# A\n\n- date: soon\n",
    "# A\n\n- date: 2024-01-31\nText.\n",
    "# A\n\n- note: text\n",
    "- date: 2024-01-31\n",
  ])("is not metadata in %j", (text) => {
    expect(read(text)).toBeNull();
  });
});
