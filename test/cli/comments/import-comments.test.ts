import { existsSync } from "node:fs";
import { copyFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createImportFixture } from "./import-fixture.ts";

describe("octavo comments import", () => {
  it("shows before it writes where each thread would go, and how to place threads that found no post", async () => {
    const site = await createImportFixture();
    const { out, code } = await site.run(["comments", "import", await site.fixture("disqus.xml"), "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toMatch(/4 +first-ice +page +https:\/\/old\.example\/posts\/first-ice\/\?utm_source=x/);
    expect(out).toMatch(/6 +heron +former page +http:\/\/old\.example\/2014\/12\/heron\.html/);
    expect(out).toMatch(/1 +not found +perhaps lost-boat +https:\/\/old\.example\/2013\/01\/lost-boat\//);
    expect(out).toContain("https://old.example/2013/01/lost-boat/ lost-boat\nand run octavo comments import disqus.xml --map");
    expect(out).toContain("nothing was written: --dry-run");
    expect(await site.use(({ comments }) => comments.countsByState())).toMatchObject({ approved: 0, pending: 0, spam: 0 });
  });

  it("keeps threads, states, dates and texts from Disqus, and creates nothing twice", async () => {
    const site = await createImportFixture();
    const file = await site.fixture("disqus.xml");
    const first = await site.run(["comments", "import", file]);
    expect(first.code, first.err).toBe(0);
    expect(first.out).toContain("1 of them waits for you: octavo comments moderate");
    expect(await site.threads("first-ice")).toEqual([
      "Ada: It froze here too.⏎Thick & black: 5 \\< 6, \\*not\\* bold.⏎⏎1\\. no list [" +
        "Ben: An answer that stands **before** what it answers. See [the tides](https://tides.example/a_b), @ada. | " +
        "(gone) [Flo: It answers what was deleted.]]",
    ]);
    expect(await site.threads("heron")).toEqual(["Circe: in a circle [Circe: the other half]", "Anonymous: its parent is not here"]);
    expect(await site.use(({ comments }) => comments.countsByState())).toEqual({
      approved: 6,
      pending: 1,
      spam: 1,
      rejected: 0,
      deleted: 1,
    });

    const all = await site.use(({ comments }) => comments.list({ states: ["approved", "pending", "spam"], limit: 100 }));
    const ada = all.find(({ authorName }) => authorName === "Ada");
    expect(ada).toMatchObject({
      authorEmail: "ada@fen.example",
      createdAt: Date.parse("2015-01-01T10:00:00Z"),
      isAuthor: false,
      origin: null,
    });
    const mallory = all.find(({ state }) => state === "pending");
    expect(mallory).toMatchObject({
      authorName: "Mallory second line",
      authorEmail: null,
      body: "safe here <https://tides.example/x.png>",
    });
    // 30 February does not exist, so the thread's date applies.
    expect(mallory?.createdAt).toBe(Date.parse("2014-12-02T00:00:00Z"));
    expect(mallory?.bodyHtml).toBe(
      '<p>safe here <a href="https://tides.example/x.png" rel="nofollow ugc noopener">https://tides.example/x.png</a></p>',
    );
    // A reply is never dated before the comment that it answers.
    expect(all.find(({ body }) => body === "the other half")?.createdAt).toBe(Date.parse("2015-01-08T10:00:00Z"));
    expect((await readFile(site.db)).includes("198.51.100")).toBe(false);

    const version = await site.use(({ comments }) => comments.siteVersion());
    const second = await site.run(["comments", "import", file]);
    expect(second.out).toContain("0 comments of Disqus imported to 2 posts, 9 already present");
    expect(await site.use(({ comments }) => comments.siteVersion())).toBe(version);
    expect((await site.run(["db", "verify"])).out).toContain("is sound");
  });

  it("creates a missing database, but not in a dry run", async () => {
    const site = await createImportFixture();
    await rm(site.db);
    const file = await site.fixture("disqus.xml");
    expect(await site.run(["comments", "import", file, "--dry-run"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("nothing was written"),
    });
    expect(existsSync(site.db)).toBe(false);
    const { code, err } = await site.run(["comments", "import", file]);
    expect([code, err]).toEqual([0, "note: there was no data/octavo.db, so an empty one was created\n"]);
    expect(await site.use(({ comments }) => comments.countsByState())).toMatchObject({ approved: 6 });
  });

  it("notifies nobody: no notice is planned", async () => {
    const site = await createImportFixture();
    await site.run(["comments", "import", await site.fixture("disqus.xml")]);
    expect(await site.use(({ notices }) => notices.plan(["mail"]), Date.parse("2027-01-01T00:00:00Z"))).toBe(0);
  });

  it("imports the remaining threads with a map, except those that the map leaves out", async () => {
    const site = await createImportFixture();
    const file = await site.fixture("disqus.xml");
    await site.run(["comments", "import", file]);
    await site.file("map.txt", "# old addresses\nhttps://old.example/2013/01/lost-boat/   lost\n/posts/first-ice/ -\n");
    const { out } = await site.run(["comments", "import", file, "--map", "map.txt"]);
    expect(out).toContain("1 comment of Disqus imported");
    expect(await site.threads("lost-boat")).toEqual(["Lou: of a page that is not found"]);
  });

  it("reports every invalid line of a map, and writes nothing", async () => {
    const site = await createImportFixture();
    await site.file("map.txt", "https://old.example/x/ no-such-post\nalone\n");
    const { code, err } = await site.run(["comments", "import", await site.fixture("disqus.xml"), "--map", "map.txt"]);
    expect(code).toBe(1);
    expect(err).toContain("map.txt:1: there is no post no-such-post");
    expect(err).toContain('map.txt:2: "alone" has no slug');
    expect(await site.threads("first-ice")).toEqual([]);
  });

  it("does not bring back comments that were deleted here", async () => {
    const site = await createImportFixture();
    const file = await site.fixture("disqus.xml");
    await site.run(["comments", "import", file]);
    await site.use(async ({ comments }) => {
      const [spam] = await comments.list({ states: ["spam"] });
      await comments.decide({ id: spam?.id ?? "", revision: 1, decision: "delete" });
    });
    await site.run(["comments", "import", file]);
    expect(await site.use(({ comments }) => comments.countsByState())).toMatchObject({ spam: 0, deleted: 2 });
  });

  it("brings nobody in erasures.json back into an empty database", async () => {
    const site = await createImportFixture();
    await site.run(["comments", "import", await site.fixture("disqus.xml")]);
    const all = await site.use(({ comments }) => comments.list({ states: ["approved"], limit: 100 }));
    const { out } = await site.run(["comments", "export", "--emails"]);
    const other = all.find(({ body }) => body === "the other half")?.id ?? "";
    for (const person of [
      ["--email", "ADA@fen.example"],
      ["--comment", other],
    ]) {
      const { code, err } = await site.run(["privacy", "erase", ...person, "--yes"]);
      expect(code, err).toBe(0);
    }

    const fresh = await createImportFixture();
    for (const name of ["erasures.json", "secrets.json"]) await copyFile(join(site.cwd, "data", name), join(fresh.cwd, "data", name));
    const { code, out: said } = await fresh.run(["comments", "import", await fresh.file("comments.ndjson", out)]);
    expect(code, said).toBe(0);
    expect(said).toMatch(/1 +erased comments that have replies: kept as placeholders/);
    expect(said).toMatch(/1 +comments that were erased/);
    expect(await fresh.threads("first-ice")).toEqual([expect.stringMatching(/^\(gone\) \[Ben: /)]);
    expect((await fresh.threads("heron"))[0]).toBe("Circe: in a circle");
    expect((await readFile(fresh.db)).includes("ada@fen.example")).toBe(false);

    const without = await createImportFixture();
    await copyFile(join(site.cwd, "data/erasures.json"), join(without.cwd, "data/erasures.json"));
    const { err } = await without.run(["comments", "import", await without.file("comments.ndjson", out)]);
    expect(err).toContain("2 erasures could not be compared with the export");
  });

  it("restores what an export has written into an empty database: the same threads, states and dates, under the same ids", async () => {
    const site = await createImportFixture();
    await site.run(["comments", "import", await site.fixture("disqus.xml")]);
    const { out } = await site.run(["comments", "export", "--emails"]);
    expect(out.split("\n").length).toBe(10);

    const other = await createImportFixture();
    const { code, out: said } = await other.run(["comments", "import", await other.file("comments.ndjson.gz", gzipSync(out))]);
    expect(code, said).toBe(0);
    expect((await other.run(["comments", "export", "--emails"])).out).toBe(out);
    expect(await other.threads("first-ice")).toEqual(await site.threads("first-ice"));
    // Comments that came from Disqus are recognized here too.
    expect((await other.run(["comments", "import", await other.fixture("disqus.xml")])).out).toContain("0 comments of Disqus imported");
  });

  it("gets no email addresses from an export without --emails", async () => {
    const site = await createImportFixture();
    await site.run(["comments", "import", await site.fixture("disqus.xml")]);
    const { out, err } = await site.run(["comments", "export"]);
    expect(out).not.toContain("fen.example");
    expect(err).toContain("--emails adds them");
  });

  it("keeps the whole of a text that is too long for a form", async () => {
    const site = await createImportFixture();
    const text = "The ice held. ".repeat(2_000).trim();
    const item = `<thread dsq:id="1"><link>/posts/first-ice/</link></thread><post dsq:id="1"><message>&lt;p&gt;${text}&lt;/p&gt;</message><createdAt>2015-01-01T00:00:00Z</createdAt><author><name>Ada</name></author><thread dsq:id="1"/></post>`;
    await site.run(["comments", "import", await site.file("long.xml", `<disqus>${item}</disqus>`)]);
    expect(await site.threads("first-ice")).toEqual([`Ada: ${text}`]);
  });

  it("places answers that are too deep as the contract requires, and keeps their parents", async () => {
    const site = await createImportFixture();
    const posts = Array.from(
      { length: 150 },
      (_, at) =>
        `<post dsq:id="${at}"><message>${at}</message><createdAt>2015-01-01T00:00:00Z</createdAt><author><name>A</name></author><thread dsq:id="1"/>${at === 0 ? "" : `<parent dsq:id="${at - 1}"/>`}</post>`,
    );
    const xml = `<disqus><thread dsq:id="1"><link>/posts/first-ice/</link></thread>${posts.join("")}</disqus>`;
    await site.run(["comments", "import", await site.file("deep.xml", xml)]);
    const all = await site.use(({ comments }) => comments.list({ states: ["approved"], limit: 200 }));
    const byText = new Map(all.map((comment) => [comment.body, comment]));
    expect(byText.get("50")).toMatchObject({ depth: 5, parentId: byText.get("49")?.id });
    expect(byText.get("149")?.parentId).toBe(byText.get("100")?.id);
    expect((await site.run(["db", "verify"])).out).toContain("is sound");
  });

  it.each([
    [
      "a DOCTYPE",
      '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">]><disqus>&lol;</disqus>',
      "a DOCTYPE, which no export of Disqus has",
    ],
    ["another encoding", '<?xml version="1.0" encoding="latin1"?><disqus/>', "its encoding is latin1"],
    ["a missing end", "<disqus><thread>", "ends within <thread>"],
    ["endlessly nested elements", `<disqus>${"<a>".repeat(100)}`, "more than 12 nested elements"],
    ["XML of another kind", "<feed></feed>", "not a known export of comments"],
    ["a file that is not an export", "hello", "not a known export of comments"],
    ["a line that is not a comment", '{"slug":"first-ice","id":"x"}\n', "export.txt:1: this is not one of Octavo's comments: state (want"],
  ])("refuses %s, and writes nothing", async (_what, text, message) => {
    const site = await createImportFixture();
    const { code, err } = await site.run(["comments", "import", await site.file("export.txt", text)]);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(await site.use(({ comments }) => comments.countsByState())).toMatchObject({ approved: 0 });
  });

  it("refuses a truncated archive", async () => {
    const site = await createImportFixture();
    const whole = gzipSync(await readFile(join(site.cwd, await site.fixture("disqus.xml"))));
    const { code, err } = await site.run(["comments", "import", await site.file("disqus.xml.gz", whole.subarray(0, -50))]);
    expect(code).toBe(1);
    expect(err).toContain("the archive is broken, or its end is missing");
    expect(await site.threads("first-ice")).toEqual([]);
  });

  it("explains what to do if there is no built site", async () => {
    const site = await createImportFixture();
    const { code, err } = await site.run(["comments", "import", await site.fixture("disqus.xml"), "--published", "nowhere"]);
    expect(code).toBe(1);
    expect(err).toContain("octavo build");
  });
});
