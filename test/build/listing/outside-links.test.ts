import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { parseFiles, post, SITE } from "../parse/parse-files.ts";

const POST = post("title: A\ndate: 2024-01-01");
const FILES = { "site.yaml": SITE, "posts/a.md": POST };

/** Makes links from paths in the content folder, and files beside that folder. */
function linking(links: Readonly<Record<string, string>>) {
  return {
    prepare(contentDir: string) {
      for (const name of ["elsewhere/deep/b.md", "elsewhere/c.md", "tags.yaml"]) {
        const file = join(contentDir, "..", name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, name.endsWith(".md") ? POST : "");
      }
      for (const [path, target] of Object.entries(links)) symlinkSync(target, join(contentDir, path));
    },
  };
}
const HINT = "(name the target's folder in `static`, or copy the target)";

it("content files are not read through a link out of the site's folders, and each such link is one error", async () => {
  const { content, lines } = await parseFiles(FILES, linking({ "posts/more": "../../elsewhere", "posts/c.md": "../../elsewhere/c.md" }));
  expect(content?.posts.map(({ file }) => file.relative)).toEqual(["posts/a.md"]);
  expect(lines.map((line) => line.replace(/link to \S*\/(?=elsewhere)/, "link to …/"))).toEqual([
    `content/posts/c.md:1:1  error  is a symbolic link to …/elsewhere/c.md, outside the site's folders: 1 content file not read ${HINT}`,
    `content/posts/more:1:1  error  is a symbolic link to …/elsewhere, outside the site's folders: 2 content files not read ${HINT}`,
  ]);
});

it("tags.yaml is not read through a link out of the site's folders", async () => {
  const { lines } = await parseFiles(FILES, linking({ "tags.yaml": "../tags.yaml" }));
  expect(lines).toEqual([
    expect.stringMatching(/^content\/tags\.yaml:1:1 {2}error {2}is a symbolic link to .*\/tags\.yaml, outside the site's folders/),
  ]);
});

it("a data file in a hidden folder is not read through a link out of the site's folders", async () => {
  const { lines } = await parseFiles(
    { ...FILES, ".data/x.csv": "a\n1" },
    {
      ...linking({ ".data/t.yaml": "../../tags.yaml" }),
      configText:
        'export default { kinds: { talks: { files: ".data/t.yaml", words: { one: "Talk", many: "Talks" }, fields: { a: { type: "text", isOptional: true } } } } };',
    },
  );
  expect(lines).toEqual([expect.stringContaining("content/.data/t.yaml:1:1  error  is a symbolic link to")]);
});

it("a link to a folder in `static` is followed, and a link with no content behind it is ignored", async () => {
  const links = { "posts/more": "../../elsewhere", "posts/result": "/usr/bin" };
  const { content, lines } = await parseFiles(FILES, { ...linking(links), config: { static: "elsewhere" } });
  expect(content?.posts.map(({ file }) => file.relative)).toEqual(["posts/a.md", "posts/more/c.md", "posts/more/deep/b.md"]);
  expect(lines).toEqual([]);
});
