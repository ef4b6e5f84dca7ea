import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { NEW_WORDS } from "../../../cli/new/new-kinds.ts";
import { createSite, post, type SiteFixture } from "../site-fixture.ts";
import { createTestIo, type TestIo } from "../test-io.ts";

let site: SiteFixture;
afterEach(() => site.remove());

const NOW = "2026-06-01T23:30:00Z";
const ALT_IS_TITLE = "note: alt is the title: change it if the title does not describe the picture\n";
const NO_ALT =
  "note: the title is the picture's file name, and alt is empty: describe the picture in alt, for people who cannot see it. octavo check warns until then\n";

async function write(args: readonly string[], now = NOW): Promise<{ readonly code: number; readonly io: TestIo }> {
  const io = createTestIo({ cwd: site.cwd, now });
  return { code: await main(["new", ...args], io), io };
}

/** The text of the one file that a run has created. The run prints only its path. */
async function writeOne(args: readonly string[], notes = ""): Promise<{ readonly path: string; readonly text: string }> {
  const { code, io } = await write(args);
  expect([code, io.err()]).toEqual([0, notes]);
  const path = io.out().trimEnd();
  expect(io.out()).toBe(`${path}\n`);
  return { path, text: await readFile(join(site.cwd, path), "utf8") };
}

async function check(): Promise<string> {
  const io = createTestIo({ cwd: site.cwd, now: NOW });
  await main(["check"], io);
  return io.out();
}

describe("octavo new", () => {
  it("writes a post, dated in the site's time zone, and prints its path", async () => {
    site = await createSite({ "content/site.yaml": "name: A\nurl: https://a.example\ntimeZone: Asia/Tokyo\n" });
    expect(await writeOne(["post", 'A "grey" heron: #1'])).toEqual({
      path: "content/posts/a-grey-heron-1.md",
      text: "---\ntitle: 'A \"grey\" heron: #1'\npublishedAt: 2026-06-02\ntags: []\n---\n\n",
    });
    expect(await check()).toContain("2 documents checked: no mistakes\n");
  });

  it("opens the new file in the owner's editor on request", async () => {
    site = await createSite();
    const io = createTestIo({ cwd: site.cwd, now: NOW, env: { EDITOR: "vim" } });
    expect(await main(["new", "post", "Fog", "--edit"], io)).toBe(0);
    expect(io.programs()).toEqual([{ command: `vim +1 ${join(site.cwd, "content/posts/fog.md")}`, folder: site.cwd }]);
    expect((await write(["post", "Ice"])).io.programs()).toEqual([]);
  });

  it.each(NEW_WORDS)("writes a %s in which check finds nothing wrong", async (word) => {
    site = await createSite();
    const { code, io } = await write([word, "Grey heron"]);
    expect(code).toBe(0);
    expect(await readFile(join(site.cwd, io.out().trimEnd()), "utf8")).toContain("title: Grey heron\n");
    expect(await check()).toMatch(/^[12] documents? checked: no mistakes\n(?:not public: 1 draft .*\n)?$/);
  });

  it("uses a photo's existing picture, or writes a draft with a placeholder", async () => {
    site = await createSite({ "content/photos/Grey Heron.PNG": "" });
    const { text } = await writeOne(["photo", "Grey heron"], ALT_IS_TITLE);
    expect(text).toContain("image:\n  src: ./Grey Heron.PNG\n  alt: Grey heron\n");
    expect(text).not.toContain("draft");
    const { io } = await write(["photo", "Other"]);
    expect(io.err()).toBe(
      "note: ./other.jpg next to it is a grey placeholder: replace it with your picture, describe it in alt, then remove draft: true\n",
    );
    expect(await readFile(join(site.cwd, io.out().trimEnd()), "utf8")).toContain("draft: true\n");
  });

  it("accepts the path of a picture for a photo: one elsewhere is copied, one in the content folder stays, and both still need an alternative text", async () => {
    site = await createSite();
    const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#336699" } })
      .jpeg()
      .toBuffer();
    for (const path of ["camera/grey-heron_at dawn.JPG", "content/photos/2026/boat.jpg"]) {
      await mkdir(join(site.cwd, dirname(path)), { recursive: true });
      await writeFile(join(site.cwd, path), jpeg);
    }
    expect(await writeOne(["photo", "camera/grey-heron_at dawn.JPG"], NO_ALT)).toEqual({
      path: "content/photos/grey-heron-at-dawn.md",
      text: "---\ntitle: Grey heron at dawn\nimage:\n  src: ./grey-heron-at-dawn.jpg\n  alt:\npublishedAt: 2026-06-01\ntags: []\n---\n\n",
    });
    expect(await readFile(join(site.cwd, "content/photos/grey-heron-at-dawn.jpg"))).toEqual(jpeg);
    expect((await writeOne(["photo", join(site.cwd, "content/photos/2026/boat.jpg")], NO_ALT)).text).toContain(
      "\n  src: ./2026/boat.jpg\n",
    );
    expect(await readdir(join(site.cwd, "content/photos"))).not.toContain("boat.jpg");
    const checked = await check();
    expect(checked.split("the picture has no alt text")).toHaveLength(3);
    expect(checked).toContain("3 documents checked: no errors\n");
    const missing = await write(["photo", "camera/none.jpg"]);
    expect([missing.code, missing.io.err()]).toEqual([2, expect.stringContaining("camera/none.jpg is not a file\n")]);
    await writeFile(join(site.cwd, "camera/text.png"), "no picture");
    expect((await write(["photo", "camera/text.png"])).io.err()).toContain("camera/text.png is not a picture\n");
    expect(await write(["photo", "camera/grey-heron_at dawn.JPG"])).toMatchObject({ code: 1 });
    expect((await readdir(join(site.cwd, "content/photos"))).sort()).toEqual([
      "2026",
      "boat.md",
      "grey-heron-at-dawn.jpg",
      "grey-heron-at-dawn.md",
    ]);
  });

  it("follows the existing documents: field names, times, TOML, folders", async () => {
    const front = '+++\nheading = "One"\ndate = 2024-01-02T10:20:30+01:00\n+++\nText.\n';
    site = await createSite({
      "octavo.config.mjs": 'export default { frontMatter: { names: { posts: { heading: "title" } } } };',
      "content/site.yaml": "name: A\nurl: https://a.example\ntimeZone: Europe/Oslo\n",
      "content/posts/one/index.md": front,
      "content/posts/two/index.md": front,
    });
    expect(await writeOne(["post", "Three", "--draft"])).toEqual({
      path: "content/posts/three/index.md",
      text: '+++\nheading = "Three"\ndate = 2026-06-02T01:30:00+02:00\ntags = []\ndraft = true\n+++\n\n',
    });
  });

  it("leaves the date to the file name if the others do", async () => {
    site = await createSite({
      "octavo.config.mjs":
        'export default { content: ".", site: { name: "A", url: "https://a.example" }, collections: { posts: "_posts/*.md" } };',
      "_posts/2024-01-02-one.md": "---\ntitle: One\nkeywords: [a]\n---\nText.\n",
    });
    expect(await writeOne(["post", "Two"])).toEqual({ path: "_posts/2026-06-01-two.md", text: "---\ntitle: Two\nkeywords: []\n---\n\n" });
    expect((await writeOne(["post", "Three", "--date", "2026-12-24T18:00"])).text).toContain("publishedAt: 2026-12-24T18:00\n");
  });

  it("transliterates titles in other scripts, like file names", async () => {
    site = await createSite();
    expect((await writeOne(["post", "Серая цапля"])).path).toBe("content/posts/seraya-tsaplya.md");
  });

  it("accepts a slug, which names the file", async () => {
    site = await createSite();
    expect(await writeOne(["post", "鷺", "--slug", "heron"])).toEqual({
      path: "content/posts/heron.md",
      text: "---\ntitle: 鷺\npublishedAt: 2026-06-01\ntags: []\n---\n\n",
    });
  });

  it("never replaces a file or reuses another's slug", async () => {
    site = await createSite({ "content/posts/2024/heron.md": post("Heron", "2024-01-01") });
    const { code, io } = await write(["post", "Heron"]);
    expect([code, io.out(), io.err()]).toEqual([
      1,
      "",
      "octavo: content/posts/2024/heron.md already has the slug heron\nhint: give another title, or use --slug\n",
    ]);
    expect(await readdir(join(site.cwd, "content/posts"))).toEqual(["2024", "first-ice.md"]);
  });

  it.each([
    [["pst", "A"], '"pst" is not a kind of document', 'did you mean "post"?'],
    [["post"], "new needs", "octavo new --help"],
    [["post", "a", "b"], 'unexpected "b"', 'want octavo new post "a b"'],
    [["post", " "], "the title is empty", "write octavo new post"],
    [["post", "a\nb"], "the title has control characters", "want one line"],
    [["post", "さぎ"], "the title gives no slug", "use --slug"],
    [["post", "A", "--slug", "A b"], '--slug is "A b"', "want a-b"],
    [["post", "A", "--date", "2026-02-30"], '--date: "2026-02-30" is not a date', "want 2024-01-31"],
  ])("refuses %j in a line and a hint, and writes nothing", async (args, message, hint) => {
    site = await createSite();
    const { code, io } = await write(args);
    expect([code, io.out()]).toEqual([2, ""]);
    expect(io.err()).toContain(`octavo: ${message}`);
    expect(io.err()).toContain(`hint: ${hint}`);
    expect(await readdir(join(site.cwd, "content/posts"))).toEqual(["first-ice.md"]);
  });

  it("writes nothing if the configuration has mistakes, or no place for the kind", async () => {
    site = await createSite({ "octavo.config.mjs": 'export default { collections: { photos: [], posts: "posts/*.txt" } };' });
    expect((await write(["photo", "A"])).io.err()).toContain("octavo: this site has no photos\n");
    expect((await write(["post", "A"])).io.err()).toContain("octavo: the globs do not show where to put posts: posts/*.txt\n");
    await site.write("octavo.config.mjs", "export default { contnt: 1 };");
    expect((await write(["post", "A"])).io.err()).toMatch(
      /^octavo\.config\.mjs:1:18 {2}error {2}contnt: .*\n1 error in 1 file\noctavo: the configuration has mistakes\n$/s,
    );
    await site.write("content/site.yaml", "name: [");
  });
});

describe("octavo new for a kind of the site's own", () => {
  const config = (kinds: string): string =>
    `import { defineKind, field } from ${JSON.stringify(new URL("../../../contract/config/define-kind.ts", import.meta.url).href)};\nexport default { kinds: { ${kinds} } };`;
  const TALKS = `talks: defineKind({
    words: { one: "Talk", many: "Talks" },
    fields: {
      heldOn: field.date(),
      event: field.text(),
      slides: field.url().optional(),
      level: field.oneOf(["intro", "deep"]),
      isRecorded: field.boolean(),
      topics: field.list(field.text()),
      venue: field.object({ city: field.text(), room: field.text().optional() }),
    },
    tags: true,
  })`;

  it("writes its required fields in the order of the definition, and names the ones to fill in", async () => {
    site = await createSite({ "octavo.config.mjs": config(TALKS) });
    const { code, io } = await write(["talk", "On tides"]);
    expect([code, io.out()]).toEqual([0, "content/talks/on-tides.md\n"]);
    expect(io.err()).toBe("note: fill in event, venue.city: until then, octavo check and builds fail there\n");
    const path = join(site.cwd, "content/talks/on-tides.md");
    const text = await readFile(path, "utf8");
    expect(text).toBe(
      "---\ntitle: On tides\nheldOn: 2026-06-01\nevent:\nlevel: intro\nisRecorded: false\ntopics: []\nvenue:\n  city:\ntags: []\n---\n\n",
    );
    const said = await check();
    expect(said).toContain("content/talks/on-tides.md");
    expect(said).toMatch(/event/);
    await writeFile(path, text.replace("event:", "event: Conf").replace("city:", "city: Bergen"));
    expect(await check()).toContain("2 documents checked: no mistakes\n");
    expect((await write(["talks", "On tides"])).io.err()).toContain("content/talks/on-tides.md already has the slug on-tides");
    expect((await write(["tlak", "X"])).io.err()).toContain('did you mean "talk"?');
  });

  it("passes the check at once if nothing needs filling in, is where the globs require it, and has a date if its page needs one", async () => {
    const kinds = `notes: defineKind({ files: "log/*/index.md", words: { one: "Log entry", many: "Log" }, fields: {}, page: "/log/{year}/{slug}/" })`;
    site = await createSite({ "octavo.config.mjs": config(kinds) });
    expect(await writeOne(["log-entry", "Low water"])).toEqual({
      path: "content/log/low-water/index.md",
      text: "---\ntitle: Low water\npublishedAt: 2026-06-01\n---\n\n",
    });
    expect((await writeOne(["notes", "Flood", "--date", "2026-12-24", "--draft"])).text).toBe(
      "---\ntitle: Flood\npublishedAt: 2026-12-24\ndraft: true\n---\n\n",
    );
    expect(await check()).toContain("no mistakes\n");
  });
});
