import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { GENERATED_FOLDERS, renderGeneratedSources } from "../../scripts/client/generated-sources.ts";
import { renderClientMethods } from "../../scripts/client/render-client-methods.ts";
import { renderOperationTable } from "../../scripts/client/render-operation-table.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

describe("the generated sources of octavo-client and octavo-tools", () => {
  it("match contract/; if not, run `npm run generate`", async () => {
    const sources = renderGeneratedSources();
    const folders = Object.values(GENERATED_FOLDERS);
    const found = await Promise.all(folders.map(async (folder) => (await readdir(join(ROOT, folder))).map((name) => `${folder}/${name}`)));
    expect(found.flat().sort()).toEqual(Object.keys(sources).sort());
    for (const [path, text] of Object.entries(sources)) expect(await readFile(join(ROOT, path), "utf8"), path).toBe(text);
  });

  it("follow the operations: a name, a path, pages and headers", () => {
    const [posts] = OPERATIONS.filter(({ name }) => name === "posts.list");
    if (posts === undefined) throw new Error("there is no posts.list");
    const changed = { ...posts, name: "articles.find", paged: false } as const;
    expect(renderOperationTable([posts])).toContain('"posts.list": { method: "GET", path: "/posts", query: ["q", ');
    expect(renderOperationTable([posts])).toContain(', page: "page" }');
    expect(renderOperationTable([changed])).toContain('"articles.find": { method: "GET", path: "/posts"');
    expect(renderOperationTable([changed])).not.toContain("page: ");
    expect(renderClientMethods([posts])).toContain("    all(query?: PostsListQuery, options?: RequestOptions): AsyncGenerator<");
    expect(renderClientMethods([changed])).toContain("    find(query?: ArticlesFindQuery, options?: RequestOptions): Promise<PostList>;");
    expect(renderClientMethods([changed])).not.toContain("all(");
  });

  it("have a method for every operation", () => {
    const {
      [`${GENERATED_FOLDERS.client}/client-methods.ts`]: methods = "",
      [`${GENERATED_FOLDERS.client}/operation-table.ts`]: table = "",
    } = renderGeneratedSources();
    for (const { name } of OPERATIONS) {
      const [group = "", method = ""] = name.split(".");
      expect(table).toContain(`  "${name}": {`);
      expect(methods).toMatch(new RegExp(`  readonly ${group}: \\{\\n(?: {4}.*\\n)*? {4}${method}(?:<[^\n]*>)?\\(`));
    }
  });
});
