import { afterEach, beforeEach, expect, it } from "vitest";
import { createData, type DataFixture } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
  await data.use(({ site }) => site.keep({ name: "Marsh", url: "https://marsh.example", timeZone: "UTC", author: null }));
});
afterEach(() => data.remove());

async function reply(): Promise<{ readonly id: string; readonly own: string }> {
  const id = await data.comment({ state: "approve" });
  const { out } = await data.run(["comments", "reply", id, "Thank you", "--json"]);
  return { id, own: (JSON.parse(out) as { comment: { id: string } }).comment.id };
}

it("octavo comments edit changes the owner's reply, and nobody else's", async () => {
  const { id, own } = await reply();
  expect(await data.run(["comments", "edit", own, "Thank *you*"])).toMatchObject({ code: 0, out: `edited: ${own} on first-ice\n` });
  expect((await data.use(({ comments }) => comments.get(own)))?.bodyHtml).toBe("<p>Thank <em>you</em></p>");
  expect((await data.run(["comments", "edit", id, "Mine now"])).err).toContain(`${id} is not your own reply`);
  expect(await data.run(["comments", "edit", own, "  "])).toMatchObject({ code: 2, err: expect.stringContaining("cannot be published") });
});

it("octavo comments preview renders a text", async () => {
  expect(await data.run(["comments", "preview", "*a*"])).toMatchObject({ code: 0, out: "<p><em>a</em></p>\n" });
});

it("octavo comments move moves a thread to a post that somebody has used, or to any post with --force", async () => {
  const { id, own } = await reply();
  const refused = await data.run(["comments", "move", own, "tides"]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("nobody has commented on or liked a post named tides")]);
  expect((await data.run(["comments", "move", own, "tides", "--force"])).out).toBe("moved: 2 comments from first-ice to tides\n");
  expect((await data.use(({ comments }) => comments.get(id)))?.slug).toBe("tides");
  expect((await data.run(["comments", "move", id, "tides"])).out).toBe("nothing to do: the thread is on tides already\n");
  expect((await data.run(["comments", "move", id, "No Slug"])).err).toContain("want the slug of a post");
});

it("octavo comments closes and reopens a post's comments, and lists the closed ones", async () => {
  await data.comment();
  expect((await data.run(["comments", "closed"])).err).toBe("no post has closed comments\n");
  expect((await data.run(["comments", "close", "first-ice"])).out).toBe("comments on first-ice are closed\n");
  expect((await data.run(["comments", "close", "first-ice"])).out).toBe("nothing to do: they are closed already\n");
  expect((await data.run(["comments", "closed"])).out).toBe("2026-06-01 12:00  first-ice\n");
  expect((await data.run(["comments", "close", "frist-ice"])).err).toContain("nobody has commented on or liked a post named frist-ice");
  expect((await data.run(["comments", "reopen", "first-ice"])).out).toBe("comments on first-ice are open\n");
});
