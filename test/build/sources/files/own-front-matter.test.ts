import { expect, it } from "vitest";
import { Diagnostics } from "../../../../build/shared/diagnostics.ts";
import { readOwnFrontMatter } from "../../../../build/sources/files/own-front-matter.ts";
import { SourceText } from "../../../../build/sources/source-text.ts";

const FILE = { path: "content/posts/a.md", relative: "posts/a.md", absolute: "/content/posts/a.md" };

function read(text: string, own: (text: string, file: string) => unknown) {
  const diagnostics = new Diagnostics();
  const found = readOwnFrontMatter(own as never, new SourceText(FILE.path, text), FILE, diagnostics);
  return { found, messages: diagnostics.all().map(({ message }) => message) };
}

it("frontMatter.read returns data and body, and the line of a body that is the end of the text is found", () => {
  const { found } = read("@title A\n\nRain.\n", (text, file) => ({
    data: { title: text.slice(7, 8), file, at: new Date("2024-01-31") },
    body: "Rain.\n",
  }));
  expect(found).toMatchObject({
    data: { title: "A", file: "posts/a.md", at: "2024-01-31T00:00:00.000Z" },
    body: "Rain.\n",
    bodyLine: 3,
  });
});

it("frontMatter.read leaves a file to the usual parsing by returning null", () => {
  expect(read("x", () => null)).toEqual({ found: null, messages: [] });
});

it.each([
  [() => ({ title: "A" }), "frontMatter.read of octavo.config.ts does not return data and body"],
  [() => Promise.resolve(null), "frontMatter.read of octavo.config.ts returns a promise"],
  [
    () => {
      throw new Error("no head");
    },
    "frontMatter.read of octavo.config.ts throws: no head",
  ],
])("any other result of frontMatter.read is an error in the file", (own, message) => {
  expect(read("x", own)).toMatchObject({ found: { data: null }, messages: [message] });
});
