import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { resolveOwnKinds } from "../../../build/config/resolve-kinds.ts";
import { findRepository } from "../../../cli/init/site-plan.ts";
import { findFilesWithoutForm, toSveltiaFiles } from "../../../cli/init/sveltia.ts";
import { defineKind, field } from "../../../contract/config/define-kind.ts";

const SCHEMA = JSON.parse(readFileSync(join(import.meta.dirname, "../../fixtures/sveltia/sveltia-cms.schema.json"), "utf8"));
const ajv = new Ajv({ strict: false, allErrors: false });
addFormats.default(ajv);
const validate = ajv.compile(SCHEMA);

interface SveltiaField {
  readonly name: string;
  readonly widget: string;
  readonly required: boolean;
  readonly options?: readonly string[];
  readonly fields?: readonly SveltiaField[];
}

const files = new Map(toSveltiaFiles({ host: "github", path: "ines/site" }).map(({ path, text }) => [path, text]));
const config: { collections: { name: string; fields: SveltiaField[] }[]; singletons: { name: string; fields: SveltiaField[] }[] } = parse(
  files.get("public/admin/config.yml") ?? "",
);
const fieldsOf = (name: string): ReadonlyMap<string, SveltiaField> =>
  new Map([...config.collections, ...config.singletons].find((one) => one.name === name)?.fields.map((field) => [field.name, field]) ?? []);

describe("the configuration of Sveltia CMS", () => {
  it("is valid by Sveltia's own schema, which detects mistakes", () => {
    expect([validate(config), validate.errors ?? []]).toEqual([true, []]);
    expect(validate({ ...config, colections: [] })).toBe(false);
  });

  it("has a form for each kind, with the fields of its schema", () => {
    expect(config.collections.map(({ name }) => name)).toEqual(["posts", "projects", "books", "photos", "services", "pages", "series"]);
    expect(config.singletons.map(({ name }) => name)).toEqual(["site", "about"]);
    const posts = fieldsOf("posts");
    expect(posts.get("title")).toMatchObject({ widget: "string", required: true, hint: "Title, as plain text" });
    expect(posts.get("publishedAt")).toMatchObject({ widget: "datetime", required: false });
    expect(posts.get("draft")).toMatchObject({ widget: "boolean" });
    expect(posts.get("type")?.options).toEqual(["TEXT", "VIDEO", "IMAGE"]);
    expect(posts.get("tags")).toMatchObject({ widget: "list" });
    expect(
      posts
        .get("cover")
        ?.fields?.slice(0, 2)
        .map(({ name, widget }) => [name, widget]),
    ).toEqual([
      ["src", "image"],
      ["alt", "string"],
    ]);
    expect(posts.get("body")).toMatchObject({ widget: "richtext" });
    expect(posts.has("pubDate")).toBe(false);
    expect(fieldsOf("books").get("rating")).toMatchObject({ widget: "number", value_type: "float", min: 0.5, max: 5, step: 0.5 });
    expect(fieldsOf("photos").get("image")).toMatchObject({ widget: "object", required: true });
  });

  it("lists documents that are a file or have their own folder, even in folders of years", () => {
    const entries = config.collections.filter(({ name }) => name !== "series");
    expect(entries).toHaveLength(6);
    // Sveltia's getEntryPathRegEx: a `path` matches only files of its own form; `nested` without a
    // path matches every file below the folder.
    for (const entry of entries) {
      expect(entry).toMatchObject({ folder: `content/${entry.name}`, nested: { subfolders: false } });
      expect(entry).not.toHaveProperty("path");
      expect(entry).not.toHaveProperty("meta");
    }
  });

  it("comes with a page that loads the version that it was written for", () => {
    expect(files.get("public/admin/index.html")).toMatch(
      /<script src="https:\/\/unpkg\.com\/@sveltia\/cms@\d+\.\d+\.\d+\/dist\/sveltia-cms\.js">/,
    );
  });

  it.each([
    [
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:ines/site.git\n\tfetch = +refs\n[branch "main"]\n',
      { host: "github", path: "ines/site" },
    ],
    ['[remote "origin"]\n\turl = https://gitlab.com/group/sub/site\n', { host: "gitlab", path: "group/sub/site" }],
    ['[remote "other"]\n\turl = https://github.com/ines/other.git\n', null],
    ['[remote "origin"]\n\turl = https://codeberg.org/ines/site.git\n', null],
    ["", null],
  ])("finds the repository in %j", (text, repository) => {
    expect(findRepository(text)).toEqual(repository);
  });
});

describe("the configuration of Sveltia CMS for kinds of the site's own", async () => {
  const diagnostics: string[] = [];
  const kinds = await resolveOwnKinds(
    {
      talks: defineKind({
        files: "talks/**/*.md",
        words: { one: "Talk", many: "Talks" },
        fields: {
          event: field.text().describe("Where it was held"),
          held: field.date(),
          level: field.oneOf(["intro", "deep"]).optional(),
          post: field.reference("posts").optional(),
          bookmark: field.reference("bookmarks").optional(),
          photos: field.pictures(),
          startsAt: field.text().optional(),
          src: field.url().optional(),
          breaks: field.list(field.object({ day: field.date(), endsAt: field.text() })),
        },
        tags: true,
      }),
      bookmarks: defineKind({
        files: "bookmarks.yaml",
        words: { one: "Bookmark", many: "Bookmarks" },
        fields: { link: field.url(), seen: field.date() },
      }),
      changes: defineKind({ files: "changes.csv", words: { one: "Change", many: "Changes" }, fields: {} }),
    },
    (_, { message }) => diagnostics.push(message),
  );
  const own = parse(
    new Map(toSveltiaFiles({ host: "github", path: "a/b" }, kinds).map(({ path, text }) => [path, text])).get("public/admin/config.yml") ??
      "",
  );

  it("has a form with a widget for each type of field, valid by Sveltia's own schema", () => {
    expect(diagnostics).toEqual([]);
    expect([validate(own), validate.errors ?? []]).toEqual([true, []]);
    const talks = own.collections.find(({ name }: { name: string }) => name === "talks");
    expect(talks).toMatchObject({ label: "Talks", label_singular: "Talk", folder: "content/talks" });
    const fields = Object.fromEntries(talks.fields.map(({ name, ...rest }: SveltiaField) => [name, rest]));
    expect(fields).toMatchObject({
      event: { widget: "string", required: true, hint: "Where it was held" },
      held: { widget: "datetime", type: "date" },
      level: { widget: "select", options: ["intro", "deep"], required: false },
      post: { widget: "relation", collection: "posts" },
      bookmark: { widget: "string" },
      photos: { widget: "list" },
      startsAt: { widget: "string" },
      src: { widget: "string" },
      tags: { widget: "list" },
      body: { widget: "richtext" },
    });
    expect(fields.breaks.fields.map((one: SveltiaField) => [one.name, one.widget])).toEqual([
      ["day", "datetime"],
      ["endsAt", "string"],
    ]);
    expect(findFilesWithoutForm(kinds)).toEqual(["content/changes.csv"]);
    const {
      fields: [entries],
    } = own.singletons.find(({ name }: { name: string }) => name === "bookmarks");
    expect(own.singletons.map(({ file }: { file: string }) => file)).toContain("content/bookmarks.yaml");
    expect(entries).toMatchObject({ widget: "list", root: true, label_singular: "Bookmark" });
    expect(entries.fields.find(({ name }: { name: string }) => name === "link")).toMatchObject({ widget: "string", required: true });
    expect(entries.fields.find(({ name }: { name: string }) => name === "seen")).toMatchObject({ widget: "datetime", type: "date" });
    expect(own.collections.map(({ name }: { name: string }) => name)).toEqual([
      ...config.collections.slice(0, -1).map(({ name }) => name),
      "talks",
      "series",
    ]);
  });
});
