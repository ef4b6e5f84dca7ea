import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COLLECTION_NAMES } from "../../../contract/config/config-names.ts";
import { linesOfPost, parseFiles, post, SITE } from "./parse-files.ts";

/** The messages that authors see, verbatim. */

const DATED = "title: Rain\npublishedAt: 2024-01-31\n";
const linesOf = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<readonly string[]> =>
  (await parseFiles({ "site.yaml": SITE, ...files })).lines;

describe("a mistake in front matter", () => {
  it("is shown with its place, a remedy and a code frame", async () => {
    const { report } = await parseFiles({ "site.yaml": SITE, "posts/hello.md": post("title: Hello\ntags: [a]\npublishedAt: 2024-13-01") });
    expect(
      report,
    ).toBe(`content/posts/hello.md:4:14  error  publishedAt: "2024-13-01" is not a date (want 2024-01-31 or 2024-01-31T09:30:00Z)
  3 | tags: [a]
  4 | publishedAt: 2024-13-01
    |              ^^^^^^^^^^

1 error in 1 file
`);
  });

  it("in YAML is reported", async () => {
    expect(await linesOfPost("title: Looms: a history")).toEqual([
      'content/posts/hello.md:2:8  error  not valid YAML: nested mappings are not allowed in compact mappings (put a text with a colon in quotes: title: "Looms: a history"; all keys of a mapping begin in the same column)',
    ]);
  });

  it("has its own place in a list with empty items", async () => {
    expect(await linesOfPost(`${DATED}tags: [1, null, ~, true]`)).toEqual([
      "content/posts/hello.md:4:20  error  tags.3: true is not text (want a name; put it in quotes)",
    ]);
  });

  it("in TOML is reported, and so is a value of the wrong type", async () => {
    const lines = await linesOf({
      "posts/a.md": "+++\ntitle = Rain\n+++\n",
      "posts/b.md": '+++\ntitle = "Rain"\ndate = 2024-02-30\nfeatured = "maybe"\n[cover]\nsrc = "a.jpg"\nalt = ""\nsize = 3\n+++\n',
    });
    expect(lines).toEqual([
      'content/posts/a.md:2:9  error  not valid TOML: invalid value (put texts in quotes, and a key before each "="; see toml.io)',
      'content/posts/b.md:3:8  error  date: "2024-02-30" is not a date: February 2024 has 29 days (want 2024-01-31 or 2024-01-31T09:30:00Z)',
      'content/posts/b.md:4:12  error  featured: "maybe" is not true or false',
      "content/posts/b.md:8:1  error  cover.size: unknown key (known keys: src, alt, width, height)",
    ]);
  });

  it("that is an unknown key is reported with the intended one", async () => {
    expect(
      await linesOfPost(`${DATED}pubishedAt: 1\npublished_at: 2024-01-31\nlayout: post\ncover: { src: a.jpg, alt: "", atl: x }`),
    ).toEqual([
      'content/posts/hello.md:4:1  error  pubishedAt: unknown key (did you mean "publishedAt"?)',
      "content/posts/hello.md:6:1  error  layout: unknown key (known keys: title, slug, draft, publishedAt, expiresAt, type, excerpt, updatedAt, …)",
      'content/posts/hello.md:7:31  error  cover.atl: unknown key (did you mean "alt"?)',
    ]);
  });

  it("that is caused by a comma in { } is reported", async () => {
    expect(await linesOfPost(`${DATED}cover: { src: a.jpg, alt: Rain, and more rain }`)).toEqual([
      "content/posts/hello.md:4:33  error  cover.and more rain: unknown key (a comma inside { } ends a value: put the whole text in quotes)",
    ]);
  });

  it("that is a missing value is reported", async () => {
    expect(
      await linesOf({
        "posts/a.md": "Rain.\n",
        "books/b.md": post("title: B"),
        "photos/c.yaml": "title: C\n",
        "posts/d.md": "+++\ndate = 2024-01-31\n+++\n",
      }),
    ).toEqual([
      "content/books/b.md:2:1  error  status: missing (want want_to_read, reading, finished or abandoned)",
      "content/photos/c.yaml:1:1  error  image: missing (want ./cover.jpg or { src: ./cover.jpg, alt: A grey heron })",
      "content/posts/a.md:1:1  error  has no front matter (begin the file with a line of ---, a line with title: …, and another line of ---)",
      "content/posts/d.md:2:1  error  title: missing (want the title, as text)",
    ]);
  });

  it.each([
    ["a blank line before it", "\n---\ntitle: A\n---\nRain.\n", 2],
    ["a space before it", " ---\ntitle: A\n---\nRain.\n", 1],
    ["four hyphens", "----\ntitle: A\n----\nRain.\n", 1],
    ["semicolons", ";;;\ntitle: A\n;;;\nRain.\n", 1],
    ["a block of code", "```yaml\ntitle: A\n```\nRain.\n", 1],
    ["no line before its keys, and none after them", "date: 2024-01-31\nslug: rain\n\nRain.\n", 1],
  ])("that is taken for text is reported: %s", async (_, text, line) => {
    expect(await linesOf({ "posts/a.md": text })).toEqual([
      expect.stringMatching(
        new RegExp(
          `^content/posts/a\\.md:${line}:\\d+ {2}error {2}this looks like front matter, but front matter must start on the first line`,
        ),
      ),
    ]);
  });

  it("that is another program's front matter, without lines around it, is reported", async () => {
    const [line] = await linesOf({ "posts/a.md": "Date: 2010-12-03 10:20\nCategory: Python\n\nText.\n" });
    expect(line).toContain("end the front matter with another; Pelican and MultiMarkdown need neither)");
  });

  it.each([
    "git Last Modified",
    "Created",
    "git created",
    "last modified",
  ])("that takes a date from git or the disk is reported: %s", async (date) => {
    const [line, ...others] = await linesOf({ "posts/a.md": post(`title: A\ndate: ${date}`) });
    expect(line).toContain(
      `"${date}" takes the date from git or the disk, which may differ from machine to machine (write the day; to get it from git, `,
    );
    expect(others).toEqual([]);
  });

  it("is not seen in a text about a title, or in a rule above a word with a colon", async () => {
    expect(await linesOf({ "about.md": "The title: how I chose it.\n\n---\n\nNote: more.\n" })).toEqual([]);
    expect(await linesOf({ "about.md": "---\n\nNote: more.\n\n---\n" })).not.toEqual([]);
  });

  it("that follows from an invalid date in the file's name is not reported as well", async () => {
    expect(await linesOf({ "posts/2024-13-45-x.md": post("title: A") })).toEqual([
      expect.stringContaining("the file's name begins with a date, but"),
    ]);
  });

  it("that uses the words of another tool, or everyday words, is reported", async () => {
    expect(
      await linesOf({
        "books/a.md": post("title: A\nstatus: read\nlanguage: english\nrelatedPostSlug: /posts/rain/"),
        "photos/b.yaml": "title: B\nimage: { src: b.jpg, alt: '' }\nalbum: '!!!'\n",
        "about.md": post("translations: { deutsch: { headline: Hallo } }"),
        "posts/c.md": post(`${DATED}excerpt: |\nRain.`),
      }),
    ).toEqual([
      'content/about.md:2:26  error  translations.deutsch: "deutsch" is not a language tag (want a mapping from language tags: de: { … })',
      'content/books/a.md:3:9  error  status: "read" is not one of its values (did you mean "finished"? want want_to_read, reading, finished or abandoned)',
      'content/books/a.md:4:11  error  language: "english" is not a language tag (want a BCP 47 tag such as en, nb or pt-BR)',
      'content/books/a.md:5:18  error  relatedPostSlug: "/posts/rain/" is not a slug (want rain)',
      'content/photos/b.yaml:3:8  error  album: "!!!" has neither letters nor numbers (name the album in words, or write { slug: …, title: !!! })',
      "content/posts/c.md:5:1  error  not valid YAML: implicit map keys need to be followed by map values (indent the lines of the text after | or >)",
    ]);
  });

  it("that is a wrong type is reported together with all others", async () => {
    const frontMatter = `title: [a]
publishedAt: true
featured: maybe
tags: { a: b }
series: { position: two }
video: 3
images: a.jpg
cover: []
commentsOpen: 1
author: { url: ines.example }
aliases: old`;
    expect(await linesOfPost(frontMatter)).toEqual([
      "content/posts/hello.md:2:8  error  title: a list is not text (want the title, as text)",
      "content/posts/hello.md:3:14  error  publishedAt: true is not text (want 2024-01-31 or 2024-01-31T09:30:00Z; put it in quotes)",
      'content/posts/hello.md:4:11  error  featured: "maybe" is not true or false',
      "content/posts/hello.md:5:7  error  tags: a mapping is not a list (want a list of names, or one text with commas)",
      "content/posts/hello.md:6:9  error  series.slug: missing (want lower-case letters a-z, digits and single hyphens)",
      'content/posts/hello.md:6:21  error  series.position: "two" is not a whole number (want a whole number from 1)',
      "content/posts/hello.md:7:8  error  video: 3 is not a mapping (want { url, durationSeconds, poster })",
      'content/posts/hello.md:8:9  error  images: "a.jpg" is not a list (want [a.jpg])',
      "content/posts/hello.md:9:8  error  cover: a list is not a mapping (want ./cover.jpg or { src: ./cover.jpg, alt: A grey heron })",
      "content/posts/hello.md:10:15  error  commentsOpen: 1 is not true or false",
      "content/posts/hello.md:11:9  error  author.name: missing (want a name)",
      'content/posts/hello.md:11:16  error  author.url: "ines.example" is not an http or https address (want an address such as https://example.com/page)',
    ]);
  });

  it("that is not one of the values, or not a language, is reported", async () => {
    expect(await linesOfPost(`${DATED}type: video\nlanguage: en_GB.UTF-8`)).toEqual([
      'content/posts/hello.md:4:7  error  type: "video" is not one of its values (did you mean "VIDEO"? want TEXT, VIDEO or IMAGE)',
      'content/posts/hello.md:5:11  error  language: "en_GB.UTF-8" is not a language tag (want en-GB)',
    ]);
    expect(await linesOf({ "books/b.md": post("title: B\nstatus: read\nformat: hardback") })).toEqual([
      'content/books/b.md:3:9  error  status: "read" is not one of its values (did you mean "finished"? want want_to_read, reading, finished or abandoned)',
      'content/books/b.md:4:9  error  format: "hardback" is not one of its values (want hardcover, paperback, ebook, audiobook or graphic_novel)',
    ]);
  });

  it("that is a type without its required members is reported", async () => {
    expect(await linesOf({ "posts/a.md": post(`${DATED}type: VIDEO`), "posts/b.md": post(`${DATED}type: IMAGE`) })).toEqual([
      "content/posts/a.md:4:7  error  video: missing, and the type is VIDEO (write video: { url: https://… }, or remove the type)",
      "content/posts/b.md:4:7  error  images: missing, and the type is IMAGE (write a list of pictures, or remove the type)",
    ]);
  });

  it("that is an invalid slug is reported with a valid one", async () => {
    expect(
      await linesOf({
        "posts/a.md": post(`${DATED}slug: Hello, World`),
        "posts/b.md": post(`${DATED}aliases: [Old One, b]`),
        "posts/☂.md": post(DATED),
      }),
    ).toEqual([
      'content/posts/a.md:4:7  error  slug: "Hello, World" is not a slug (want hello-world)',
      'content/posts/b.md:4:11  error  aliases.0: "Old One" is not a slug (want old-one; markdown: { wikiLinks: true } in octavo.config.ts uses such names for wiki links)',
      "content/posts/☂.md:2:1  error  slug: the file's name gives no slug: it has neither letters nor digits (write slug: in the front matter)",
    ]);
  });

  it("that is one field under two names is reported", async () => {
    expect(await linesOfPost(`${DATED}date: 2024-02-01\nupdated: 2024-03-01\nupdatedAt: 2024-03-01`)).toEqual([
      "content/posts/hello.md:4:7  error  date: differs from publishedAt (both mean publishedAt: keep only one)",
    ]);
  });

  it("that is a tag without a letter is reported", async () => {
    expect(await linesOfPost(`${DATED}tags: [Rain, "🎉"]`)).toEqual([
      'content/posts/hello.md:4:14  error  tags.1: "🎉" has neither letters nor numbers (name the tag in words)',
    ]);
  });

  it("that is in a book is reported", async () => {
    const book = `title: B
status: finished
isbn13: 978-0-306-40615-8
isbn10: 0306406153
rating: 4.3
startedOn: 2024-02
finishedOn: 2023
publishedYear: MCM
pageCount: 0
relatedPostSlug: nothing-like-it`;
    expect(await linesOf({ "books/b.md": post(book) })).toEqual([
      'content/books/b.md:4:9  error  isbn13: the check digit of "978-0-306-40615-8" is wrong (it should be 7: check the digits for a typing mistake)',
      'content/books/b.md:5:9  error  isbn10: the check digit of "0306406153" is wrong (it should be 2: check the digits for a typing mistake)',
      "content/books/b.md:6:9  error  rating: 4.3 is not a multiple of 0.5 (want 0.5 to 5 in steps of 0.5, such as 4.5)",
      "content/books/b.md:8:13  error  finishedOn: 2023 is before startedOn (2024-02) (check the year for a typing mistake)",
      'content/books/b.md:9:16  error  publishedYear: "MCM" is not a whole number (want a year such as 1998)',
      "content/books/b.md:10:12  error  pageCount: 0 is too small (want a whole number of pages, such as 320)",
      'content/books/b.md:11:18  error  relatedPostSlug: there is no "nothing-like-it" in posts (want the slug of a document in posts)',
    ]);
  });

  it("that is in a price or a time is reported", async () => {
    const lines = await linesOf({
      "services/a.md": post("title: A\npricing: { model: fixed, amountMinor: 12.5, currency: kroner }"),
      "services/b.md": post("title: B\npricing: { model: range, amountMinor: 500, currency: nok }"),
      "services/c.md": post("title: C\npricing: { model: range, amountMinor: 500 }\ntimeline: { min: 3, max: 2, unit: week }"),
      "services/d.md": post(
        "title: D\npricing: { model: range, amountMinor: 500, maxAmountMinor: 400, currency: NOK }\ntimeline: { min: 3, unit: weeks }",
      ),
    });
    expect(lines).toEqual([
      "content/services/a.md:3:39  error  pricing.amountMinor: 12.5 is not a whole number (want whole minor units: 12500 for 125.00)",
      'content/services/a.md:3:55  error  pricing.currency: "kroner" is not a currency (want an ISO 4217 code such as EUR or NOK)',
      'content/services/b.md:3:54  error  pricing.currency: "nok" is not a currency (want NOK)',
      "content/services/c.md:3:10  error  pricing.maxAmountMinor: missing, and the model is range (want whole minor units: 25000 for 250.00)",
      "content/services/c.md:3:10  error  pricing.currency: missing, and there is an amount (want an ISO 4217 code such as EUR or NOK)",
      "content/services/c.md:4:26  error  timeline.max: 2 is less than min (want a max that is not less than min)",
      "content/services/d.md:3:60  error  pricing.maxAmountMinor: 400 is less than amountMinor (want at least the value of amountMinor)",
      'content/services/d.md:4:27  error  timeline.unit: "weeks" is not one of its values (did you mean "week"? want hour, day, week or month)',
    ]);
  });

  it("that is a service's slug to which inquiries are sent is reported", async () => {
    const ofName = await linesOf({ "services/inquiries.md": post("title: A") });
    const ofKey = await linesOf({ "services/b.md": post("title: B\nslug: inquiries") });
    const rest =
      'inquiries are sent to "inquiries", so a service cannot have this slug (write a different slug, such as slug: inquiries-by-mail)';
    expect(ofName).toEqual([`content/services/inquiries.md:2:1  error  slug: ${rest}`]);
    expect(ofKey).toEqual([`content/services/b.md:3:7  error  slug: ${rest}`]);
  });

  it("that is in a photo is reported", async () => {
    const photo =
      "title: P\nimage: { src: a.jpg, alt: '' }\ntakenAt: 2024-01-31T18:05:00+01:00\nlocation: { latitude: 95 }\nexif: { iso: fast }";
    expect(
      await linesOf({ "photos/a.yaml": photo, "photos/b.yaml": "title: P\nimage: { src: b.jpg, alt: '' }\nlocation: { latitude: 60 }" }),
    ).toEqual([
      'content/photos/a.yaml:3:10  error  takenAt: "2024-01-31T18:05:00+01:00" has an offset (want 2024-01-31T18:05:00: local time, without an offset)',
      "content/photos/a.yaml:4:23  error  location.latitude: 95 is too large (want degrees from -90 to 90)",
      'content/photos/a.yaml:5:14  error  exif.iso: "fast" is not a whole number (want a whole number, such as 400)',
      "content/photos/b.yaml:3:11  error  location.longitude: missing (write both latitude and longitude)",
    ]);
  });
});

describe("a mistake between documents", () => {
  it("is a slug used twice", async () => {
    expect(
      await linesOf({
        "posts/2024/2024-01-31-rain.md": post(DATED),
        "posts/b.md": post(`${DATED}slug: rain`),
        "projects/rain.md": post("title: Rain"),
      }),
    ).toEqual([
      'content/posts/b.md:4:7  error  slug: "rain" is taken by content/posts/2024/2024-01-31-rain.md (write a different slug in one of the two)',
    ]);
  });

  it("is an alias that is a slug, or an alias of another", async () => {
    expect(await linesOf({ "posts/a.md": post(`${DATED}aliases: [b, old, a]`), "posts/b.md": post(`${DATED}aliases: [old]`) })).toEqual([
      'content/posts/a.md:4:11  error  aliases.0: "b" is the slug of content/posts/b.md (remove the alias, or rename that post)',
      `content/posts/a.md:4:19  error  aliases.2: "a" is the post's own slug (remove it)`,
      'content/posts/b.md:4:11  error  aliases.0: "old" is also an alias of content/posts/a.md (keep it in one of the two)',
    ]);
  });

  it("is a missing series, or a place in one that is taken twice; a draft takes none", async () => {
    const lines = await linesOf({
      "series/looms.yaml": "title: Looms",
      "posts/a-draft.md": post(`${DATED}draft: true\nseries: { slug: looms, position: 1 }`),
      "posts/b.md": post(`${DATED}series: { slug: looms, position: 1 }`),
      "posts/c.md": post(`${DATED}series: { slug: looms, position: 1 }`),
      "posts/d.md": post(`${DATED}series: loom`),
      "posts/e.md": post(`${DATED}series: herons`),
      "posts/f.md": post(`${DATED}series: looms`),
    });
    expect(lines).toEqual([
      'content/posts/a-draft.md:5:34  warning  series.position: 1 is taken in "looms" by content/posts/b.md (number the posts of a series 1, 2, 3, or omit all positions and let the dates decide)',
      'content/posts/c.md:4:34  error  series.position: 1 is taken in "looms" by content/posts/b.md (number the posts of a series 1, 2, 3, or omit all positions and let the dates decide)',
      'content/posts/d.md:4:9  error  series: there is no series "loom" (did you mean "looms"?)',
      'content/posts/e.md:4:9  error  series: there is no series "herons" (write series/herons.yaml with a title)',
    ]);
  });

  it("is a post that a book names and that does not exist, or has another slug now", async () => {
    const book = (slug: string): string => post(`title: B\nstatus: reading\nrelatedPostSlug: ${slug}`);
    const lines = await linesOf({
      "posts/rain.md": post(`${DATED}aliases: [drizzle]`),
      "books/a.md": book("rian"),
      "books/b.md": book("drizzle"),
      "books/c.md": book("rain"),
    });
    expect(lines).toEqual([
      'content/books/a.md:4:18  error  relatedPostSlug: there is no "rian" in posts (did you mean "rain"?)',
      'content/books/b.md:4:18  error  relatedPostSlug: there is no "drizzle" in posts (its current slug is rain)',
    ]);
  });

  it("is not a reference to a document that has mistakes of its own", async () => {
    expect(
      await linesOf({
        "posts/rain.md": post("title: Rain\npublishedAt: never"),
        "books/b.md": post("title: B\nstatus: reading\nrelatedPostSlug: rain"),
      }),
    ).toEqual(['content/posts/rain.md:3:14  error  publishedAt: "never" is not a date (want 2024-01-31 or 2024-01-31T09:30:00Z)']);
  });

  it("is an id of two services, even if one is full of mistakes", async () => {
    expect(await linesOf({ "services/a.md": post("title: A"), "services/b.md": post("id: a\nfeatured: maybe") })).toEqual([
      "content/services/b.md:2:1  error  title: missing (want the title, as text)",
      'content/services/b.md:2:5  error  id: "a" is taken by content/services/a.md (inquiries identify services by it, so write a different id in one of the two)',
      'content/services/b.md:3:11  error  featured: "maybe" is not true or false',
    ]);
  });

  it("is a tag written in two ways, unless tags.yaml gives its name", async () => {
    const posts = { "posts/a.md": post(`${DATED}tags: [Rain, TypeScript]`), "posts/b.md": post(`${DATED}tags: rain, typescript`) };
    expect(await linesOf({ ...posts, "tags.yaml": "typescript: TypeScript" })).toEqual([
      'content/posts/b.md:4:7  warning  tags: "rain" is written "Rain" in content/posts/a.md (spell it the same way everywhere, or add rain: Rain to tags.yaml)',
    ]);
  });

  it("is an invalid slug in tags.yaml", async () => {
    expect(await linesOf({ "posts/a.md": post(DATED), "tags.yaml": "C++: C++\nrain:\nRain: Rain\n" })).toEqual([
      'content/tags.yaml:1:1  error  "C++" is not a tag\'s slug (want c-plus-plus: C++)',
      "content/tags.yaml:2:6  error  rain: missing (want a name, or { name, description, cover })",
      'content/tags.yaml:3:1  error  "Rain" is not a tag\'s slug (want rain: Rain)',
    ]);
  });
});

describe("a file", () => {
  it("that is not UTF-8 is reported with the place of the bad byte", async () => {
    const bad = Buffer.concat([Buffer.from("---\r\ntitle: Blå\r\ntags: [é "), Buffer.from([0xe6]), Buffer.from(" x]\r\n---\r\n")]);
    const cut = Buffer.concat([Buffer.from(post(DATED)), Buffer.from([0xe6, 0x97])]);
    const utf16 = Buffer.from(`\ufeff${post(DATED)}`, "utf16le");
    expect(await linesOf({ "posts/a.md": bad, "posts/b.md": cut, "posts/c.md": utf16 })).toEqual([
      "content/posts/a.md:3:10  error  is not UTF-8: the byte 0xe6 is not valid here (save the file as UTF-8)",
      "content/posts/b.md:6:1  error  is not UTF-8: the byte 0xe6 is not valid here (save the file as UTF-8)",
      "content/posts/c.md:1:1  error  is UTF-16 (save the file as UTF-8)",
    ]);
  });

  it("that cannot be read is reported", async () => {
    const { lines } = await parseFiles(
      { "site.yaml": SITE, "posts/a.md": post(DATED) },
      {
        prepare: (contentDir) => {
          mkdirSync(join(contentDir, "posts/folder.md"));
          symlinkSync("nowhere.md", join(contentDir, "posts/link.md"));
          symlinkSync("nowhere.yaml", join(contentDir, "tags.yaml"));
        },
      },
    );
    expect(lines).toEqual([
      "content/posts/folder.md:1:1  error  is a folder with the name of a file (rename it)",
      "content/posts/link.md:1:1  error  cannot be read: it is a link to a file that does not exist (fix or remove the link)",
      "content/tags.yaml:1:1  error  cannot be read: it is a link to a file that does not exist (fix or remove the link)",
    ]);
  });

  it("that no collection includes is a warning, one per folder, or a notice if the author wrote the globs", async () => {
    const files = {
      "site.yaml": SITE,
      "posts/a.md": post(DATED),
      "post/b.md": "B",
      "post/c.md": "C",
      "notes.markdown": "N",
      "posts/_index.md": "S",
      "x/_index.no.md": "S",
    };
    const { lines, notices } = await parseFiles(files);
    const hint = `(the folders are ${COLLECTION_NAMES.join(", ")}; collections and kinds in octavo.config.ts set others)`;
    expect(lines).toEqual([
      `content/notes.markdown:1:1  warning  no collection includes this file ${hint}`,
      `content/post/b.md:1:1  warning  no collection includes this file, or 1 other file in its folder ${hint}`,
    ]);
    expect(notices).toEqual(["2 section pages (_index.md) ignored: content/posts/_index.md, content/x/_index.no.md"]);
    const own = await parseFiles(files, { config: { collections: { posts: "posts/*.md" } } });
    expect(own.lines).toEqual([]);
    expect(own.notices).toEqual([
      ...notices,
      "no collection includes content/notes.markdown",
      "no collection includes content/post/b.md, or 1 other file in its folder",
    ]);
  });

  it("that two collections include is an error", async () => {
    const files = { "site.yaml": SITE, "a.md": post(DATED), "projects/b.md": post(DATED), "projects/c.md": post(DATED) };
    expect((await parseFiles(files, { config: { collections: { posts: "**/*.md" } } })).lines).toEqual([
      "content/projects/b.md:1:1  error  belongs to two collections, posts and projects, as does 1 other file (narrow the globs of collections.posts or collections.projects in octavo.config.ts; collections: { <name>: [] } switches a built-in one off)",
    ]);
    expect((await parseFiles(files, { config: { collections: { posts: "**/*.md", projects: [] } } })).lines).toEqual([]);
  });
});

describe("the content folder", () => {
  it("without a site is an error with a remedy, and hides nothing else", async () => {
    const { lines } = await parseFiles({ "posts/a.md": post("title: A\npublishedAt: never") });
    expect(lines).toEqual([
      'content/posts/a.md:3:14  error  publishedAt: "never" is not a date (want 2024-01-31 or 2024-01-31T09:30:00Z)',
      "content/site.yaml:1:1  error  missing: the site has no name and no address (write name: … and url: https://… in it, or site: { name, url } in octavo.config.ts)",
    ]);
  });

  it("that is empty or missing is an error", async () => {
    expect((await parseFiles({})).lines).toEqual([
      "content:1:1  error  the content folder has no .md, .mdx or .yaml files (write site.yaml with name and url, and a first post: posts/hello.md)",
    ]);
    const { content, lines } = await parseFiles({}, { prepare: (contentDir) => rmSync(contentDir, { recursive: true }) });
    expect(content).toBeNull();
    expect(lines).toEqual([
      "content:1:1  error  there is no such folder (content is read from the folder content, or from the one named by --content or by content in octavo.config.ts)",
    ]);
  });

  it("with an invalid site is an error", async () => {
    const site =
      "url: https://ines.example/b+log/\nlanguage: english language\ntimeZone: Europe/Olso\naccentColor: '#abc'\nauthor: { name: Ines, email: none }\nsocial: [{ label: X, url: x }]\nnmae: Ines\n";
    const { lines } = await parseFiles({ "site.yaml": site, "posts/a.md": post(DATED) });
    expect(lines).toEqual([
      'content/site.yaml:1:6  error  url: "https://ines.example/b+log/" has a path that a site cannot have (want letters, digits, -, _, . and ~ between slashes: https://ines.example/blog)',
      'content/site.yaml:2:11  error  language: "english language" is not a language tag (want a BCP 47 tag such as en, nb or pt-BR)',
      'content/site.yaml:3:11  error  timeZone: "Europe/Olso" is not a time zone (did you mean "Europe/Oslo"? want an IANA name such as Europe/Oslo)',
      'content/site.yaml:4:14  error  accentColor: "#abc" is not a colour (want "#aabbcc")',
      'content/site.yaml:5:30  error  author.email: "none" is not an email address',
      'content/site.yaml:6:27  error  social.0.url: "x" is not a link (want https://…, a path such as /about, or mailto:…)',
      'content/site.yaml:7:1  error  nmae: unknown key (did you mean "name"?)',
    ]);
  });

  it("with two sites, or a broken one, is an error", async () => {
    expect((await parseFiles({ "site.yaml": SITE, "site.yml": SITE, "posts/a.md": post(DATED) })).lines).toEqual([
      "content/site.yml:1:1  error  the same document as content/site.yaml (keep one of the two)",
    ]);
    expect((await parseFiles({ "site.yaml": "name: a: b", "posts/a.md": post(DATED) })).lines).toEqual([
      expect.stringMatching(/^content\/site\.yaml:1:7 {2}error {2}not valid YAML: /),
    ]);
  });

  it("with mistakes in about.md and services-page.yaml is reported", async () => {
    const lines = await linesOf({
      "about.md": post("headline: Hi\nportrait: p.jpg\ntranslations: { norsk bokmål: { bio: Hei }, de: { boi: Hallo } }"),
      "services-page.yaml":
        "hero: { subtitle: x, image: h.jpg }\nprocess: { steps: [{ description: x }] }\ntranslations: { de: { hero: { title: 1, image: h.jpg } } }\n",
    });
    expect(lines).toEqual([
      'content/about.md:3:11  warning  portrait: the picture has no alt text (describe it: { src: p.jpg, alt: A grey heron }, or alt: "" if it is decorative)',
      'content/about.md:4:31  error  translations.norsk bokmål: "norsk bokmål" is not a language tag (want a mapping from language tags: de: { … })',
      'content/about.md:4:51  error  translations.de.boi: unknown key (did you mean "bio"?)',
      "content/services-page.yaml:1:7  error  hero.title: missing (want a title)",
      'content/services-page.yaml:1:29  warning  hero.image: the picture has no alt text (describe it: { src: h.jpg, alt: A grey heron }, or alt: "" if it is decorative)',
      "content/services-page.yaml:2:20  error  process.steps.0.title: missing (want a title)",
      'content/services-page.yaml:3:48  warning  translations.de.hero.image: the picture has no alt text (describe it: { src: h.jpg, alt: A grey heron }, or alt: "" if it is decorative)',
    ]);
  });
});

describe("a warning", () => {
  it("is a post without a date, or a picture without alt text, wherever it is", async () => {
    const frontMatter = "title: A\nheroImage: a.jpg\nimages: [b.jpg, { src: c.jpg, alt: '' }]";
    expect(await linesOfPost(frontMatter)).toEqual([
      "content/posts/hello.md:2:1  warning  publishedAt: missing, so the post comes last in every list (write publishedAt: 2024-01-31, or begin the file's name with 2024-01-31-)",
      'content/posts/hello.md:3:12  warning  heroImage: the picture has no alt text (describe it: { src: a.jpg, alt: A grey heron }, or alt: "" if it is decorative)',
      'content/posts/hello.md:4:10  warning  images.0: the picture has no alt text (describe it: { src: b.jpg, alt: A grey heron }, or alt: "" if it is decorative)',
    ]);
    expect(await linesOfPost("title: A\ndraft: true")).toEqual([]);
    // The date exists under a misspelt name, which is reported once.
    expect(await linesOfPost("title: A\npublishdAt: 2026-01-31")).toEqual([
      'content/posts/hello.md:3:1  error  publishdAt: unknown key (did you mean "publishedAt"?)',
    ]);
  });
});
