import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TOOL_ROUTES } from "../../contract/operations/tool-routes.ts";
import { createSite, post, type SiteFixture } from "../cli/site-fixture.ts";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { type OctavoServer, startOctavo } from "../system/octavo-process.ts";
import { describeWith } from "../system/programs.ts";
import { findFences, readPage } from "./docs-pages.ts";

/** Compares docs/mcp.md with the table of tools and a running server. */

it("docs/mcp.md names every tool, in order (vitest -u writes it)", async () => {
  const page = readPage("docs/mcp.md");
  const [list = ""] = /^There is a tool for each useful read: .*?\.\s(?=Their)/ms.exec(page) ?? [];
  const names = Object.keys(TOOL_ROUTES).map((name) => `\`${name.replace(".", "_")}\``);
  const text = `There is a tool for each useful read: ${names.join(", ")}. ${page.slice(page.indexOf(list) + list.length).split("\n\n")[0]}`;
  const paragraph = page.slice(page.indexOf(list)).split("\n\n")[0] ?? "";
  await expect(page.replace(paragraph, wrap(text))).toMatchFileSnapshot(join(PROJECT_DIR, "docs/mcp.md"));
});

/** Lines of at most 100 columns. */
const wrap = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(.{1,100})(?: |$)/g, "$1\n")
    .trim();

describeWith(["curl"], "the call of docs/mcp.md", () => {
  let site: SiteFixture;
  let server: OctavoServer;
  beforeAll(async () => {
    site = await createSite({ "content/posts/weaving.md": post("Weaving in the dark", "2026-01-03") });
    server = await startOctavo(site.cwd, ["--port", "0"]);
  });
  afterAll(async () => {
    await server.stop();
    await site.remove();
  });

  it("finds the requested post", () => {
    const [command = ""] = findFences("docs/mcp.md").flatMap(({ language, text }) => (language === "sh" ? [text] : []));
    const shell = command.replaceAll("https://ines.example", server.url);
    const answer = execFileSync("bash", ["-ec", `${shell.trim()} --silent`], { cwd: site.cwd, encoding: "utf8" });
    expect(JSON.parse(answer)).toMatchObject({
      id: 1,
      result: { content: [{ type: "text", text: expect.stringContaining('"title":"Weaving in the dark"') }] },
    });
  });
});
