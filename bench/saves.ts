import { spawn } from "node:child_process";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../bin/octavo.mjs", import.meta.url));
const SAVES = 7;
/** Pause between two saves in milliseconds, in which an author would read the result. */
const PAUSE_MS = 300;

/**
 * Saves something in the content folder.
 * @returns the post whose response must then contain the mark
 */
export type Save = (content: string, save: number) => Promise<{ readonly slug: string; readonly mark: string }>;

/**
 * Adds a sentence to a post.
 * @param file below the content folder
 */
export function saveText({ slug, file }: { readonly slug: string; readonly file: string }): Save {
  return async (content, save) => {
    const mark = `Saved ${save} ${performance.now()}.`;
    await appendFile(join(content, file), `\n${mark}\n`);
    return { slug, mark };
  };
}

/** Adds a post that is older than all others, which shifts every page of the list. */
export const saveOldest: Save = async (content, save) => {
  const [slug, mark] = [`saved-${save}`, `Saved ${save} ${performance.now()}.`];
  const publishedAt = new Date(Date.UTC(1990, 0, 1 + save)).toISOString();
  await writeFile(join(content, "posts", `${slug}.md`), `---\ntitle: ${slug}\npublishedAt: ${publishedAt}\n---\n\n${mark}\n`);
  return { slug, mark };
};

/**
 * Returns the milliseconds from each save to the first HTTP response that contains it, ascending,
 * without the first save, which is a warm-up.
 */
export async function measureSaves(folder: string, save: Save, flags: readonly string[] = []): Promise<readonly number[]> {
  const child = spawn(process.execPath, [PROGRAM, "dev", "--port", "0", ...flags, "--now", "2030-01-01T00:00:00Z"], {
    cwd: folder,
    // Warnings are not measured.
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const url = await addressOf(child.stdout);
    const times: number[] = [];
    for (let run = 0; run <= SAVES; run += 1) {
      const { slug, mark } = await save(join(folder, "content"), run);
      const saved = performance.now();
      while (!(await (await fetch(`${url}/api/v1/posts/${slug}`)).text()).includes(mark)) await pause(2);
      if (run > 0) times.push(performance.now() - saved);
      await pause(PAUSE_MS);
    }
    return times.sort((a, b) => a - b);
  } finally {
    child.kill("SIGTERM");
  }
}

function addressOf(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    output.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const url = /serving at (http:\S+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    output.once("end", () => reject(new Error(`octavo dev exited:  ${said}`)));
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
