import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createReadHandler } from "../../edge/handler.ts";
import { buildIn, createCleanBuilds, type Files, treeOf, writeOldFiles } from "./site-folder.ts";

const picture = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" fill="${color}"/></svg>`;
const post = (front: string): string => `---\ntitle: A post\npublishedAt: 2024-01-02\n${front}---\nRain.\n`;
const SITE: Files = {
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/posts/a.md": post("tags: [rain, Loom]\ncategories: [Marsh]\n"),
  "content/posts/b.md": post("tags: [secret]\ndraft: true\n"),
  "content/posts/c.md": post("tags: [hidden]\nunlisted: true\n"),
  "content/rain.svg": picture("blue"),
  "content/secret.svg": picture("red"),
  "content/hidden.svg": picture("green"),
};
const TAGS = `
rain: { name: Rain, description: On rain., cover: { src: rain.svg, alt: Rain } }
secret: { description: A secret., cover: { src: secret.svg, alt: A secret } }
hidden: { description: Not listed., cover: { src: hidden.svg, alt: Not listed } }
loom: Looms
`;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-groups-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function build(files: Files): Promise<readonly string[]> {
  writeOldFiles(cwd, files);
  return (await buildIn(cwd)).diagnostics.all().map(({ file, line, message }) => `${file}:${line} ${message}`);
}

async function get(path: string): Promise<unknown> {
  const files = treeOf(join(cwd, "dist"));
  const handle = createReadHandler({
    read: async (file) => {
      const text = files.get(file);
      return text === undefined ? null : Buffer.from(text, "latin1");
    },
  });
  return (await handle(new Request(`https://fjord.example/api/v1${path}`))).json();
}

describe("the text about a tag or category", () => {
  it("is published with its pictures, unless no listed document has the tag or category", async () => {
    expect(await build({ ...SITE, "content/tags.yaml": TAGS, "content/categories.yaml": "marsh: { description: Reeds. }\n" })).toEqual([]);
    expect(await get("/tags/posts/rain")).toMatchObject({
      ...{ slug: "rain", name: "Rain", description: "On rain.", count: 1, url: null, path: null },
      cover: { url: expect.stringMatching(/^https:\/\/fjord\.example\/media\/rain\..*svg$/), width: 8, height: 6, alt: "Rain" },
    });
    expect(await get("/tags/posts/loom")).toMatchObject({ name: "Looms", description: null, cover: null });
    expect(await get("/categories/marsh")).toMatchObject({ name: "Marsh", description: "Reeds.", cover: null });
    const dist = treeOf(join(cwd, "dist"));
    expect([...dist.keys()].filter((path) => path.startsWith("media/")).length).toBe(1);
    expect([...dist].filter(([path, text]) => /^(?:index|media)/.test(path) && /secret|Not listed/.test(text))).toEqual([]);
  });

  it("is the same as in a clean build after each edit", async () => {
    const clean = createCleanBuilds();
    const marsh = "marsh: { name: The marsh, description: Reeds., cover: { src: rain.svg, alt: Reeds } }\n";
    const edits: readonly Files[] = [
      { "content/tags.yaml": TAGS },
      { "content/rain.svg": picture("navy"), "content/categories.yaml": marsh },
      { "content/posts/b.md": post("tags: [secret]\n") },
      { "content/posts/a.md": post("tags: [Loom]\n") },
      { "content/tags.yaml": "rain: Rain\nloom: { description: On looms. }\n" },
    ];
    let files = SITE;
    const groups: (string | undefined)[] = [];
    for (const edit of [{}, ...edits]) {
      files = { ...files, ...edit };
      await build({ ...files, ...edit });
      const built = treeOf(join(cwd, "dist"));
      expect(built).toEqual(await clean(files));
      groups.push([...built.keys()].find((path) => path.startsWith("index/v1/groups.")));
    }
    expect(groups[0]).toBeUndefined();
    expect(new Set(groups).size).toBe(groups.length);
  });

  it("is reported with its place if a picture is missing or has no alternative text", async () => {
    const tags = "rain: { cover: rian.svg }\n";
    expect(await build({ ...SITE, "content/tags.yaml": tags })).toEqual([
      'content/tags.yaml:1 "rian.svg" is not there',
      "content/tags.yaml:1 the picture has no alt text",
    ]);
  });
});
