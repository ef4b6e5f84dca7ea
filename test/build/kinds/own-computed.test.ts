import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../../build/config/load-config.ts";
import { createOwnKindSite, type OwnKindSite } from "./own-kind-site.ts";

let site: OwnKindSite;
beforeEach(() => {
  site = createOwnKindSite();
});
afterEach(() => site.remove());

const post = (title: string): string => `---\ntitle: ${title}\npublishedAt: 2024-01-01\n---\n${title}.\n`;
const talk = (front: string, body = "Tides.\n"): string => `---\n${front}\n---\n${body}`;
const slugs = (path: string): readonly unknown[] => (site.read(path).items as { slug: string }[]).map(({ slug }) => slug);

/** Returns the mistakes in a definition, one line each. */
async function findWrong(kinds: string): Promise<readonly string[]> {
  site.configure(kinds);
  const { diagnostics } = await loadConfig({ cwd: site.cwd });
  return diagnostics.all().map(({ field, message, hint }) => `${field}: ${message} (${hint})`);
}

describe("computed fields", () => {
  it("are computed from the document as the API returns it, and are in lists, filters and the order", async () => {
    site.configure(`{ talks: { words, fields: { seats: field.number().default(10) },
      computed: { words: field.number(), size: field.oneOf(["small", "large"]), note: field.text().optional(), parts: field.list(field.text()) },
      compute: ({ bodyText, seats, toc }) => ({ words: bodyText.split(" ").length, size: seats > 20 ? "large" : "small", parts: toc.map(({ title }) => title) }),
      order: ["-words"], filters: ["size"] } }`);
    site.write({
      "content/talks/a.md": talk("title: A", "One.\n"),
      "content/talks/b.md": talk("title: B\nseats: 30", "# Two\n\nwords here\n"),
    });
    expect(await site.build()).toEqual([]);
    expect(slugs("/talks")).toEqual(["b", "a"]);
    expect(site.read("/talks/b")).toMatchObject({ words: 2, size: "large", note: null, parts: ["Two"] });
    const { items } = site.read("/kinds") as { items: { name: string; filters: { name: string }[]; schema: { properties: object } }[] };
    const kind = items.find(({ name }) => name === "talks");
    expect(kind?.filters.map(({ name }) => name)).toContain("size");
    expect(Object.keys(kind?.schema.properties ?? {})).toEqual(expect.arrayContaining(["words", "size", "note", "parts"]));
  });

  it("with invalid values are errors at the entry of a data file", async () => {
    site.configure(
      `{ talks: { words, files: "talks.csv", fields: {}, computed: { size: field.number() }, compute: ({ title }) => ({ size: title }) } }`,
    );
    site.write({ "content/talks.csv": "title\nA\nB\n" });
    const [first, second, ...others] = await site.build();
    expect(first).toMatch(/^content\/talks\.csv:2:1 error: "A" is not a number /);
    expect(second).toMatch(/^content\/talks\.csv:3:1 error: "B" is not a number /);
    expect(others).toEqual([]);
  });

  it("depend on the settings and kinds that they read, and functions cannot change each other's input", async () => {
    site.configure(`{
      talks: { words, fields: {}, computed: { about: field.text() }, reads: ["posts", "events"],
        compute: (document, { settings, items }) => ({ about: [settings.name, ...items.posts.map(({ title }) => title), ...items.events.map(({ slug, rank }) => slug + rank)].join(", ") }) },
      events: { words, fields: {}, computed: { rank: field.number() }, reads: ["events"],
        compute: ({ slug }, { items }) => ({ rank: items.events.findIndex((one) => one.slug === slug) + 1 }) } }`);
    site.write({
      "content/talks/a.md": talk("title: A"),
      "content/events/x.md": talk("title: X"),
      "content/posts/hello.md": post("Hello"),
    });
    expect(await site.build()).toEqual([]);
    expect(site.read("/talks/a").about).toBe("Fjord, Hello, x1");
    site.write({ "content/posts/hello.md": post("Bye"), "content/events/w.md": talk("title: W") });
    expect(await site.build()).toEqual([]);
    expect(site.read("/talks/a").about).toBe("Fjord, Bye, w1, x2");
    site.write({ "content/site.yaml": "name: Sound\nurl: https://fjord.example\n" });
    await site.build();
    expect(site.read("/talks/a").about).toBe("Sound, Bye, w1, x2");
  });

  it("cannot be lists with gaps, however long", async () => {
    site.configure(`{ talks: { words, fields: {}, computed: { parts: field.list(field.text()) },
      compute: () => { const parts = ["a"]; parts[4294967294] = "x"; return { parts }; } } }`);
    site.write({ "content/talks/a.md": talk("title: A") });
    expect(await site.build()).toEqual([
      "content/talks/a.md:2:1 error: is not set, but lists cannot have gaps (kinds.talks.compute in octavo.config.ts computes it)",
    ]);
  });

  it("are computed again if the function changes", async () => {
    const configure = (minutes: number): void =>
      site.configure(`{ talks: { words, fields: {}, computed: { minutes: field.number() }, compute: () => ({ minutes: ${minutes} }) } }`);
    site.write({ "content/talks/a.md": talk("title: A") });
    configure(1);
    await site.build();
    expect(site.read("/talks/a").minutes).toBe(1);
    configure(22);
    await site.build();
    expect(site.read("/talks/a").minutes).toBe(22);
  });

  it.each([
    ['() => ({ minutes: "5" })', '"5" is not a number', "kinds.talks.compute in octavo.config.ts computes it"],
    ["() => ({})", "missing", "kinds.talks.compute in octavo.config.ts computes it"],
    ["() => ({ minutes: 5, minute: 6 })", "compute returns minute, which is not in computed", 'did you mean "minutes"?'],
    ["() => 5", "kinds.talks.compute returns 5", "want an object with the computed fields: { minutes: 5 }"],
    [
      "async () => ({ minutes: 5 })",
      "kinds.talks.compute returns a promise, but must return synchronously",
      "want an object with the computed fields: { minutes: 5 }",
    ],
    [
      "() => { throw new TypeError('no luck'); }",
      "kinds.talks.compute throws: TypeError: no luck",
      "correct the function in octavo.config.ts, which is called with each document",
    ],
    [
      "() => { throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } }); }",
      "kinds.talks.compute throws: no reason given",
      "correct the function in octavo.config.ts, which is called with each document",
    ],
    [
      "() => { throw null; }",
      "kinds.talks.compute throws: null",
      "correct the function in octavo.config.ts, which is called with each document",
    ],
    [
      "() => ({ get minutes() { throw new Error('no luck'); } })",
      "kinds.talks.compute throws: no luck",
      "correct the function in octavo.config.ts, which is called with each document",
    ],
    ["() => ({ minutes: 1, note: '\\ud800' })", '"\\ud800" is not text', "kinds.talks.compute in octavo.config.ts computes it"],
  ])("with invalid results fail the build at the document: %s", async (compute, message, hint) => {
    const computed = "{ minutes: field.number(), note: field.text().optional() }";
    site.configure(`{ talks: { words, fields: {}, computed: ${computed}, compute: ${compute} } }`);
    site.write({ "content/talks/a.md": talk("title: A") });
    const line = `content/talks/a.md:2:1 error: ${message} (${hint})`;
    expect(await site.build()).toEqual([line]);
    expect(await site.build({ check: true })).toEqual([line]);
  });

  it.each([
    ["{ items.posts.push(1); return { minutes: 1 }; }", /TypeError: Cannot add property/],
    ["{ document.tags.length = 3; return { minutes: 1 }; }", /TypeError: Cannot assign to read only property/],
  ])("cannot change their input: %s", async (body, message) => {
    site.configure(
      `{ talks: { words, fields: {}, computed: { minutes: field.number() }, reads: ["posts"], compute: (document, { items }) => ${body} } }`,
    );
    site.write({ "content/talks/a.md": talk("title: A") });
    expect(await site.build()).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ["computed: { minutes: field.number() }", "kinds.talks.compute: missing (write compute: (document, site) => ({ minutes }))"],
    ["compute: () => ({})", "kinds.talks.computed: missing (write computed: { minutes: field.number() }, the fields that it returns)"],
    [
      "reads: ['posts']",
      "kinds.talks.reads: has no effect without compute (remove it: it names the kinds whose items are passed to compute)",
    ],
    [
      "computed: { a: field.picture() }, compute: () => ({})",
      "kinds.talks.computed.a: a picture cannot be computed (want one of text, number, boolean, date, instant, url, oneOf, list, object; other types are read from files and documents)",
    ],
    [
      "computed: { event: field.text() }, compute: () => ({})",
      'kinds.talks.computed.event: "event" is also a field (rename one of the two)',
    ],
    [
      "computed: { a: field.text() }, compute: () => ({}), reads: ['post']",
      'kinds.talks.reads: there is no kind "post" (did you mean "posts"?)',
    ],
    [
      "computed: { a: field.text() }, compute: 5",
      "kinds.talks.compute: is not a function (want a function: (document, site) => ({ minutes: 5 }))",
    ],
    [
      "schema: { parse() {} }",
      "kinds.talks.schema: is not a Standard Schema (want a schema from Zod, Valibot, ArkType or another library listed at https://standardschema.dev)",
    ],
  ])("must be defined completely: %s", async (members, message) => {
    expect(await findWrong(`{ talks: { words, fields: { event: field.text() }, ${members} } }`)).toEqual([message]);
  });

  it("must not depend on each other in a circle", async () => {
    const kind = (reads: string): string =>
      `{ words, fields: {}, computed: { a: field.text() }, compute: () => ({ a: "a" }), reads: ${JSON.stringify([reads])} }`;
    const hint = "remove one of the two: a kind is computed after the kinds that it reads";
    expect(await findWrong(`{ aa: ${kind("bb")}, bb: ${kind("aa")} }`)).toEqual([
      `kinds.aa.reads: bb reads aa, directly or through others (${hint})`,
      `kinds.bb.reads: aa reads bb, directly or through others (${hint})`,
    ]);
  });
});

describe("a schema", () => {
  /**
   * Configures a Standard Schema like those of libraries.
   * @param validate text of a function
   */
  const configure = (validate: string): void =>
    site.configure(
      `{ talks: { words, fields: { event: field.text(), seats: field.number().optional(), topics: field.list(field.text()), on: field.date().optional(), post: field.reference("posts").optional() },
        schema: { "~standard": { version: 1, vendor: "test", validate: ${validate} } } } }`,
    );

  it("checks the fields after they are read, and may change them", async () => {
    configure(
      "(value) => ({ value: { ...value, event: value.event.toUpperCase(), seats: value.seats === undefined ? 7 : value.seats * 2 } })",
    );
    site.write({ "content/talks/a.md": talk("title: A\nevent: conf\nseats: 4"), "content/talks/b.md": talk("title: B\nevent: conf") });
    expect(await site.build()).toEqual([]);
    expect(site.read("/talks/a")).toMatchObject({ event: "CONF", seats: 8, topics: [] });
    expect(site.read("/talks/b")).toMatchObject({ seats: 7 });
  });

  it("keeps the fields that it does not return", async () => {
    configure("({ event }) => ({ value: { event } })");
    site.write({ "content/talks/a.md": talk("title: A\nevent: conf\nseats: 4") });
    expect(await site.build()).toEqual([]);
    expect(site.read("/talks/a")).toMatchObject({ event: "conf", seats: 4 });
  });

  it.each([
    [
      '() => ({ issues: [{ message: "is too long", path: ["topics", { key: 1 }] }] })',
      "4:13 error: is too long (kinds.talks.schema in octavo.config.ts requires it)",
    ],
    [
      "async () => ({ value: {} })",
      "2:1 error: kinds.talks.schema returns a promise, but must return synchronously (fix kinds.talks.schema in octavo.config.ts)",
    ],
    ["() => { throw new Error('no luck'); }", "2:1 error: kinds.talks.schema failed: no luck (fix kinds.talks.schema in octavo.config.ts)"],
    [
      "() => ({ value: { seats: 'many' } })",
      '2:1 error: kinds.talks.schema returns a value that does not fit seats: "many" is not a number (make it fit its field)',
    ],
    [
      "() => ({ value: { on: new Date(0) } })",
      '2:1 error: kinds.talks.schema returns a value that does not fit on: "1970-01-01T00:00:00.000Z" is not a date (make it fit its field: want 1970-01-01)',
    ],
    ["() => ({ value: { seat: 5 } })", '2:1 error: kinds.talks.schema returns seat, which is not a field (did you mean "seats"?)'],
    [
      "() => ({ value: { post: 'hello' } })",
      "2:1 error: kinds.talks.schema changes post, a reference (write the slug of the intended document in the front matter)",
    ],
    [
      "() => ({ value: JSON.parse('{\"__proto__\": 1}') })",
      "2:1 error: kinds.talks.schema returns __proto__, which is not a field (want one of event, seats, topics, on, post)",
    ],
    [
      "() => { const value = {}; value.event = value; return { value }; }",
      "2:1 error: kinds.talks.schema failed: RangeError: Maximum call stack size exceeded (fix kinds.talks.schema in octavo.config.ts)",
    ],
    [
      "() => ({ value: new Proxy({}, { ownKeys() { throw null; } }) })",
      "2:1 error: kinds.talks.schema failed: null (fix kinds.talks.schema in octavo.config.ts)",
    ],
    ["() => ({ value: 5 })", "2:1 error: kinds.talks.schema returns 5 (want an object with the fields)"],
  ])("reports mistakes with their places: %s", async (validate, line) => {
    configure(validate);
    site.write({ "content/talks/a.md": talk("title: A\nevent: conf\ntopics: [a, b]") });
    expect(await site.build()).toEqual([`content/talks/a.md:${line}`]);
  });

  it("works with Zod", async () => {
    site.configure(
      `{ talks: { words, fields: { event: field.text() }, schema: (await import(${JSON.stringify(import.meta.resolve("zod"))})).z.object({ event: (await import(${JSON.stringify(import.meta.resolve("zod"))})).z.string().min(9) }) } }`,
    );
    site.write({ "content/talks/a.md": talk("title: A\nevent: conf") });
    expect(await site.build()).toEqual([expect.stringMatching(/^content\/talks\/a.md:3:8 error: Too small/)]);
  });
});
