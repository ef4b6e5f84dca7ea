import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface SiteFixture {
  /** Working directory for the CLI. */
  readonly cwd: string;
  write(name: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** A folder with a small site: one post, and `files`, which may replace it. */
export async function createSite(files: Readonly<Record<string, string>> = {}): Promise<SiteFixture> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "octavo-site-")));
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
  };
  const all = {
    "content/site.yaml": "name: Marsh notes\nurl: https://marsh.example\n",
    "content/posts/first-ice.md": post("First ice", "2026-01-02"),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) await write(name, text);
  return { cwd, write, remove: () => rm(cwd, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A post in Markdown. */
export function post(title: string, publishedAt: string, more = ""): string {
  return `---\ntitle: ${title}\npublishedAt: ${publishedAt}\n${more}---\n\nThe creek froze over in the night.\n`;
}
