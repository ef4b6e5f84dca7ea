import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createListedFiles } from "../../hosts/node/pages/listed-files.ts";
import { buildIn, writeFiles, writeOldFiles } from "../build/site-folder.ts";

it("a build's own files are distinguished from all others, including those of unlisted posts", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-listed-"));
  try {
    writeOldFiles(cwd, {
      "octavo.config.mjs": "export default { website: true };\n",
      "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
      "content/posts/rain.md": "---\ntitle: Rain\npublishedAt: 2024-01-02\n---\nWet.\n",
      "content/posts/hidden.md": "---\ntitle: Hidden\npublishedAt: 2024-01-02\nunlisted: true\n---\nShh.\n",
    });
    expect((await buildIn(cwd)).ok).toBe(true);
    const dist = join(cwd, "dist");
    const isListed = createListedFiles(dist);
    writeFiles(dist, { "posts/other.html": "Somebody's.", "secret.txt": "Secret." });
    const found = ["posts/rain.html", "posts/hidden.html", "index.html", "posts/other.html", "secret.txt"].map((name) =>
      isListed(join(dist, name)),
    );
    expect(await Promise.all(found)).toEqual([true, true, true, false, false]);
    expect(await createListedFiles(join(cwd, "content"))(join(cwd, "content/site.yaml"))).toBe(false);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
