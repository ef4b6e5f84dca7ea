import { describe, expect, it } from "vitest";
import { createSchedule } from "../../../../build/assemble/schedule.ts";
import { entriesOf } from "../../../../build/kinds/kinds.ts";
import { byKey } from "../../../../contract/by-key.ts";
import { COLLECTION_NAMES, type CollectionName } from "../../../../contract/config/config-names.ts";
import type { OctavoConfig } from "../../../../contract/config/define-config.ts";
import { DOCUMENT_KIND_NAMES } from "../../../../kinds/document-kinds.ts";
import { requiredFieldsOf } from "../../incremental/front-matter-values.ts";
import { parseFiles, post, SITE } from "../../parse/parse-files.ts";

const NOW = "2024-07-01T00:00:00.000Z";
const PAST = "2020-01-31";
const FUTURE = "2030-01-31";
const SETTINGS = ["error", "collect", "ignore"] as const;

const REQUIRED: Readonly<Record<CollectionName, string>> = {
  posts: "title: A\ndate: 2019-05-01",
  series: "title: A",
  ...byKey(DOCUMENT_KIND_NAMES, (kind) =>
    ["title: A", ...Object.entries(requiredFieldsOf(kind)).map(([field, value]) => `${field}: ${JSON.stringify(value)}`)].join("\n"),
  ),
};

interface Verdict {
  readonly lines: readonly string[];
  /** `hidden` means hidden at every time. */
  readonly shown: "listed" | "unlisted" | "hidden" | "later" | "over" | null;
  readonly nextChange: string | null;
}

/** How a document with these lines of front matter is shown. */
async function judge(frontMatter: string, kind: CollectionName = "posts", config: OctavoConfig = {}): Promise<Verdict> {
  const path = kind === "series" ? "series/a.yaml" : `${kind}/a.md`;
  const data = `${REQUIRED[kind]}\n${frontMatter}`;
  const { content, lines } = await parseFiles({ "site.yaml": SITE, [path]: kind === "series" ? data : post(data) }, { config });
  const [entry] = content === null ? [] : entriesOf(content, kind);
  if (content === null || entry === undefined || lines.some((line) => line.includes("  error  ")))
    return { lines, shown: null, nextChange: null };
  const isPublished = (now: string): boolean => createSchedule(content, { now, drafts: false, future: false }).isPublished(entry);
  const { nextChange } = createSchedule(content, { now: NOW, drafts: false, future: false });
  const unlisted = entry.kind === "posts" && entry.unlisted;
  const before = isPublished("2019-06-01T00:00:00.000Z");
  const after = isPublished("2040-01-01T00:00:00.000Z");
  const shown = isPublished(NOW) ? (unlisted ? "unlisted" : "listed") : after ? "later" : before ? "over" : "hidden";
  return { lines, shown, nextChange };
}

const underEach = async (frontMatter: string, kind?: CollectionName): Promise<Verdict[]> =>
  Promise.all(SETTINGS.map((unknownKeys) => judge(frontMatter, kind, { frontMatter: { unknownKeys } })));

it("a build counts withheld documents, each once", async () => {
  const { content } = await parseFiles({
    "site.yaml": SITE,
    "posts/a.md": post("title: A\ndraft: true\npublishedAt: 2030-01-31"),
    "posts/b.md": post("title: B\npublishedAt: 2030-01-31"),
    "posts/c.md": post("title: C\npublishedAt: 2020-01-31\nexpiresAt: 2020-02-28"),
    "posts/d.md": post("title: D\npublishedAt: 2020-01-31"),
    "books/e.md": post("title: E\ndraft: true"),
  });
  if (content === null) throw new Error("nothing was parsed");
  expect(createSchedule(content, { now: NOW, drafts: false, future: false }).withheld).toEqual({ drafts: 2, scheduled: 1, expired: 1 });
  expect(createSchedule(content, { now: NOW, drafts: true, future: true }).withheld).toEqual({ drafts: 0, scheduled: 0, expired: 1 });
});

describe("keys that make a post private, or public later", () => {
  it.each([
    ["publishDate: 2030-01-31", "later"],
    ["publishdate: 2030-01-31", "later"],
    ["PublishDate: 2030-01-31", "later"],
    ["publish_date: 2030-1-31", "later"],
    ["published_at: 2030-01-31T10:00:00Z", "later"],
    ["Published-At: 2030-01-31", "later"],
    ["published: 2030-01-31", "later"],
    ["status: future\npublished_at: 2030-01-31", "later"],
    ["expiryDate: 2020-01-31", "over"],
    ["ExpiryDate: 2020-01-31", "over"],
    ["expires: 2020-01-31\nexpiryDate: 2030-01-31", "over"],
    ["unpublish_date: 2020-01-31", "over"],
    ["expiresAt: 2020-01-31", "over"],
    ["draft: true", "hidden"],
    ["draft: yes", "hidden"],
    ['draft: "on"', "hidden"],
    ["Draft: true", "hidden"],
    ["DRAFT: True", "hidden"],
    ["draft: false\nisDraft: true", "hidden"],
    ["is_draft: yes", "hidden"],
    ["published: false", "hidden"],
    ["Published: no", "hidden"],
    ["publish: false", "hidden"],
    ["publish: draft", "hidden"],
    ["dg-publish: false", "hidden"],
    ["public: false", "hidden"],
    ["private: true", "hidden"],
    ["headless: true", "hidden"],
    ["render: false", "hidden"],
    ["status: draft", "hidden"],
    ["Status: Draft", "hidden"],
    ["status: private", "hidden"],
    ["status: pending", "hidden"],
    ["post_status: auto-draft", "hidden"],
    ["visibility: private", "hidden"],
    ["build: { render: never }", "hidden"],
    ["_build: { render: false, list: always }", "hidden"],
    ["Build: { Render: Never }", "hidden"],
    ["unlisted: true", "unlisted"],
    ["Unlisted: yes", "unlisted"],
    ["visibility: unlisted", "unlisted"],
    ["_build: { list: never }", "unlisted"],
    ["eleventyExcludeFromCollections: true", "unlisted"],
    ["_discoverable: no", "unlisted"],
  ] as const)("%j is understood under every setting: it is %s", async (frontMatter, shown) => {
    for (const verdict of await underEach(frontMatter)) expect(verdict).toMatchObject({ lines: [], shown });
  });

  it.each([
    ["hidden: true", "hidden"],
    ["Hidden: true", "Hidden"],
    ["hidden: in lists", "hidden"],
    ["hide: true", "hide"],
    ["visibility: members", "visibility"],
    ["status: sent", "status"],
    ["status: scheduled", "status"],
    ["password: hunter2", "password"],
    ["permalink: false", "permalink"],
    ["PermaLink: no", "PermaLink"],
    ["email_only: true", "email_only"],
    ["routable: false", "routable"],
    ["build: { render: link }", "build"],
    ["_build: { list: local }", "_build"],
    ["extra: { hidden: true }", "extra.hidden"],
    ["params: { password: hunter2 }", "params.password"],
    ["params: { visibility: members }", "params.visibility"],
  ])("%j is an error under every setting, and the error names the key and the remedies", async (frontMatter, key) => {
    const own = frontMatter === "status: scheduled" ? { posts: "title: A" } : REQUIRED;
    for (const unknownKeys of SETTINGS) {
      const files = { "site.yaml": SITE, "posts/a.md": post(`${own.posts}\n${frontMatter}`) };
      const errors = (await parseFiles(files, { config: { frontMatter: { unknownKeys } } })).lines.filter((line) =>
        line.includes("  error  "),
      );
      const inTable = unknownKeys === "error" && key.includes(".");
      expect(errors.length).toBe(inTable ? 2 : 1);
      const [line = ""] = errors.filter((error) => error.includes(` ${key}: `));
      expect(line).toContain("draft: true");
      expect(line).toContain(`names: { posts: { "${key}": "" } }`);
    }
  });

  it("count in the tables in which generators keep the author's own keys", async () => {
    const config: OctavoConfig = { frontMatter: { unknownKeys: "collect" } };
    expect(await judge("params: { draft: true, status: seedling }", "posts", config)).toMatchObject({ lines: [], shown: "hidden" });
    expect(await judge("extra: { private: true }", "posts", config)).toMatchObject({ lines: [], shown: "hidden" });
    expect(await judge("Params: { Draft: true }", "posts", config)).toMatchObject({ lines: [], shown: "hidden" });
    expect(await judge("extra: { published: false }", "posts", config)).toMatchObject({ lines: [], shown: "hidden" });
    expect(await judge("params: { status: draft }", "posts", config)).toMatchObject({ lines: [], shown: "hidden" });
    expect(await judge("extra: { hidden: false }", "posts", config)).toMatchObject({ lines: [], shown: "listed" });
  });

  it("cannot come from a merge key, which is an error", async () => {
    const config: OctavoConfig = { frontMatter: { unknownKeys: "ignore" } };
    const { lines } = await judge("base: &b { draft: true }\n<<: *b", "posts", config);
    expect(lines).toEqual([expect.stringContaining("merge keys are not read")]);
  });

  it("can be ignored or given a meaning by the author", async () => {
    const names = (posts: Readonly<Record<string, string>>): OctavoConfig => ({ frontMatter: { names: { posts }, unknownKeys: "ignore" } });
    expect(await judge("hidden: true", "posts", names({ hidden: "" }))).toMatchObject({ lines: [], shown: "listed" });
    expect(await judge("hidden: true", "posts", names({ hidden: "unlisted" }))).toMatchObject({ lines: [], shown: "unlisted" });
    expect(await judge("hidden: yes", "posts", names({ hidden: "draft" }))).toMatchObject({ lines: [], shown: "hidden" });
    expect(await judge(`publishDate: ${FUTURE}`, "posts", names({ publishDate: "" }))).toMatchObject({ lines: [], shown: "listed" });
    expect(await judge("extra: { hidden: true }", "posts", names({ "extra.hidden": "" }))).toMatchObject({ lines: [], shown: "listed" });
    const all: OctavoConfig = { frontMatter: { names: { all: { private: "" } } } };
    expect(await judge("private: true", "projects", all)).toMatchObject({ lines: [], shown: "listed" });
  });

  it("count in default values, unless a document states its own", async () => {
    const config: OctavoConfig = { frontMatter: { defaults: { posts: { status: "draft" } } } };
    expect(await judge("", "posts", config)).toMatchObject({ shown: "hidden" });
    expect(await judge("published: true", "posts", config)).toMatchObject({ shown: "listed" });
    const hidden: OctavoConfig = { frontMatter: { defaults: { posts: { hidden: true } }, unknownKeys: "ignore" } };
    expect((await judge("", "posts", hidden)).lines).toEqual([expect.stringMatching(/^octavo\.config\.mjs:1:1 {2}error {2}hidden: /)]);
  });
});

describe("keys that hide nothing", () => {
  it.each([
    "hidden: false",
    "Hidden: no",
    "unlisted: false",
    "private: false",
    "password: ''",
    "status: published",
    "Status: Publish",
    "visibility: public",
    "publish: true",
    "published: yes",
    "isDraft: false",
    "build: { render: always, list: always }",
    "status: scheduled",
    "expiryDate:",
    "publishDate: 2019-05-01",
  ])("%j passes under every setting", async (frontMatter) => {
    for (const verdict of await underEach(frontMatter)) expect(verdict).toMatchObject({ lines: [], shown: "listed", nextChange: null });
  });

  it.each([
    "hide: [toc]",
    "build: 17",
    "render: mermaid",
    "sitemap: false",
    "noindex: true",
  ])("%j is treated like any other key", async (frontMatter) => {
    const [error, collect, ignore] = await underEach(frontMatter);
    expect(error?.lines).toEqual([expect.stringContaining(": unknown key (")]);
    expect(collect).toMatchObject({ lines: [], shown: "listed" });
    expect(ignore).toMatchObject({ lines: [], shown: "listed" });
  });
});

describe("dates of publication and of expiry", () => {
  const posted = async (frontMatter: string): Promise<readonly [string | null, string | null]> => {
    const { content } = await parseFiles({
      "site.yaml": "name: A\nurl: https://a.example\n",
      "posts/a.md": post(`title: A\n${frontMatter}`),
    });
    const [entry] = content?.posts ?? [];
    return [entry?.publishedAt?.slice(0, 10) ?? null, entry?.expiresAt?.slice(0, 10) ?? null];
  };

  it("are the latest and the earliest of several, in any order", async () => {
    expect(await posted(`date: ${PAST}\npublishDate: ${FUTURE}`)).toEqual([FUTURE, null]);
    expect(await posted(`publishDate: ${FUTURE}\ndate: ${PAST}`)).toEqual([FUTURE, null]);
    expect(await posted(`date: ${FUTURE}\npublishDate: ${PAST}`)).toEqual([FUTURE, null]);
    expect(await posted(`date: ${PAST}\nexpiryDate: ${FUTURE}\nexpires: 2025-01-01`)).toEqual([PAST, "2025-01-01"]);
  });

  it("do not include the date of creation, unless there is no other date", async () => {
    expect(await posted(`date: ${PAST}\ncreated: ${FUTURE}\ncreatedAt: ${FUTURE}`)).toEqual([PAST, null]);
    expect(await posted(`Created: ${PAST}`)).toEqual([PAST, null]);
  });

  it("that cannot be read are mistakes, even if the document has a valid date", async () => {
    const { lines } = await judge("publishDate: next week");
    expect(lines).toEqual([expect.stringContaining('posts/a.md:4:14  error  publishDate: "next week" is not a date')]);
  });

  it("that differ from the date under the field's own name are mistakes", async () => {
    const { lines } = await judge(`publishedAt: ${PAST}\nPublishDate: ${FUTURE}`);
    expect(lines.some((line) => line.includes("PublishDate: differs from publishedAt"))).toBe(true);
  });

  it("determine the next build, for every kind", async () => {
    expect((await judge(`expiryDate: ${FUTURE}`)).nextChange).toBe("2030-01-30T23:00:00.000Z");
    expect((await judge(`publishDate: ${FUTURE}\nexpiryDate: 2031-01-31`)).nextChange).toBe("2030-01-30T23:00:00.000Z");
    expect((await judge(`draft: true\npublishDate: ${FUTURE}`)).nextChange).toBeNull();
    // It ends before it begins, so nothing ever changes.
    expect((await judge(`publishDate: ${FUTURE}\nexpiryDate: 2029-01-31`)).nextChange).toBeNull();
    for (const kind of COLLECTION_NAMES) expect((await judge(`expires_at: ${FUTURE}`, kind)).nextChange).toBe("2030-01-30T23:00:00.000Z");
  });
});

describe("other kinds", () => {
  it.each(COLLECTION_NAMES)("%s have drafts, dates and expiries too, and cannot be unlisted", async (kind) => {
    for (const [frontMatter, shown] of [
      ["Draft: true", "hidden"],
      ["published: false", "hidden"],
      ["private: yes", "hidden"],
      [`publishDate: ${FUTURE}`, "later"],
      [`expiryDate: ${PAST}`, "over"],
    ] as const)
      for (const verdict of await underEach(frontMatter, kind)) expect(verdict).toMatchObject({ lines: [], shown });
    for (const { lines } of await underEach("hidden: true", kind))
      expect(lines).toEqual([expect.stringContaining(`names: { ${kind}: { "hidden": "" } }`)]);
    if (kind === "posts") return;
    for (const { lines } of await underEach("unlisted: true", kind)) expect(lines).toEqual([expect.stringContaining("only posts can be")]);
  });

  it("keep a status of their own", async () => {
    expect(await judge("status: archived", "projects")).toMatchObject({ lines: [], shown: "listed" });
    expect((await judge("status: draft", "projects")).lines).toEqual([expect.stringContaining("is not one of its values")]);
    expect(await judge("Status: Draft", "projects", { frontMatter: { unknownKeys: "ignore" } })).toMatchObject({ shown: "hidden" });
    expect(await judge("status: complete", "series")).toMatchObject({ lines: [], shown: "listed" });
    expect((await judge("status: members", "photos")).lines).toEqual([expect.stringContaining("status: decides who")]);
  });

  it("include books, in which the year of printing is not the document's own date", async () => {
    const collect: OctavoConfig = { frontMatter: { unknownKeys: "collect" } };
    expect(await judge("published: 1998\ndatePublished: 1998-05", "books", collect)).toMatchObject({ lines: [], shown: "listed" });
    expect(await judge(`published: ${FUTURE}`, "books", collect)).toMatchObject({ lines: [], shown: "later" });
  });

  it("include the about page", async () => {
    const about = async (frontMatter: string) => {
      const { content, lines } = await parseFiles(
        { "site.yaml": SITE, "about.md": post(`headline: Me\n${frontMatter}`), "posts/a.md": post(REQUIRED.posts) },
        { config: { frontMatter: { unknownKeys: "ignore" } } },
      );
      const schedule = content === null ? null : createSchedule(content, { now: NOW, drafts: false, future: false });
      const isPublic = content?.about === undefined || content.about === null ? null : schedule?.isPublished(content.about);
      return [lines.map((line) => line.replace(/^.* {2}error {2}/, "")), isPublic, schedule?.nextChange];
    };
    expect(await about("Draft: true")).toEqual([[], false, null]);
    expect(await about("draft: no")).toEqual([[], true, null]);
    expect(await about(`expires: ${FUTURE}`)).toEqual([[], true, "2030-01-30T23:00:00.000Z"]);
    expect(await about("visibility: members")).toEqual([[expect.stringContaining("visibility: decides who")], expect.anything(), null]);
  });
});
