import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PictureError } from "../../../build/pictures/picture-error.ts";
import { type ContentReferences, createReferences, type ReferencesOptions } from "../../../build/references/content-references.ts";
import { createFileTree } from "../../../build/references/reference-files.ts";
import type { LinkTarget } from "../../../build/references/reference-links.ts";
import { type Diagnostic, Diagnostics } from "../../../build/shared/diagnostics.ts";
import { createOwnFolders } from "../../../build/shared/own-folders.ts";
import type { Picture } from "../../../build/shared/rendered.ts";
import type { SourceFile } from "../../../build/shared/source-file.ts";

const MILD = { pages: "warning", anchors: "warning" } as const;

const NO_SIZE = { width: null, height: null };
const AT = { file: "content/posts/hello.md", line: 7, column: 3 };
const FILES = [
  "content/site.yaml",
  "content/posts/hello.md",
  "content/posts/other.md",
  "content/posts/draft.md",
  "content/posts/heron.jpg",
  "content/posts/gr\u00e5 h\u00e4ger.png",
  "content/posts/100% wool.jpg",
  "content/posts/c#.png",
  "content/posts/notes.pdf",
  "content/posts/broken.jpg",
  "content/posts/README.md",
  "content/posts/2024/deep/index.md",
  "content/projects/loom.mdx",
  "content/photos/fog.yaml",
  "content/services/advice.md",
  "content/empty/.keep",
  "static/images/logo.png",
  "static/cv.pdf",
  "secret.pdf",
];

let root: string;
let diagnostics: Diagnostics;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "octavo-references-"));
  diagnostics = new Diagnostics();
  for (const file of FILES) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), "");
  }
});
afterEach(() => rm(root, { recursive: true }));

const fromFile = (relative: string): SourceFile => ({ path: `content/${relative}`, relative, absolute: `${root}/content/${relative}` });
const hello = (): SourceFile => fromFile("posts/hello.md");

function pictureAt(path: string): Picture {
  const url = `https://site.example/media${path.slice(root.length)}`;
  return {
    url,
    width: 4,
    height: 3,
    mimeType: "image/jpeg",
    thumbhash: "aa",
    dominantColor: "#000000",
    variants: [],
    exif: null,
    takenAt: null,
  };
}

function references(options: Partial<ReferencesOptions> = {}): ContentReferences {
  const documents: Record<string, LinkTarget> = {
    "posts/hello.md": { url: "https://site.example/posts/hello", published: true },
    "posts/other.md": { url: "https://site.example/posts/other", published: true },
    "posts/draft.md": { url: "https://site.example/posts/draft", published: false },
    "posts/2024/deep/index.md": { url: "https://site.example/posts/deep", published: true },
    "projects/loom.mdx": { url: "https://site.example/projects/loom", published: true },
    "photos/fog.yaml": { url: "https://site.example/photos/fog", published: true },
    "services/advice.md": { url: null, published: true },
  };
  const staticDirs = [`${root}/static`, `${root}/public`];
  return createReferences({
    tree: createFileTree({ folders: createOwnFolders([`${root}/content`, ...(options.staticDirs ?? staticDirs)]) }),
    linkNames: [],
    sites: ["https://ines.example"],
    privatePaths: [],
    contentDir: `${root}/content`,
    staticDirs,
    entries: (absolute) => documents[absolute.slice(`${root}/content/`.length)] ?? null,
    pictures: {
      process: async (path) => {
        if (path.endsWith("broken.jpg")) throw new PictureError("damaged-picture", "is damaged or truncated", "copy it again");
        return pictureAt(path);
      },
      file: async (path) => ({ url: `https://site.example/media${path.slice(root.length)}`, mimeType: "application/pdf", bytes: 1 }),
    },
    checks: { ...MILD, brokenLinks: "error", missingPictures: "error" },
    diagnosticsOf: () => diagnostics,
    ...options,
  });
}

/** Reported findings, without positions. */
const found = (): Partial<Diagnostic>[] =>
  diagnostics.all().map(({ severity, code, message, hint }) => ({ severity, code, message, ...(hint === undefined ? {} : { hint }) }));

describe("a link to a document", () => {
  test.each([
    ["other.md", "https://site.example/posts/other"],
    ["./other.md", "https://site.example/posts/other"],
    ["other.md#part-two", "https://site.example/posts/other#part-two"],
    ["other.md?ref=x#part-two", "https://site.example/posts/other?ref=x#part-two"],
    ["other", "https://site.example/posts/other"],
    ["./other/", "https://site.example/posts/other"],
    ["../projects/loom.mdx", "https://site.example/projects/loom"],
    ["../projects/loom", "https://site.example/projects/loom"],
    ["../photos/fog", "https://site.example/photos/fog"],
    ["2024/deep/index.md", "https://site.example/posts/deep"],
    ["2024/deep/", "https://site.example/posts/deep"],
    ["2024/../%6Fther.md", "https://site.example/posts/other"],
    ["/posts/other.md", "https://site.example/posts/other"],
    ["@/posts/other.md#x", "https://site.example/posts/other#x"],
  ])("%s becomes its public address", async (href, url) => {
    expect(await references().link(href, hello(), () => AT)).toBe(url);
    expect(found()).toEqual([]);
  });

  test("in a file of a deeper folder is resolved from that folder", async () => {
    expect(await references().link("../../other.md", fromFile("posts/2024/deep/index.md"), () => AT)).toBe(
      "https://site.example/posts/other",
    );
  });

  test("that is not published keeps its future address, with a warning", async () => {
    expect(await references().link("draft.md#x", hello(), () => AT)).toBe("https://site.example/posts/draft#x");
    expect(found()).toEqual([
      {
        severity: "warning",
        code: "unpublished-link",
        message: '"draft.md#x" is not published yet',
        hint: "until then, readers who follow the link find nothing",
      },
    ]);
  });

  test("by its slug is found if the caller knows slugs, and a file takes precedence", async () => {
    const bySlug = (slug: string): LinkTarget | null =>
      slug === "renamed" ? { url: "https://site.example/posts/renamed", published: true } : null;
    const resolver = references({ bySlug });
    expect(await resolver.link("../renamed/", hello(), () => AT)).toBe("https://site.example/posts/renamed");
    expect(await resolver.link("unknown/", hello(), () => AT)).toBeNull();
    expect(found().map(({ code }) => code)).toEqual(["broken-link"]);
  });

  test("of a kind without pages is reported", async () => {
    expect(await references().link("../services/advice.md", hello(), () => AT)).toBeNull();
    expect(found()).toMatchObject([{ severity: "error", code: "broken-link", message: '"../services/advice.md" has no page of its own' }]);
  });
});

describe("a link to another file", () => {
  test("publishes it", async () => {
    expect(await references().link("notes.pdf?x#page=2", hello(), () => AT)).toBe(
      "https://site.example/media/content/posts/notes.pdf#page=2",
    );
    expect(await references().link("/cv.pdf", hello(), () => AT)).toBe("https://site.example/media/static/cv.pdf");
    expect(await references().link("../../static/cv.pdf", hello(), () => AT)).toBe("https://site.example/media/static/cv.pdf");
    expect(found()).toEqual([]);
  });

  test.each(["../site.yaml", "README.md"])("never publishes the source %s", async (href) => {
    expect(await references().link(href, hello(), () => AT)).toBeNull();
    expect(found()).toMatchObject([{ code: "broken-link", message: `"${href}" has no page of its own` }]);
  });

  test.each([
    ["../.env", "names that begin with a dot are private"],
    ["../.git/config", "names that begin with a dot are private"],
    ["../octavo.config.js", "it is a configuration"],
    ["../data/secrets.json", "it is in the folder of the database"],
  ])("never publishes the private file %s of a project that is its own content folder", async (href, reason) => {
    for (const name of [".env", ".git/config", "octavo.config.js", "data/secrets.json", "data/octavo.db"]) {
      await mkdir(dirname(join(root, "content", name)), { recursive: true });
      await writeFile(join(root, "content", name), "TOKEN=1");
    }
    const links = references({ privatePaths: [`${root}/content/data/octavo.db`] });
    expect(await links.link(href, hello(), () => AT)).toBeNull();
    expect(await links.file(href, ["slides"], { file: hello(), locate: () => AT, written: (field) => field })).toBeNull();
    const message = `"${href}" is not published: ${reason}`;
    expect(found()).toMatchObject([
      { code: "private-file", message },
      { code: "private-file", message },
    ]);
  });

  test.each([
    "../../secret.pdf",
    "..%2F..%2Fsecret.pdf",
    "../../../../../../../etc/passwd",
    "@/../../x/../../../secret.pdf",
  ])("does not leave the content folder by %s", async (href) => {
    expect(await references().link(href, hello(), () => AT)).toBeNull();
    expect(found()).toHaveLength(1);
    expect(found()[0]?.code).toMatch(/^(?:link-outside-content|broken-link)$/);
  });
});

describe("a link that the build does not resolve", () => {
  test.each([
    "https://other.example/x",
    "mailto:ines@site.example",
    "//cdn.example/x",
    "#part",
    "?page=2",
    "",
    "/posts/hello/",
    "/about",
    "/../../secret.pdf",
  ])("%j stays as it is", async (href) => {
    expect(await references().link(href, hello(), () => AT)).toBeNull();
    expect(found()).toEqual([]);
  });
});

describe("a broken link", () => {
  test("is reported at its place, with the intended file", async () => {
    expect(await references().link("../projects/lom.mdx", hello(), () => AT)).toBeNull();
    expect(diagnostics.all()).toEqual([
      {
        severity: "error",
        ...AT,
        code: "broken-link",
        message: '"../projects/lom.mdx" is not there',
        hint: "did you mean ../projects/loom.mdx?",
      },
    ]);
  });

  test.each([
    ["Other.md", "did you mean ./other.md?"],
    ["othr", "did you mean ./other.md?"],
    ["../project/loom.mdx", "did you mean ../projects/loom.mdx?"],
    ["/nowhere.md/../../projects/lom.mdx", null],
    ["..\\projects\\loom.mdx", "write the path with forward slashes"],
    ["something-else-entirely.md", "the path is relative to the folder of this file"],
    ["100%.md", "the path is relative to the folder of this file"],
    ["other.md%00.pdf", "the path is relative to the folder of this file"],
  ])("%s gets the hint %j", async (href, hint) => {
    await references().link(href, hello(), () => AT);
    expect(found().map((finding) => finding.hint)).toEqual(hint === null ? [] : [hint]);
  });

  test("to a folder without a document is reported as such", async () => {
    await references().link("../empty/", hello(), () => AT);
    expect(found()).toMatchObject([{ message: '"../empty/" is a folder without an index.md', hint: "name a file in it" }]);
  });

  test("has the severity that the configuration sets", async () => {
    await references({ checks: { ...MILD, brokenLinks: "warning", missingPictures: "error" } }).link("nowhere.md", hello(), () => AT);
    await references({ checks: { ...MILD, brokenLinks: "off", missingPictures: "error" } }).link("nowhere-else.md", hello(), () => AT);
    expect(found()).toMatchObject([{ severity: "warning", message: '"nowhere.md" is not there' }]);
  });
});

describe("a picture", () => {
  test.each([
    ["heron.jpg", "content/posts/heron.jpg"],
    ["./heron.jpg?v=2", "content/posts/heron.jpg"],
    ["gr%C3%A5%20h%C3%A4ger.png", "content/posts/gr\u00e5 h\u00e4ger.png"],
    ["gra\u030a ha\u0308ger.png", "content/posts/gr\u00e5 h\u00e4ger.png"],
    ["100% wool.jpg", "content/posts/100% wool.jpg"],
    ["c%23.png", "content/posts/c#.png"],
    ["c#.png", "content/posts/c#.png"],
    ["/images/logo.png", "static/images/logo.png"],
    ["../../static/images/logo.png", "static/images/logo.png"],
    ["/static/images/logo.png", "static/images/logo.png"],
  ])("%s in Markdown is found", async (src, file) => {
    const picture = await references().picture(src, hello(), () => AT);
    expect(found()).toEqual([]);
    expect(picture?.url).toBe(`https://site.example/media/${file}`);
  });

  test.each([
    ["heorn.jpg", "missing-picture", "did you mean ./heron.jpg?"],
    ["heron.png", "missing-picture", "did you mean ./heron.jpg?"],
    ["other.jpg", "missing-picture", "the path is relative to the folder of this file"],
    ["/images/lgo.png", "missing-picture", "did you mean /images/logo.png?"],
    ["images/logo.png", "missing-picture", "did you mean /images/logo.png?"],
    ["/heron.jpg", "missing-picture", "did you mean ./heron.jpg?"],
    ["/nothing.png", "missing-picture", "a path that begins with / is looked up in the static folders of the configuration"],
    ["../../secret.png", "picture-outside-content", "copy the file into this file's folder or a static folder"],
    ["2024", "missing-picture", "name a file in it"],
    ["", "missing-picture", "the path is relative to the folder of this file"],
    ["broken.jpg", "damaged-picture", "copy it again"],
  ])("%j is reported as %s", async (src, code, hint) => {
    expect(await references().picture(src, hello(), () => AT)).toBeNull();
    expect(found()).toMatchObject([{ severity: "error", code, hint }]);
    expect(diagnostics.all()).toMatchObject([AT]);
  });

  test("has the severity that the configuration sets, whatever is wrong with it", async () => {
    const resolver = references({ checks: { ...MILD, brokenLinks: "error", missingPictures: "warning" } });
    await resolver.picture("nowhere.jpg", hello(), () => AT);
    await resolver.picture("broken.jpg", hello(), () => AT);
    expect(found().map(({ severity }) => severity)).toEqual(["warning", "warning"]);
  });
});

describe("a picture in the front matter", () => {
  const owner = () => ({ file: hello(), locate: (field: readonly (string | number)[]) => ({ ...AT, column: field.length }) });

  test("becomes an image with its alternative text", async () => {
    expect(await references().image({ src: "./heron.jpg", alt: "A grey heron", size: NO_SIZE, field: ["cover"] }, owner())).toEqual({
      url: "https://site.example/media/content/posts/heron.jpg",
      width: 4,
      height: 3,
      alt: "A grey heron",
      mimeType: "image/jpeg",
      thumbhash: "aa",
      dominantColor: "#000000",
      variants: [],
    });
    expect((await references().image({ src: "heron.jpg", alt: null, size: NO_SIZE, field: ["cover"] }, owner()))?.alt).toBe("");
  });

  test("is a path, not a URL: % and # are ordinary characters", async () => {
    expect((await references().image({ src: "100% wool.jpg", alt: "", size: NO_SIZE, field: ["cover"] }, owner()))?.url).toMatch(
      /100% wool\.jpg$/,
    );
    expect((await references().image({ src: "c#.png", alt: "", size: NO_SIZE, field: ["cover"] }, owner()))?.url).toMatch(/c#\.png$/);
    expect(
      (await references().image({ src: "gr%C3%A5%20h%C3%A4ger.png", alt: "", size: NO_SIZE, field: ["cover"] }, owner()))?.url,
    ).toMatch(/ger\.png$/);
    expect(found()).toEqual([]);
  });

  test("that is missing is reported at its field", async () => {
    expect(await references().image({ src: "./heorn.jpg", alt: null, size: NO_SIZE, field: ["images", 0] }, owner())).toBeNull();
    expect(diagnostics.all()).toEqual([
      {
        severity: "error",
        ...AT,
        column: 2,
        field: "images.0",
        code: "missing-picture",
        message: '"./heorn.jpg" is not there',
        hint: "did you mean ./heron.jpg?",
      },
    ]);
  });

  test("on another server is an image with the stated properties", async () => {
    const ref = { src: "https://other.example/a.JPG?x=1", alt: null, size: { width: 1200, height: null }, field: ["cover"] };
    expect(await references().image(ref, owner())).toEqual({
      url: "https://other.example/a.JPG?x=1",
      width: 1200,
      height: null,
      alt: "",
      mimeType: "image/jpeg",
      thumbhash: null,
      dominantColor: null,
      variants: [],
    });
    expect(await references().image({ ...ref, src: "//other.example/a" }, owner())).toMatchObject({
      url: "https://other.example/a",
      mimeType: null,
    });
    expect(found()).toEqual([]);
  });

  test("under the site's own address is the file of a static folder, if there is one", async () => {
    const image = (src: string) => references().image({ src, alt: "", size: NO_SIZE, field: ["cover"] }, owner());
    expect(await image("https://ines.example/images/logo.png")).toMatchObject({
      url: expect.stringMatching(/^https:\/\/site\.example\/media/),
      width: 4,
    });
    expect(await image("https://ines.example/nowhere.png")).toMatchObject({ url: "https://ines.example/nowhere.png", width: null });
    expect((await references().picture("https://ines.example/images/logo.png", hello(), () => AT))?.width).toBe(4);
    expect(await references().picture("https://ines.example/nowhere.png", hello(), () => AT)).toBeNull();
    expect(await references().picture("https://other.example/logo.png", hello(), () => AT)).toBeNull();
    expect(found()).toEqual([]);
  });

  test("that is a data: URL is refused, with the remedy", async () => {
    const ref = { src: "data:image/png;base64,AAAA", alt: null, size: NO_SIZE, field: ["cover"] };
    expect(await references().image(ref, owner())).toBeNull();
    expect(found()).toMatchObject([{ code: "missing-picture", message: '"data:image/png;base64,AAAA" is not a path' }]);
  });
});

describe("links in a folder of 1,500 posts", () => {
  const slugs = Array.from({ length: 1_500 }, (_, index) => `on-the-weather-of-day-${index}`);
  /**
   * Comparing each link with each file would take 2.5 s in the first test and 40 s in the second.
   */
  const CPU_MAX_MS = 1_000;

  beforeEach(async () => {
    for (const slug of slugs) await writeFile(join(root, `content/posts/${slug}.md`), "");
  });

  async function cpuMsOf(run: () => Promise<void>): Promise<number> {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  }

  test("to pages from the root are looked up, not searched for misspellings", async () => {
    const resolver = references();
    const cpuMs = await cpuMsOf(async () => {
      for (const slug of slugs) expect(await resolver.link(`/posts/${slug}/`, hello(), () => AT)).toBeNull();
    });
    expect(found()).toEqual([]);
    expect(cpuMs).toBeLessThan(CPU_MAX_MS);
  });

  test("that are all broken still name the intended target", async () => {
    const resolver = references();
    const cpuMs = await cpuMsOf(async () => {
      for (const [line, slug] of slugs.entries())
        await resolver.link(`${slug.replace("weather", "wether")}.md`, hello(), () => ({ ...AT, line }));
    });
    expect(diagnostics.all().map(({ hint }) => hint)).toEqual(slugs.map((slug) => `did you mean ./${slug}.md?`));
    expect(cpuMs).toBeLessThan(CPU_MAX_MS);
  });
});

describe("a symbolic link out of the site's folders", () => {
  const HINT = "replace the link with the file itself, or add the folder to which it leads to `static`";
  beforeEach(async () => {
    await mkdir(join(root, "vault"));
    await writeFile(join(root, "vault/notes.pdf"), "");
    await symlink(join(root, "secret.pdf"), join(root, "content/posts/leak.pdf"));
    await symlink(join(root, "vault"), join(root, "static/vault"));
  });
  const owner = { file: fromFile, locate: () => AT, written: (field: readonly (string | number)[]) => field };

  test("is not followed by links, pictures and files of the front matter, and each says where it leads", async () => {
    const all = references();
    const answers = [
      await all.link("leak.pdf", hello(), () => AT),
      await all.link("/vault/notes.pdf", hello(), () => AT),
      await all.picture("leak.pdf", hello(), () => AT),
      await all.file("./leak.pdf", ["slides"], { ...owner, file: hello() }),
    ];
    expect(answers).toEqual([null, null, null, null]);
    const message = (text: string, link: string, target: string): string =>
      `${JSON.stringify(text)} is not published: the symbolic link ${link} leads to ${root}/${target}, outside the site's folders`;
    const error = { severity: "error", hint: HINT };
    expect(found()).toEqual([
      { ...error, code: "link-outside-content", message: message("./leak.pdf", "leak.pdf", "secret.pdf") },
      { ...error, code: "link-outside-content", message: message("/vault/notes.pdf", "vault", "vault") },
      { ...error, code: "link-outside-content", message: message("leak.pdf", "leak.pdf", "secret.pdf") },
      { ...error, code: "picture-outside-content", message: message("leak.pdf", "leak.pdf", "secret.pdf") },
    ]);
  });

  test("is followed to a folder that `static` names", async () => {
    const all = references({ staticDirs: [`${root}/static`, `${root}/vault`] });
    expect(await all.link("/vault/notes.pdf", hello(), () => AT)).toBe("https://site.example/media/static/vault/notes.pdf");
    expect(found()).toEqual([]);
  });
});
