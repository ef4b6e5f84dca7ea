import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reportRuleConflicts } from "../../../build/public/rule-conflicts.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";

const cwd = mkdtempSync(join(tmpdir(), "octavo-rules-"));
afterAll(() => rmSync(cwd, { recursive: true }));

/** Messages about redirects from these paths, in a site with a page, a former page and a file. */
async function conflictsOf(base: string, pairs: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const redirects = Object.entries(pairs).map(([from, to]) => ({ from, to, status: 301 as const }));
  writeFileSync(join(cwd, "octavo.config.ts"), `export default ${JSON.stringify({ redirects: pairs })};`);
  const diagnostics = new Diagnostics();
  await reportRuleConflicts({
    cwd,
    config: { rules: { headers: [], redirects }, file: "octavo.config.ts" },
    addresses: [`http://127.0.0.1:4321${base}`, `https://marsh.example${base}`],
    pages: [{ kind: "posts", slug: "ice", path: `${base}/posts/gr%C3%B6%C3%9Fe`, formerPaths: [`${base}/2019/ice`], listed: true }],
    groupPages: [{ kind: "tags", slug: "sea", path: `${base}/tags/sea` }],
    inPublic: [{ path: "notes.txt", content: { text: "" } }],
    diagnostics,
  });
  return diagnostics.all().map(({ message }) => message);
}

const toElsewhere = (...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((from) => [from, "/elsewhere"]));

describe.each(["", "/blog"])("redirects of a site under %j", (base) => {
  it("may not hide a page, a former page or a public file", async () => {
    const hidden = toElsewhere("/posts/größe", "/posts/gr%c3%b6%c3%9fe/", "/posts/*", "/2019/ice", "/tags/sea/", "/notes.txt");
    const found = await conflictsOf(base, hidden);
    const page = `would hide the page ${base}/posts/gr%C3%B6%C3%9Fe (posts: ice)`;
    expect(found.toSorted()).toEqual(
      [
        `"/posts/größe" ${page}`,
        `"/posts/gr%c3%b6%c3%9fe/" ${page}`,
        `"/posts/*" ${page}`,
        `"/2019/ice" would hide a former address of ${base}/posts/gr%C3%B6%C3%9Fe (posts: ice)`,
        `"/tags/sea/" would hide the page ${base}/tags/sea (tags: sea)`,
        '"/notes.txt" would hide notes.txt in the folder public',
      ].toSorted(),
    );
  });

  it("must name its own pages by path, not by an address that a preview does not have", async () => {
    const at = `https://marsh.example${base}`;
    expect(
      await conflictsOf(base, { "/a": `${at}/about?x`, "/b": "https://other.example/about", "/c": "https://marsh.example.org/" }),
    ).toEqual([`"${at}/about?x" is an address of this site`]);
  });

  it("may cover a folder with a former page in it, which takes precedence", async () => {
    expect(await conflictsOf(base, toElsewhere("/2019/*", "/about"))).toEqual([]);
  });
});
