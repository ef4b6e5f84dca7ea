import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { post, SITE } from "../parse/parse-files.ts";
import { buildIn, writeFiles } from "../site-folder.ts";

const config = { slugs: { posts: { repeat: "dated" } }, urls: { posts: "/{year}/{month}/{slug}/" } } as const;
const stated = (date: string): string => post(`title: Ice\nslug: ice\ndate: ${date}`);

it("a build warns if a new file of an older date takes the slug of a published post", async () => {
  const root = mkdtempSync(join(tmpdir(), "octavo-renamed-"));
  try {
    const post = { "content/posts/b.md": stated("2024-03-04") };
    writeFiles(root, { "octavo.config.mjs": `export default ${JSON.stringify(config)}`, "content/site.yaml": SITE, ...post });
    const warnings = async () => {
      const { diagnostics } = await buildIn(root);
      return diagnostics.all().map(({ file, message, hint }) => [file, message, hint]);
    };
    expect(await warnings()).toEqual([]);
    writeFiles(root, { "content/posts/c.md": stated("2025-01-01") });
    expect(await warnings()).toEqual([]);
    writeFiles(root, { "content/posts/a.md": stated("2023-01-02") });
    expect(await warnings()).toEqual([
      [
        "content/posts/b.md",
        'its slug changes from "ice" to "ice-2024-03-04", because content/posts/a.md also has "ice" and is older',
        "write a different slug in content/posts/a.md; otherwise it shows the comments and likes of this post",
      ],
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
