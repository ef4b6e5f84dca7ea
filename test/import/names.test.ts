import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createImportFolder, type ImportFolder, rowOf } from "./import-folder.ts";
import { toWxr } from "./wxr-text.ts";

let site: ImportFolder;
beforeEach(() => {
  site = createImportFolder();
});
afterEach(() => site.remove());

describe("an import", () => {
  it("distinguishes pictures whose names are the same when cleaned, or are in another script", async () => {
    const names = ["北京.png", "上海.png", "фото.png", "さくら.png", "はな.png", "a b.png", "a-b.png", "A-B.png", "!!.png"];
    mkdirSync(join(site.cwd, "up/2020"), { recursive: true });
    for (const [index, name] of names.entries()) {
      const picture = sharp({ create: { width: 4, height: index + 1, channels: 3, background: "teal" } });
      writeFileSync(join(site.cwd, "up/2020", name), await picture.png().toBuffer());
    }
    const html = names.map((name) => `<p><img alt="${name}" src="https://old.example/wp-content/uploads/2020/${name}"></p>`).join("\n");
    site.write({ "export.xml": toWxr([{ name: "pictures", html }]) });
    expect((await site.run("wordpress", "export.xml", "--uploads", "up")).code).toBe(0);
    const bytes = site.bytes();
    const body = bytes.get("posts/2019/2019-05-31-pictures.md")?.toString() ?? "";
    const paths = [...body.matchAll(/!\[(.*)\]\(\.\.\/\.\.\/(.*)\)/g)].map(([, , path = ""]) => path);
    const heights = await Promise.all(paths.map(async (path) => (await sharp(bytes.get(path)).metadata()).height));
    expect(heights).toEqual(names.map((_name, index) => index + 1));
    expect(paths.slice(0, 3)).toEqual(["uploads/2020/bei-jing.png", "uploads/2020/shang-hai.png", "uploads/2020/foto.png"]);
    expect((await site.run("wordpress", "export.xml", "--uploads", "up")).out).toContain("0 files written");
  });

  it("names post files by their transliterated names, or by number if a name cannot be transliterated", async () => {
    const items = [
      { id: 1, name: "%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82", link: "https://old.example/p1/" },
      { id: 2, name: "さくら", title: "さくら", link: "https://old.example/p2/" },
    ];
    site.write({ "export.xml": toWxr(items) });
    await site.run("wordpress", "export.xml");
    expect([...site.content().keys()]).toEqual(
      expect.arrayContaining(["posts/2019/2019-05-31-privet.md", "posts/2019/2019-05-31-post-2.md"]),
    );
  });

  it("leaves out items that no build would accept, and lists them", async () => {
    const links = ["/api/v1/posts", "/:slug/x", "/%E0%A4%A/", "/feed.xml", `/${"y".repeat(2000)}/`];
    const items = links.map((path, index) => ({ id: index, name: `post${index}`, link: `https://old.example${path}` }));
    const terms = [
      ["category", "../.."],
      ["post_tag", "💩"],
      ["post_tag", "Ice"],
    ] as const;
    const former = { id: 9, name: "now", link: "https://old.example/2019/now/", meta: { _wp_old_slug: "\\{x}" }, terms };
    site.write({ "export.xml": toWxr([...items, former]) });
    const { out } = await site.run("wordpress", "export.xml");
    expect(rowOf(out, "addresses of pages that cannot stay as they were")).toBe(links.length + 1);
    expect(rowOf(out, "tags and categories without letters or numbers")).toBe(2);
    await site.build();
  });

  it("never points a link of the old site to another site", async () => {
    const html = `<p><a href="https://old.example//evil.example/x">ours</a></p>`;
    site.write({ "export.xml": toWxr([{ name: "links", html }]) });
    await site.run("wordpress", "export.xml");
    expect(site.content().get("posts/2019/2019-05-31-links.md")).toContain("[ours](/evil.example/x)");
  });

  it("numbers entries with the same name and id", async () => {
    const items = Array.from({ length: 40 }, () => ({ id: 7, name: "same" }));
    site.write({ "export.xml": toWxr(items) });
    await site.run("wordpress", "export.xml");
    const paths = [...site.content().keys()].filter((path) => path.startsWith("posts/"));
    expect(paths).toHaveLength(40);
    expect(paths).toEqual(expect.arrayContaining(["posts/2019/2019-05-31-same-7.md", "posts/2019/2019-05-31-same-40.md"]));
  });
});
