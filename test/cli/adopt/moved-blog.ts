import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { loadConfig } from "../../../build/config/load-config.ts";
import type { PostEntry } from "../../../build/kinds/post-kind.ts";
import { parseContent } from "../../../build/parse/parse-content.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { main } from "../../../cli/main.ts";
import type { OctavoConfig } from "../../../contract/config/define-config.ts";
import { createTestIo } from "../test-io.ts";

export interface MovedBlog {
  /** Output of `octavo init`. */
  readonly out: string;
  readonly config: OctavoConfig;
  readonly posts: readonly PostEntry[];
  /** Paths of the posts' pages, sorted. */
  readonly pages: readonly string[];
  /** Paths of the pages of documents other than posts, sorted. */
  readonly otherPages: readonly string[];
  /** Warnings about the content. */
  readonly warnings: readonly string[];
}

/**
 * Writes the files of a blog, runs `octavo init` on it, and reads its posts. There must be no
 * errors.
 */
export async function moveIn(files: Readonly<Record<string, string>>, args: readonly string[] = ["--yes"]): Promise<MovedBlog> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "octavo-moved-")));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, name)), { recursive: true });
      await writeFile(join(cwd, name), text);
    }
    const io = createTestIo({ cwd });
    const code = await main(["init", ...args], io);
    expect([code, io.err()]).toEqual([0, ""]);
    const { config, diagnostics: found } = await loadConfig({ cwd });
    expect(found.all()).toEqual([]);
    const diagnostics = new Diagnostics();
    const { content } = await parseContent({ contentDir: join(cwd, config.content), cwd, config, diagnostics });
    const listed = diagnostics.all();
    expect(listed.filter(({ severity }) => severity === "error")).toEqual([]);
    const posts = content?.posts ?? [];
    const written = ((await import(join(cwd, config.file ?? ""))) as { default: OctavoConfig }).default;
    return {
      out: io.out(),
      config: written,
      posts,
      pages: posts.map(({ page }) => page).sort(),
      otherPages: Object.values(content?.documents ?? {})
        .flat()
        .map(({ page }) => page ?? "")
        .sort(),
      warnings: listed.map(({ message }) => message),
    };
  } finally {
    await rm(cwd, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A file with front matter. */
export const withFields = (fields: string, body = "Text."): string => `---\n${fields}\n---\n\n${body}\n`;
