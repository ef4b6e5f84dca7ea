import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createData, type DataFixture } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

const SITE = { name: "Ines", url: "https://ines.example", timeZone: "Europe/Oslo" };
const keepSite = (author: { name: string; url: string | null } | null): Promise<void> =>
  data.use(({ site }) => site.keep({ ...SITE, author }));

describe("octavo comments reply", () => {
  it("publishes the owner's rendered answer at once, under the author's name", async () => {
    await keepSite({ name: "Ines Moura", url: "https://ines.example/about" });
    const id = await data.comment({ state: "approve" });
    const { code, out } = await data.run(["comments", "reply", id, " Thank you, *corrected*. "]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^published: [a-z2-7]{24} by Ines Moura on .*, in reply to ${id}\n$`)),
    ]);
    const [found] = await data.use(({ comments }) => comments.recent({ limit: 1 }));
    expect(found?.comment).toMatchObject({
      parentId: id,
      isAuthor: true,
      authorName: "Ines Moura",
      authorUrl: "https://ines.example/about",
      body: "Thank you, *corrected*.",
      bodyHtml: "<p>Thank you, <em>corrected</em>.</p>",
    });
    expect((await data.run(["comments", "list", "--state", "approved"])).out).toMatch(/approved \(yours\) .*Ines Moura/);
  });

  it("uses the site's name if its settings name no author", async () => {
    await keepSite(null);
    const id = await data.comment({ state: "approve" });
    const { out } = await data.run(["comments", "reply", id, "Yes", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ comment: { authorName: "Ines", authorUrl: SITE.url, isAuthor: true, state: "approved" } });
  });

  it("stores no local address, even if the database has no other", async () => {
    await data.use(({ site }) => site.keep({ ...SITE, url: "http://127.0.0.1:3100", author: null }));
    const id = await data.comment({ state: "approve" });
    const { out } = await data.run(["comments", "reply", id, "Yes", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ comment: { authorName: "Ines", authorUrl: null, isAuthor: true } });
  });

  it("explains the necessary first step: approve, start the server, write something", async () => {
    const id = await data.comment({});
    expect(await data.run(["comments", "reply", id, "Yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("start the server once"),
    });
    await keepSite(null);
    const pending = await data.run(["comments", "reply", id, "Yes"]);
    expect(pending).toMatchObject({ code: 1, err: expect.stringContaining(`octavo comments approve ${id}`) });
    expect(await data.run(["comments", "reply", "nobody", "Yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("no comment nobody"),
    });
    for (const text of ["  ", "x".repeat(5_001), "\u200b"])
      expect(await data.run(["comments", "reply", id, text])).toMatchObject({
        code: 2,
        err: expect.stringContaining("cannot be published"),
      });
    expect(await data.run(["comments", "reply", id])).toMatchObject({ code: 2, err: expect.stringContaining("no terminal") });
    expect(await data.use(({ comments }) => comments.countsByState())).toMatchObject({ approved: 0, pending: 1 });
  });
});
