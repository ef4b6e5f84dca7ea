import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { linesOf } from "../../parse/parse-files.ts";
import { buildIn, type Files, writeFiles } from "../../site-folder.ts";

const SITE = { "content/site.yaml": "name: Ines Aas\nurl: https://ines.example\n" };
const post = (body: string, more = ""): string => `---\ntitle: P\ndate: 2024-01-01\n${more}---\n\n${body}\n`;

function makeSite(files: Files) {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-site-references-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFiles(cwd, { ...SITE, ...files });
  const clean = { outDir: join(cwd, "clean/dist"), cacheDir: join(cwd, "clean/cache") };
  return {
    write: (more: Files) => writeFiles(cwd, more),
    build: async () => linesOf((await buildIn(cwd)).diagnostics),
    /** The same without a cache. */
    buildClean: async () => {
      rmSync(join(cwd, "clean"), { recursive: true, force: true });
      return linesOf((await buildIn(cwd, clean)).diagnostics);
    },
    html: async (slug: string) => JSON.parse(await readFile(join(cwd, `dist/api/v1/posts/${slug}.json`), "utf8")).bodyHtml as string,
    writePicture: async (path: string) =>
      writeFileSync(
        join(cwd, path),
        await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
          .png()
          .toBuffer(),
      ),
  };
}

it("findings about links and pictures are reported again while other documents change", async () => {
  const links = ["[a](rain.md)", "[b](heron.md#rain)", "[c](draft.md)", "[d](/posts/rain)", "![e](heron.png)", "![f](broken.png)"];
  const elsewhere = ["[g](/2019/heron/)", "[h](/2019/ice/)", "[i](/2019/other/)"];
  const site = makeSite({
    "content/posts/links.md": post([...links, ...elsewhere].join("\n")),
    "content/posts/heron.md": post("## Reeds"),
    "content/posts/ice.md": post("Ice."),
    "content/posts/draft.md": post("Later.", "draft: true\n"),
    "content/posts/other.md": post("One."),
    "content/posts/broken.png": "no picture",
    "octavo.config.mjs": 'export default { checks: { brokenLinks: "warning", missingPictures: "warning", pages: "warning" } };\n',
  });
  const first = await site.build();
  expect(first).toHaveLength(links.length + 1);
  for (const text of ["Two.", "[j](rain.md)", "Three."]) {
    site.write({ "content/posts/other.md": post(text) });
    const found = await site.build();
    expect(found).toEqual(expect.arrayContaining([...first]));
    expect(found).toEqual(await site.buildClean());
  }
});

it("a picture that could not be published is shown once it can, and fails again when it is broken", async () => {
  const site = makeSite({
    "content/posts/a.md": post("![x](x.png)"),
    "content/posts/b.md": post("One."),
    "content/posts/x.png": "no picture",
    "octavo.config.mjs": 'export default { checks: { missingPictures: "off" } };\n',
  });
  expect(await site.build()).toEqual([]);
  expect(await site.html("a")).toContain('src="x.png"');
  await site.writePicture("content/posts/x.png");
  await site.build();
  expect(await site.html("a")).toContain("/media/x.");
  site.write({ "content/posts/x.png": "no picture again", "content/posts/b.md": post("Two.") });
  await site.build();
  expect(await site.html("a")).toContain('src="x.png"');
});
