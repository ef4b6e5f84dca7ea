import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOwnKindSite, type OwnKindSite } from "./own-kind-site.ts";

let site: OwnKindSite;
beforeEach(() => {
  site = createOwnKindSite();
});
afterEach(() => site.remove());

it("an optional list or list of pictures is empty if it is missing", async () => {
  const optional = "topics: field.list(field.text()).optional(), photos: field.pictures().optional()";
  site.configure(`{ talks: { words, fields: { ${optional}, room: field.object({ doors: field.list(field.number()).optional() }) } } }`);
  site.write({ "content/talks/tides.md": "---\nroom: {}\n---\nTides.\n" });
  expect(await site.build()).toEqual([]);
  expect(site.read("/talks/tides")).toMatchObject({ topics: [], photos: [], room: { doors: [] } });
});

describe("field.markdown", () => {
  const TIDES = "---\nabstract: |\n  How *tides* rise: see [the other](looms.md).\n\n  ![A](chart.svg)\n---\nTides.\n";
  beforeEach(() => {
    site.configure('{ talks: { words, fields: { abstract: field.markdown().optional() }, page: "/talks/{slug}/" } }');
    site.write({
      "content/talks/tides.md": TIDES,
      "content/talks/looms.md": "Looms.\n",
      "content/talks/chart.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>',
    });
  });

  it("is HTML in the document, with links and pictures resolved as in bodies, and is not in lists", async () => {
    expect(await site.build()).toEqual([]);
    const { abstractHtml, bodyHtml } = site.read("/talks/tides");
    expect(abstractHtml).toMatch(
      /^<p>How <em>tides<\/em> rise: see <a href="https:\/\/fjord.example\/talks\/looms\/">the other<\/a>.<\/p>\n<p><img src="https:\/\/fjord.example\/media\/chart\.[0-9a-f]+\.svg" alt="A"/,
    );
    expect(bodyHtml).toBe("<p>Tides.</p>");
    expect(site.read("/talks/looms").abstractHtml).toBeNull();
    expect(Object.keys((site.read("/talks").items as object[])[0] ?? {})).not.toContain("abstractHtml");
  });

  it("is updated in later builds if linked documents change", async () => {
    await site.build();
    site.write({ "content/talks/looms.md": "---\nslug: weaving\n---\nLooms.\n" });
    expect(await site.build()).toEqual([]);
    expect(site.read("/talks/tides").abstractHtml).toContain("https://fjord.example/talks/weaving/");
  });

  it.each([
    ["abstract: |\n  Rising.\n\n  A [link](gone.md).", "5:12"],
    ["abstract: |-\n    A [link](gone.md).", "3:14"],
    ["abstract: A [link](gone.md).", "2:20"],
    ['abstract: "A [link](gone.md)."', "2:21"],
    ["abstract: >\n  Rising, a\n  [link](gone.md).", "2:11"],
  ])("places a mistake in %j", async (front, place) => {
    site.write({ "content/talks/tides.md": `---\n${front}\n---\nTides.\n` });
    const message = `content/talks/tides.md:${place} error: "gone.md" is not there (the path is relative to the folder of this file)`;
    expect(await site.build()).toEqual([message]);
    site.write({ "content/talks/tides.md": `---\nlanguage: en\n${front}\n---\nTides.\n` });
    const moved = message.replace(/:(\d+):/, (_, line: string) => `:${Number(line) + 1}:`);
    expect(await site.build()).toEqual([moved]);
  });
});

describe("field.file", () => {
  beforeEach(() => {
    site.configure("{ talks: { words, fields: { slides: field.file().optional() } } }");
    site.write({ "content/talks/slides.pdf": "%PDF-1.7", "public/all.zip": "PK", "content/talks/looms.md": "Looms.\n" });
  });

  it.each([
    ["slides.pdf", "application/pdf", 8, /\/media\/slides\.[0-9a-f]+\.pdf$/],
    ["/all.zip", "application/zip", 2, /\/media\/all\.[0-9a-f]+\.zip$/],
  ])("publishes %s", async (path, mimeType, bytes, url) => {
    site.write({ "content/talks/tides.md": `---\nslides: ${path}\n---\nTides.\n` });
    expect(await site.build()).toEqual([]);
    const { slides } = site.read("/talks/tides") as { slides: { url: string } };
    expect(slides).toEqual({ url: expect.stringMatching(url), mimeType, bytes });
    expect(readFileSync(join(site.cwd, "dist", new URL(slides.url).pathname))).toHaveLength(bytes);
    expect(site.read("/talks/looms").slides).toBeNull();
  });

  it.each([
    ["slide.pdf", '"slide.pdf" is not there (did you mean ./slides.pdf?)'],
    ["https://fjord.example/a.pdf", '"https://fjord.example/a.pdf" is not a path (want a path; for an address, use field.url())'],
    [
      "looms.md",
      '"looms.md" is the source of a document, which is never published (name a file that readers may download, such as ./slides.pdf)',
    ],
    ["[slides.pdf]", "a list is not text (want the path of a file, such as ./slides.pdf)"],
  ])("refuses %s", async (path, message) => {
    site.write({ "content/talks/tides.md": `---\nslides: ${path}\n---\nTides.\n` });
    expect(await site.build()).toEqual([`content/talks/tides.md:2:9 error: ${message}`]);
  });
});
