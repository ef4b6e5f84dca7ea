import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fitDocumentTexts } from "../../../../build/outputs/feeds/llms-documents.ts";
import { buildIn, bytesBelow, writeFiles } from "../../site-folder.ts";

const CONFIG = `
import { defineKind, field } from ${JSON.stringify(new URL("../../../../contract/config/define-kind.ts", import.meta.url).href)};
export default {
  kinds: {
    talks: defineKind({ words: { one: "Talk", many: "Talks" }, fields: { heldOn: field.date() }, page: "/talks/{slug}/" }),
    notes: defineKind({ words: { one: "Note", many: "Notes" }, fields: {} }),
  },
};`;
const FILES = {
  "octavo.config.mjs": CONFIG,
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/posts/hello.md": "---\ntitle: Hello\npublishedAt: 2024-01-01\n---\nA post.\n",
  "content/talks/old.md": "---\ntitle: Old\nheldOn: 2024-01-01\nexcerpt: Long ago\n---\nThe *old* talk.\n",
  "content/talks/new.md": "---\ntitle: New\nheldOn: 2025-01-01\n---\nThe new talk.\n",
  "content/talks/draft.md": "---\ntitle: Draft\nheldOn: 2025-01-01\ndraft: true\n---\nSecret.\n",
  "content/pages/uses.md": "---\ntitle: What I use\n---\nA tide gauge.\n",
  "content/notes/one.md": "---\ntitle: One\n---\nA note.\n",
};

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-llms-"));
  writeFiles(cwd, FILES);
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));
const read = (name: string): string => readFileSync(join(cwd, "dist", name), "utf8");

it("llms.txt lists pages and the documents of a site's own kinds, with their pages or, without these, their addresses in the API", async () => {
  await buildIn(cwd);
  const text = read("llms.txt");
  expect(text).toContain(
    "\n## Pages\n\n- [What I use](https://fjord.example/uses/): A tide gauge.\n\n## Notes\n\n- [One](https://fjord.example/api/v1/notes/one): A note.\n\n## Talks\n\n",
  );
  expect(text).toMatch(
    /\[New\]\(https:\/\/fjord\.example\/talks\/new\/\).*\n- \[Old\]\(https:\/\/fjord\.example\/talks\/old\/\): Long ago\n\n## Optional/,
  );
  expect(text).not.toContain("Draft");
});

it("llms-full.txt has their texts after those of posts, and an edited one is the same as after a clean build", async () => {
  await buildIn(cwd);
  expect(read("llms-full.txt")).toMatch(
    /A post\.\n[\s\S]*## What I use\n\nKind: Page\n[\s\S]*A tide gauge\.\n[\s\S]*## One\n\nKind: Note\n\nA note\.\n[\s\S]*## New\n\nKind: Talk\nURL: [\s\S]*The old talk\.\n$/,
  );
  expect(read("llms-full.txt")).not.toContain("Secret");
  writeFiles(cwd, { "content/talks/old.md": "---\ntitle: Old\nheldOn: 2024-01-01\n---\nAnother text.\n" });
  await buildIn(cwd);
  const incremental = bytesBelow(join(cwd, "dist"));
  expect(read("llms-full.txt")).toContain("Another text.\n");
  await buildIn(cwd, { outDir: join(cwd, "clean"), cacheDir: join(cwd, "clean-cache") });
  expect(bytesBelow(join(cwd, "clean")).get("llms-full.txt")).toEqual(incremental.get("llms-full.txt"));
});

it("texts that do not fit are left out and counted", () => {
  const item = {
    slug: "a",
    url: null,
    path: null,
    title: "A",
    excerpt: null,
    cover: null,
    tags: [],
    language: "en",
    publishedAt: null,
    updatedAt: null,
  };
  const document = { item, further: { bodyHtml: "", bodyText: "x".repeat(300), toc: [] } };
  const kind = { words: { one: "Note", many: "Notes" } };
  const textIn = (room: number): string => fitDocumentTexts([{ kind, documents: [document, document, document] }], room).bytes.toString();
  expect(textIn(10_000).match(/x{300}/g)).toHaveLength(3);
  expect(textIn(10_000)).not.toContain("left out");
  expect(textIn(1_000).match(/x{300}/g)).toHaveLength(2);
  expect(textIn(1_000)).toMatch(/\n1 more document is left out\.\n$/);
  for (const room of [0, 150, 250, 600, 1_000]) expect(textIn(room).length).toBeLessThanOrEqual(room);
});
