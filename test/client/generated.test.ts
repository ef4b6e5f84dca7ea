import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { GENERATED_FOLDER, renderClientSources } from "../../scripts/client/client-sources.ts";
import { renderClientMethods } from "../../scripts/client/render-client-methods.ts";
import { renderOperationTable } from "../../scripts/client/render-operation-table.ts";

const FOLDER = fileURLToPath(new URL(`../../${GENERATED_FOLDER}`, import.meta.url));

describe("the generated sources of octavo-client", () => {
  it("are those that contract/ gives; if not, run `npm run generate`", async () => {
    const sources = renderClientSources();
    expect((await readdir(FOLDER)).sort()).toEqual(Object.keys(sources).sort());
    for (const [name, text] of Object.entries(sources)) expect(await readFile(join(FOLDER, name), "utf8"), name).toBe(text);
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
    const { "client-methods.ts": methods = "", "operation-table.ts": table = "" } = renderClientSources();
    for (const { name } of OPERATIONS) {
      const [group = "", method = ""] = name.split(".");
      expect(table).toContain(`  "${name}": {`);
      expect(methods).toMatch(new RegExp(`  readonly ${group}: \\{\\n(?: {4}.*\\n)*? {4}${method}\\(`));
    }
  });
});
