import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSite, post, type SiteFixture } from "../cli/site-fixture.ts";
import { type OctavoServer, startOctavo } from "../system/octavo-process.ts";
import { describeWith } from "../system/programs.ts";
import { findSections } from "./docs-pages.ts";

/** The examples of docs/api.md that send something, sent to a running server. */

describeWith(["curl"], "sending with curl", () => {
  let site: SiteFixture;
  let server: OctavoServer;
  const fences = findSections("docs/api.md").get("Sending") ?? [];
  const [comment = "", like = "", inquiry = ""] = fences.flatMap(({ language, text }) => (language === "sh" ? [text] : []));

  beforeAll(async () => {
    site = await createSite({ "content/posts/four-cranes.md": post("Four cranes", "2026-01-03") });
    server = await startOctavo(site.cwd, ["--port", "0"]);
  });
  afterAll(async () => {
    await server.stop();
    await site.remove();
  });

  /** Status and body of each command's answer. */
  function send(shell: string): readonly { readonly status: number; readonly body: Record<string, unknown> }[] {
    const commands = shell.trim().replaceAll("\\\n", " ").replaceAll("http://127.0.0.1:3000", server.url).split("\n");
    return commands.map((command) => {
      const text = execFileSync("bash", ["-ec", `${command} --silent --write-out '\\n%{http_code}'`], { cwd: site.cwd, encoding: "utf8" });
      const [body = "", status] = text.split("\n");
      return { status: Number(status), body: JSON.parse(body) };
    });
  }

  it("stores a repeated comment once, and gets the answer that the page shows", () => {
    const [first] = send(comment);
    const [again] = send(comment);
    expect(first).toMatchObject({ status: 202, body: { authorName: "Odd", status: "pending" } });
    expect(again?.body.id).toBe(first?.body.id);
    const [shown = ""] = fences.flatMap(({ language, text }) => (language === "json" ? [text] : []));
    const { id, createdAt, editableUntil, editToken } = first?.body ?? {};
    expect({ ...JSON.parse(shown), id, createdAt, editableUntil, editToken }).toEqual(first?.body);
  });

  it("counts a like, and withdraws it with the same cookie", () => {
    expect(send(like)).toMatchObject([
      { status: 200, body: { likeCount: 1, liked: true } },
      { status: 200, body: { likeCount: 0, liked: false } },
    ]);
  });

  it("stores an inquiry", () => {
    expect(send(inquiry)).toMatchObject([{ status: 201, body: { id: expect.any(String) } }]);
  });
});
