import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { StoredComment } from "../../../server/store/comment-types.ts";
import { createImportFixture, type ImportFixture } from "./import-fixture.ts";

const FIRST_ICE = "first-ice";

function all(site: ImportFixture): Promise<Map<string, StoredComment>> {
  return site.use(async ({ comments }) => {
    const list = await comments.list({ states: ["approved", "pending", "rejected", "spam"], limit: 100 });
    return new Map(list.map((comment) => [comment.body ?? "", comment]));
  });
}

/** Imports a file twice. The second run must find that everything is already present. */
async function importTwice(site: ImportFixture, file: string): Promise<string> {
  const first = await site.run(["comments", "import", file]);
  expect(first.code, first.err).toBe(0);
  const version = await site.use(({ comments }) => comments.siteVersion());
  expect((await site.run(["comments", "import", file])).out).toMatch(/^0 comments of \w+ imported/m);
  expect(await site.use(({ comments }) => comments.siteVersion())).toBe(version);
  expect((await site.run(["db", "verify"])).out).toContain("is sound");
  expect((await readFile(site.db)).includes("198.51.100")).toBe(false);
  return first.out;
}

describe("comments of WordPress", () => {
  it("are imported with states, dates, threads and authors; pingbacks, the trash and addresses are left out", async () => {
    const site = await createImportFixture();
    const out = await importTwice(site, await site.fixture("wordpress.xml"));
    expect(out).toMatch(/left out +1 +pingbacks/);
    expect(out).toMatch(/1 +trackbacks/);
    expect(out).toMatch(/1 +deleted and trashed comments/);
    expect(out).toMatch(/1 +not found +https:\/\/old\.example\/\?p=99/);
    expect(await site.threads(FIRST_ICE)).toEqual([
      "Tom & Jerry: First line⏎second line with *stress*⏎⏎\\> no quote, # no heading [Ines: Thanks!]",
      "(gone) [Zero: no date, and answers the spam]",
    ]);
    const comments = await all(site);
    expect(comments.get("Thanks!")).toMatchObject({ isAuthor: true, authorUrl: null, authorEmail: "ines@secret.example" });
    expect(comments.get("I only call myself so")).toMatchObject({ isAuthor: false, state: "pending" });
    expect(comments.get("[win](https://casino.example)")).toMatchObject({ state: "spam" });
    const tom = [...comments.values()].find(({ authorName }) => authorName === "Tom & Jerry");
    expect(tom).toMatchObject({ authorUrl: "http://tom.example/", createdAt: Date.parse("2015-01-01T10:00:00Z") });
    expect(comments.get("no date, and answers the spam")?.createdAt).toBe(Date.parse("2015-01-04T10:00:00Z"));
  });

  it("of two sites are distinguished by their dates, although the ids of both begin at 1", async () => {
    const site = await createImportFixture();
    const file = await site.fixture("wordpress.xml");
    await site.run(["comments", "import", file]);
    const other = (await readFile(join(site.cwd, file), "utf8")).replaceAll("2015-", "2016-").replaceAll("/first-ice/", "/heron/");
    const { out } = await site.run(["comments", "import", await site.file("other.xml", other)]);
    expect(out).toMatch(/^5 comments of WordPress imported to 1 post, 0 already present/m);
  });
});

describe("comments of Isso", () => {
  it("are read from its database, which does not change", async () => {
    const site = await createImportFixture();
    const file = join(site.cwd, "isso.db");
    const database = new Database(file);
    database.exec(await readFile(new URL("../../fixtures/comments/isso.sql", import.meta.url), "utf8"));
    database.close();
    const before = await readFile(file);
    await importTwice(site, "isso.db");
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(await site.threads(FIRST_ICE)).toEqual([
      "Ada: A *fine* table. [Anonymous: Yes.]",
      "(gone) [Cy: It answers what is gone.]",
      "Tom & Jerry: From [Disqus](https://fen.example/a_b).⏎Twice.",
      "Eve: A `<br>` and **bold** *words* of List, <https://fen.example/x_y>",
      "Flo: A List<String> <!> <https://fen.example/>",
      "Gus: **b**",
    ]);
    const comments = await all(site);
    expect(comments.get("A *fine* table.")).toMatchObject({ authorEmail: "ada@fen.example", createdAt: 1_420_106_400_250 });
    expect(comments.get("Yes.")?.editedAt).toBe(1_420_200_000_500);
    expect(comments.get("Waits.")?.state).toBe("pending");
    const tom = [...comments.values()].find(({ authorName }) => authorName === "Tom & Jerry");
    expect(tom).toMatchObject({ authorEmail: "tom&jerry@fen.example", authorUrl: "https://tom.example/?a=1&b=2" });
  });

  it("are refused if a table is a view, or if the file is another database", async () => {
    const site = await createImportFixture();
    const database = new Database(join(site.cwd, "view.db"));
    database.exec("CREATE TABLE threads (id, uri); CREATE VIEW comments AS SELECT 1 AS id");
    database.close();
    const other = new Database(join(site.cwd, "other.db"));
    other.exec("CREATE TABLE note (text)");
    other.close();
    for (const file of ["view.db", "other.db"]) {
      const { code, err } = await site.run(["comments", "import", file]);
      expect(code).toBe(1);
      expect(err).toContain("this is not Isso's database");
    }
  });
});

describe("comments of Remark42", () => {
  it("are imported from its backup, with the admins' answers as the author's", async () => {
    const site = await createImportFixture();
    const out = await importTwice(site, await site.fixture("remark42.backup"));
    expect(out).toMatch(/1 +comments without an id, or without a page/);
    expect(await site.threads(FIRST_ICE)).toEqual(["Tom & Jerry: It **froze**.⏎Twice. [Ines: Thank you.]", "Oro: answers itself"]);
    const comments = await all(site);
    expect(comments.get("It **froze**.\nTwice.")).toMatchObject({
      createdAt: Date.parse("2019-05-01T15:00:00.123Z"),
      editedAt: Date.parse("2019-05-01T16:00:00Z"),
      isAuthor: false,
    });
    expect(comments.get("Thank you.")?.isAuthor).toBe(true);
    // Go's zero time is not a date, so the first date of the thread applies.
    expect(comments.get("answers itself")?.createdAt).toBe(Date.parse("2019-05-01T15:00:00.123Z"));
  });

  it("are found if the address of their page is stored in HTML form", async () => {
    const site = await createImportFixture();
    const lines = [
      { version: 1, users: [], posts: [] },
      {
        id: "a",
        pid: "",
        text: "<p>Here.</p>",
        user: { name: "Ada" },
        locator: { url: "https://old.example/?p=12&amp;lang=en" },
        time: "2019-05-01T10:00:00Z",
      },
    ];
    const file = await site.file("remark.json", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const map = await site.file("threads.txt", "https://old.example/?p=12&lang=en heron\n");
    expect((await site.run(["comments", "import", file, "--map", map])).code).toBe(0);
    expect(await site.threads("heron")).toEqual(["Ada: Here."]);
  });

  it("are refused with the line that is not JSON", async () => {
    const site = await createImportFixture();
    const { err } = await site.run(["comments", "import", await site.file("bad.json", '{"version":1,"users":[],"posts":[]}\n{"id":\n')]);
    expect(err).toContain("bad.json:2: this line is not JSON");
  });
});

describe("comments of Commento", () => {
  it("are imported with states and people; anything that is not text is left out", async () => {
    const site = await createImportFixture();
    await importTwice(site, await site.fixture("commento.json"));
    expect(await site.threads(FIRST_ICE)).toEqual(["Ada: A *fine* table. [Ines: Thank you.]", "Eve: of Disqus"]);
    const comments = await all(site);
    expect([...comments].map(([body, { state }]) => [body, state])).toEqual([
      ["A *fine* table.", "approved"],
      ["Thank you.", "approved"],
      ["Waits.", "pending"],
      ["win", "spam"],
      ["of Disqus", "approved"],
    ]);
    expect(comments.get("of Disqus")?.authorEmail).toBeNull();
    expect(comments.get("A *fine* table.")).toMatchObject({ authorEmail: "ada@fen.example", authorUrl: "https://ada.example/" });
    expect(comments.get("Thank you.")).toMatchObject({ isAuthor: false, authorUrl: null });
  });

  it("are refused if the file is truncated", async () => {
    const site = await createImportFixture();
    const { err } = await site.run(["comments", "import", await site.file("cut.json", '{"version":1,"comments":[{"commentHex":"a"')]);
    expect(err).toContain("cut.json: the file is not JSON, or its end is missing");
  });
});

const DISCUSSIONS = [
  {
    data: {
      repository: {
        discussions: {
          nodes: [
            {
              number: 1,
              title: "posts/first-ice",
              url: "https://github.com/ines/talk/discussions/1",
              body: "# posts/first-ice\n\nhttps://old.example/posts/first-ice/",
              createdAt: "2022-01-01T00:00:00Z",
              comments: {
                totalCount: 4,
                nodes: [
                  {
                    id: "DC_1",
                    author: { login: "ada", url: "https://github.com/ada" },
                    authorAssociation: "NONE",
                    body: "It *froze*.",
                    createdAt: "2022-01-02T10:00:00Z",
                    lastEditedAt: null,
                    isMinimized: false,
                    replies: {
                      totalCount: 1,
                      nodes: [
                        {
                          id: "DC_2",
                          author: { login: "ines" },
                          authorAssociation: "OWNER",
                          body: "Here, too.",
                          createdAt: "2022-01-03T10:00:00Z",
                        },
                      ],
                    },
                  },
                  {
                    id: "DC_3",
                    author: null,
                    authorAssociation: "NONE",
                    body: "gone",
                    createdAt: "2022-01-04T10:00:00Z",
                    isMinimized: true,
                  },
                ],
              },
            },
          ],
        },
      },
    },
  },
];
const ISSUES = [
  {
    number: 5,
    title: "posts/first-ice/",
    url: "https://github.com/ines/talk/issues/5",
    author: { login: "utterances-bot" },
    body: "# First ice\n\n[https://old.example/posts/first-ice/](https://old.example/posts/first-ice/)",
    createdAt: "2021-01-01T00:00:00Z",
    comments: [
      {
        id: "IC_1",
        author: { login: "bo" },
        authorAssociation: "CONTRIBUTOR",
        body: "Cold.",
        createdAt: "2021-02-01T10:00:00Z",
        isMinimized: false,
      },
    ],
  },
];
const REST = [
  {
    number: 5,
    title: "posts/first-ice/",
    url: "https://api.github.com/repos/ines/talk/issues/5",
    body: "",
    comments: 1,
    created_at: "2021-01-01T00:00:00Z",
  },
  {
    id: 77,
    issue_url: "https://api.github.com/repos/ines/talk/issues/5",
    user: { login: "bo" },
    author_association: "NONE",
    body: "By REST.",
    created_at: "2021-02-01T10:00:00Z",
  },
];

const WITH_DIGEST =
  "# First ice\n\nMore at https://x.example/posts/heron\n\nhttps://old.example/posts/first-ice/\n\n<!-- sha1: e540cdd1328b -->";

describe("comments of giscus and utterances", () => {
  it("are imported from discussions with answers, owners and hidden comments; the report lists everything that the file lacks", async () => {
    const site = await createImportFixture();
    const out = await importTwice(site, await site.file("discussions.json", JSON.stringify(DISCUSSIONS)));
    expect(out).toMatch(/left out +1 +comments missing from the file, which contains only the first ones of a thread/);
    expect(await site.threads(FIRST_ICE)).toEqual(["ada: It *froze*. [ines: Here, too.]"]);
    const comments = await all(site);
    expect(comments.get("Here, too.")).toMatchObject({ isAuthor: true, authorUrl: "https://github.com/ines" });
    expect(comments.get("It *froze*.")).toMatchObject({ isAuthor: false, createdAt: Date.parse("2022-01-02T10:00:00Z") });
    expect(comments.get("gone")).toMatchObject({ state: "pending", authorName: "ghost" });
  });

  it.each([
    ["issues of gh", ISSUES, "bo: Cold."],
    ["issues and comments of the REST API", REST, "bo: By REST."],
  ])("are imported from %s", async (_, value, thread) => {
    const site = await createImportFixture();
    await importTwice(site, await site.file("issues.json", JSON.stringify(value)));
    expect(await site.threads(FIRST_ICE)).toEqual([thread]);
  });

  const issue = (number: number, title: string, more: object = {}) => ({
    number,
    title,
    url: `https://github.com/ines/talk/issues/${number}`,
    author: { login: "mallory" },
    body: "Look at https://x.example/posts/first-ice",
    createdAt: "2021-01-01T00:00:00Z",
    comments: [{ id: `IC_${number}`, author: { login: "bo" }, body: `of ${number}`, createdAt: "2021-02-01T10:00:00Z" }],
    ...more,
  });

  it("are not imported from ordinary issues that link to a page, which are counted and named", async () => {
    const site = await createImportFixture();
    const issues = [issue(7, "Broken link"), issue(8, "heron"), issue(9, "Thanks", { author: { login: "utterances" } })];
    const file = await site.file("issues.json", JSON.stringify(issues));
    const { out } = await site.run(["comments", "import", file]);
    expect(out).toMatch(/left out +3 +threads without a page: .*Broken link, heron, Thanks/);
    expect(out).toMatch(/1 +not found +ines\/talk#7: Broken link/);
    expect(await site.threads(FIRST_ICE)).toEqual([]);
    expect(await site.threads("heron")).toEqual([]);
    const map = await site.file("threads.txt", "ines/talk#7: Broken link  heron\n");
    await site.run(["comments", "import", file, "--map", map]);
    expect(await site.threads("heron")).toEqual(["bo: of 7"]);
  });

  it.each([
    ["the title is a path", { title: "/posts/first-ice" }],
    ["the title is an address", { title: "https://old.example/posts/first-ice/" }],
    ["giscus made the discussion", { author: { login: "giscus" } }],
    ["giscus made the discussion, by REST", { author: undefined, user: { login: "giscus[bot]" } }],
    ["giscus wrote a digest below the address", { author: { login: "giscus" }, body: WITH_DIGEST }],
    ["utterances made the issue", { author: { login: "utterances-bot" } }],
    ["the issue has the label utterances", { labels: [{ name: "utterances" }] }],
  ])("are imported if %s", async (_, more) => {
    const site = await createImportFixture();
    const body = "# First ice\n\nMore at https://x.example/posts/heron\n\n[a](https://old.example/posts/first-ice/)\n";
    await importTwice(site, await site.file("issues.json", JSON.stringify([issue(7, "First ice", { body, ...more })])));
    expect(await site.threads(FIRST_ICE)).toEqual(["bo: of 7"]);
  });

  it("are reported as missing if REST lists discussions without them", async () => {
    const site = await createImportFixture();
    const discussion = { ...issue(7, "First ice"), author: undefined, user: { login: "giscus[bot]" }, body: WITH_DIGEST, comments: 1 };
    const { out } = await site.run(["comments", "import", await site.file("discussions.json", JSON.stringify([discussion]))]);
    expect(out).toMatch(/left out +1 +threads with more comments than the file contains/);
  });

  it("are refused if the file contains no comments, or several JSON texts", async () => {
    const site = await createImportFixture();
    const run = async (text: string): Promise<string> => (await site.run(["comments", "import", await site.file("x.json", text)])).err;
    expect(await run("[]")).toContain("x.json: it contains no GitHub discussions or issues");
    expect(await run("[][]")).toContain("it contains several JSON texts");
  });
});
