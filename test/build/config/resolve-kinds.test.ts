import { describe, expect, it } from "vitest";
import { resolveOwnKinds } from "../../../build/config/resolve-kinds.ts";
import { defineKind, field, type KindConfig } from "../../../contract/config/define-kind.ts";

const WORDS = { one: "Talk", many: "Talks" };

/** Returns the mistakes in a definition, one line each. */
async function findWrong(kinds: unknown): Promise<readonly string[]> {
  const lines: string[] = [];
  await resolveOwnKinds(kinds, (at, { message, hint }) => lines.push(`${at.join(".")}: ${message} (${hint})`));
  return lines;
}

const findWrongTalks = (changes: Partial<KindConfig>): Promise<readonly string[]> =>
  findWrong({ talks: { words: WORDS, fields: { event: field.text(), heldOn: field.date() }, ...changes } });

describe("resolveOwnKinds", () => {
  it("derives omitted members of a definition", async () => {
    const talks = defineKind({ words: WORDS, fields: { event: field.text(), heldOn: field.date() }, filters: ["event"] });
    expect(await resolveOwnKinds({ talks }, () => expect.unreachable())).toMatchObject([
      {
        name: "talks",
        files: ["talks/**/*.{md,mdx}"],
        order: ["-heldOn"],
        date: "heldOn",
        page: null,
        filters: [
          { name: "event", type: "folded", column: "posting", member: "event" },
          { name: "language", type: "language" },
          { name: "period", type: "period", column: "prefix", member: "heldOn" },
        ],
        sorts: ["heldOn"],
      },
    ]);
    expect(
      await resolveOwnKinds({ talks: { ...talks, files: ["./talks/*.md", "!./talks/x.md"] } }, () => expect.unreachable()),
    ).toMatchObject([{ files: ["talks/*.md", "!talks/x.md"] }]);
    expect(await resolveOwnKinds({ notes: { words: WORDS, fields: {} } }, () => expect.unreachable())).toMatchObject([
      { order: ["title"], date: null, sorts: ["title"], filters: [{ name: "language" }] },
    ]);
  });

  it.each([
    [{ page: { words: WORDS, fields: {} } }, 'kinds.page: "page" is reserved (rename it, for example to my-page)'],
    [
      { posts: { words: WORDS, fields: {} } },
      'kinds.posts: "posts" is built in (remove it: collections.posts sets its files, frontMatter.extra.posts adds fields; name a kind of your own my-posts)',
    ],
    [
      { series: { words: WORDS, fields: {} } },
      'kinds.series: "series" is built in (remove it: collections.series sets its files; name a kind of your own my-series)',
    ],
    [{ search: { words: WORDS, fields: {} } }, 'kinds.search: "search" is a path of the API (rename it, for example to my-search)'],
    [
      { Talks: { words: WORDS, fields: {} } },
      'kinds.Talks: "Talks" is not the name of a kind (want 2 to 40 lower-case letters, digits and single hyphens, beginning with a letter)',
    ],
    [{ talks: "talks/*.md" }, 'kinds.talks: is not a kind (want defineKind({ words: { one: "Talk", many: "Talks" }, fields: { … } }))'],
    [["talks"], "kinds: is not an object (want { talks: defineKind({ … }) })"],
  ])("refuses %j", async (kinds, line) => {
    expect(await findWrong(kinds)).toEqual([line]);
  });

  it("states for each part whether it is missing or of the wrong type", async () => {
    const codes: string[] = [];
    const find = (kinds: unknown) => resolveOwnKinds(kinds, (at, { code }) => codes.push(`${at.join(".")} ${code}`));
    await find({ talks: {} });
    await find({ talks: { words: "Talk", fields: [] } });
    expect(codes).toEqual([
      ...["kinds.talks.fields missing-key", "kinds.talks.words missing-key"],
      ...["kinds.talks.fields wrong-type", "kinds.talks.words wrong-type"],
    ]);
  });

  it.each<[Partial<KindConfig>, string]>([
    [
      { fields: { publishedAt: field.instant() } },
      'kinds.talks.fields.publishedAt: "publishedAt" is taken (remove it: every document has this member, or shows another value under this name)',
    ],
    [
      { fields: { draft: field.boolean() } },
      'kinds.talks.fields.draft: "draft" is taken (remove it: every document has this member, or shows another value under this name)',
    ],
    [
      { fields: { event: "text" as never } },
      "kinds.talks.fields.event: is not a field (want field.text(), field.date(), … from the package octavo)",
    ],
    [
      { fields: { photos: field.list(field.picture()) } },
      "kinds.talks.fields.photos: has field.picture() inside field.list() (make it a separate field)",
    ],
    [
      { fields: { rooms: field.list(field.object({ plan: field.picture() })) } },
      "kinds.talks.fields.rooms: has field.picture() inside field.object() (make it a separate field)",
    ],
    [
      { fields: { rooms: field.object({ door: "text" as never }) } },
      "kinds.talks.fields.rooms: has something inside field.object() that is not a field (want field.text(), field.date(), … from the package octavo)",
    ],
    [
      { fields: { rooms: field.list(undefined as never) } },
      "kinds.talks.fields.rooms: has something inside field.list() that is not a field (want field.text(), field.date(), … from the package octavo)",
    ],
    [
      { fields: { rooms: field.object({ size: field.oneOf([]) }) } },
      'kinds.talks.fields.rooms: has no values to choose from (want texts: field.oneOf(["intro", "deep"]))',
    ],
    [
      { fields: { rooms: field.object({ size: field.text().default(5 as never) }) } },
      "kinds.talks.fields.rooms: has the default 5, which does not fit the field (want a value of field.text())",
    ],
    [
      { fields: { rooms: field.object(undefined as never) } },
      "kinds.talks.fields.rooms: has no fields (want field.object({ name: field.text() }))",
    ],
    [
      { fields: { post: field.reference(undefined as never) } },
      'kinds.talks.fields.post: does not name the kind to which it refers (want field.reference("posts"))',
    ],
    [
      { fields: { photos: field.pictures().default([]) } },
      "kinds.talks.fields.photos: field.pictures() takes no default (want .optional())",
    ],
    [
      { files: "talks.toml" },
      'kinds.talks.files: "talks.toml" is neither Markdown nor YAML, JSON or CSV (want "talks/**/*.md", in the content folder; `content` may name a folder above it)',
    ],
    [
      { files: ["talks/*.md", "../talks/*.md"] },
      'kinds.talks.files: "../talks/*.md" leads out of the content folder (want "talks/**/*.md", in the content folder; `content` may name a folder above it)',
    ],
    [{ files: "" }, 'kinds.talks.files: "" is empty (want "talks/**/*.md", in the content folder; `content` may name a folder above it)'],
    [{ fields: { post: field.reference("pots") } }, 'kinds.talks.fields.post: there is no kind "pots" (did you mean "posts"?)'],
    [
      { filters: ["level"] },
      'kinds.talks.filters: there is no field "level" (want one of event, heldOn; if the field was removed, remove it from filters as well)',
    ],
    [
      { order: ["-stage"] },
      'kinds.talks.order: "-stage" is not a key (want one of -event, -heldOn, -title, -publishedAt, -updatedAt; if the field was removed, remove it from order as well)',
    ],
    [
      { fields: { event: field.text(), events: field.markdown(), eventsHtml: field.text() } },
      'kinds.talks.fields.events: "events" is published as eventsHtml, which is taken (give it another name)',
    ],
    [
      { fields: { event: field.list(field.text()).default([1] as never) } },
      "kinds.talks.fields.event: has the default [1], which does not fit the field (want a value of field.list())",
    ],
    [{ filters: ["evnt"] }, 'kinds.talks.filters: there is no field "evnt" (did you mean "event"?)'],
    [
      { filters: ["heldOn"] },
      'kinds.talks.filters: "heldOn" cannot be a filter (filters can be fields of type text, number, boolean, oneOf or reference, and lists of text or oneOf)',
    ],
    [
      { fields: { author: field.text() }, filters: ["author"] },
      'kinds.talks.filters: "author" cannot be a filter (it is a parameter with another meaning: rename the field, and write names: { author: "thatName" } if the files keep the key)',
    ],
    [
      { filters: ["tag"] },
      'kinds.talks.filters: "tag" cannot be a filter (write tags: true; documents then have tags, and the list has this filter)',
    ],
    [
      { filters: ["tags"], tags: true },
      'kinds.talks.filters: "tags" cannot be a filter (remove it: with tags: true, the list has the filter tag)',
    ],
    [{ filters: ["language"] }, 'kinds.talks.filters: "language" cannot be a filter (remove it: every list of a kind has it)'],
    [{ order: ["-heldAt"] }, 'kinds.talks.order: "-heldAt" is not a key (did you mean "-heldOn"?)'],
    [
      { fields: { level: field.oneOf(["intro", "deep"]).default("x" as never) } },
      'kinds.talks.fields.level: has the default "x", which does not fit the field (want a value of field.oneOf())',
    ],
    [
      { fields: { level: field.oneOf([]) } },
      'kinds.talks.fields.level: has no values to choose from (want texts: field.oneOf(["intro", "deep"]))',
    ],
    [
      { fields: { seats: field.number().default("40" as never) }, filters: ["seats"] },
      'kinds.talks.fields.seats: has the default "40", which does not fit the field (want a value of field.number())',
    ],
    [
      { words: "Talk" as never },
      'kinds.talks.words: is not { one, many } (want the names of its documents: { one: "Talk", many: "Talks" })',
    ],
    [{ page: "talks" }, 'kinds.talks.page: "talks" does not begin with / (want a path such as "/talks/{slug}/")'],
    [
      { page: "/api/v1/{slug}" },
      'kinds.talks.page: "/api/v1/{slug}" is an address of the API and its files (want a path such as "/talks/{slug}/")',
    ],
    [
      { fields: { level: field.oneOf("intro" as never) } },
      'kinds.talks.fields.level: has no values to choose from (want texts: field.oneOf(["intro", "deep"]))',
    ],
    [
      { fields: { Level: field.text() } },
      'kinds.talks.fields.Level: "Level" is not the name of a field (want up to 40 letters and digits, beginning with a lower-case letter: level. If the files keep the key, also write names: { "Level": "level" })',
    ],
    [{ words: undefined as never }, 'kinds.talks.words: missing (want the names of its documents: { one: "Talk", many: "Talks" })'],
    [{ filter: ["event"] } as never, 'kinds.talks.filter: is not an option of a kind (did you mean "filters"?)'],
    [{ sorts: ["heldAt"] }, 'kinds.talks.sorts: "heldAt" is not a key (did you mean "heldOn"?)'],
    [{ sorts: ["-event"] }, 'kinds.talks.sorts: "-event" is not a key (write "event": sort takes each key in both directions)'],
    [{ sorts: "event" as never }, 'kinds.talks.sorts: is not a list of texts (want the names of fields: ["event", "level"])'],
    [{ order: "title" as never }, 'kinds.talks.order: is not a list of texts (want the names of fields: ["event", "level"])'],
    [{ order: [1] as never }, 'kinds.talks.order: is not a list of texts (want the names of fields: ["event", "level"])'],
    [{ filters: "event" as never }, 'kinds.talks.filters: is not a list of texts (want the names of fields: ["event", "level"])'],
    [{ files: 5 as never }, 'kinds.talks.files: is not a glob or a list of globs (want "talks/**/*.md")'],
    [
      { formerPage: "/talks/{slug}/" },
      'kinds.talks.formerPage: needs the option "page" (former paths redirect to the kind\'s current pages)',
    ],
    [
      { page: "/t/{slug}/", formerPage: ["/talks/{slug}/", "/talks/"] },
      'kinds.talks.formerPage: "/talks/" has none of {slug}, {name}, {path}, {slug_or_name}, {slug_or_file}, {title} (want a path such as "/talks/{slug}/")',
    ],
    [{ filters: ["event", "event"] }, 'kinds.talks.filters: names "event" twice (remove one of the two)'],
    [{ fields: { level: field.oneOf(["intro", "intro"]) } }, 'kinds.talks.fields.level: has "intro" twice (remove one of the two)'],
    [{ fields: ["event"] as never }, "kinds.talks.fields: is not an object (want the fields of its front matter: { event: field.text() })"],
    [
      { words: { one: "Talk", many: "Talks", few: "Talks" } as never },
      'kinds.talks.words.few: is neither "one" nor "many" (want the names of its documents: { one: "Talk", many: "Talks" })',
    ],
    [
      { files: "talks/**/*.{md,json}" },
      'kinds.talks.files: names JSON or CSV files, but a kind has at most one (want Markdown or YAML files, "talks/**/*.{md,yaml}", or one file with all entries: "talks.json")',
    ],
    [{ tags: "yes" as never }, "kinds.talks.tags: is not true or false (write tags: true)"],
  ])("states what to write instead of %j", async (changes, line) => {
    expect(await findWrongTalks(changes)).toEqual([line]);
  });

  it("finds all mistakes at once, and limits the number of kinds", async () => {
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`kind${at}`, { words: WORDS, fields: {} }]));
    expect(await findWrong(many)).toEqual([expect.stringContaining("defines 33 kinds")]);
    const fields = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, field.text()]));
    expect(await findWrongTalks({ fields, filters: Object.keys(fields), order: Object.keys(fields), page: "x" })).toEqual([
      expect.stringContaining("has 9 keys"),
      expect.stringContaining("has 9 filters"),
      expect.stringContaining('"x" does not begin with /'),
    ]);
  });
});
