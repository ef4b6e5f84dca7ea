import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Watcher, watchPaths } from "../../../../cli/serve/watch/watch.ts";

let root: string;
let watcher: Watcher | null = null;
/** Paths below the root that the watcher reported since the last call. */
let told: string[] = [];
let notify = (): void => {};
/** How long the watcher waited for more changes, in ms. */
let waits: number[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-watch-"));
  told = [];
  mkdirSync(join(root, "content/posts/deep"), { recursive: true });
  writeFileSync(join(root, "content/posts/ice.md"), "Ice.");
});
afterEach(async () => {
  await watcher?.close();
  rmSync(root, { recursive: true, force: true });
});

async function watch(...paths: string[]): Promise<void> {
  watcher = await watchPaths({
    io: {
      setTimer(done, ms) {
        waits.push(ms);
        const timer = setTimeout(done, ms);
        return () => clearTimeout(timer);
      },
    },
    paths: paths.map((path) => join(root, path)),
    ignored: [join(root, "content/dist")],
    onChange(changed) {
      told.push(...changed.map((path) => path.slice(root.length + 1)));
      notify();
    },
  });
}

/**
 * Resolves when the watcher reports this path, with everything that it has reported by then, and
 * clears the list.
 */
async function until(path: string): Promise<readonly string[]> {
  while (!told.includes(path))
    await new Promise<void>((resolve) => {
      notify = resolve;
    });
  const seen = told;
  told = [];
  return seen;
}

describe("watchPaths", () => {
  it("reports a changed, replaced, removed and restored file", async () => {
    await watch("content");
    const file = join(root, "content/posts/ice.md");
    writeFileSync(file, "More.");
    await until("content/posts/ice.md");
    writeFileSync(join(root, "content/posts/ice.md~"), "Other.");
    renameSync(join(root, "content/posts/ice.md~"), file);
    await until("content/posts/ice.md");
    writeFileSync(file, "After it was replaced.");
    await until("content/posts/ice.md");
    rmSync(file);
    await until("content/posts/ice.md");
    writeFileSync(file, "Back.");
    await until("content/posts/ice.md");
  });

  it.runIf(process.platform === "linux")("waits longer while a file is empty or missing, as in the middle of a save", async () => {
    await watch("content");
    const file = join(root, "content/posts/ice.md");
    const longestWaitFor = async (change: () => void): Promise<number> => {
      waits = [];
      change();
      await until("content/posts/ice.md");
      return Math.max(...waits);
    };
    const whole = await longestWaitFor(() => writeFileSync(file, "More."));
    expect(await longestWaitFor(() => writeFileSync(file, ""))).toBeGreaterThan(whole);
    expect(await longestWaitFor(() => writeFileSync(file, "Whole again."))).toBe(whole);
    expect(await longestWaitFor(() => rmSync(file))).toBeGreaterThan(whole);
    await longestWaitFor(() => {
      writeFileSync(file, "");
      writeFileSync(join(root, "content/posts/snow.md"), "Snow.");
    });
    expect(Math.min(...waits)).toBeGreaterThan(whole);
  });

  it("reports files in new folders, and in folders moved from elsewhere", async () => {
    await watch("content");
    mkdirSync(join(root, "content/books/new"), { recursive: true });
    await until("content/books");
    writeFileSync(join(root, "content/books/new/a.md"), "A.");
    await until("content/books/new/a.md");
    renameSync(join(root, "content/posts"), join(root, "elsewhere"));
    await until("content/posts");
    writeFileSync(join(root, "elsewhere/deep/b.md"), "B.");
    renameSync(join(root, "elsewhere"), join(root, "content/posts"));
    await until("content/posts");
    writeFileSync(join(root, "content/posts/deep/b.md"), "C.");
    await until("content/posts/deep/b.md");
  });

  it("reports a removed folder, but not a folder in it that never existed", async () => {
    await watch("content");
    rmSync(join(root, "content/posts/deep"), { recursive: true });
    const seen = await until("content/posts/deep");
    expect(seen.filter((path) => path.endsWith("deep/deep"))).toEqual([]);
  });

  it("reports the targets of links, and does not follow cycles", async () => {
    mkdirSync(join(root, "outside"));
    writeFileSync(join(root, "outside/a.md"), "A.");
    symlinkSync(join(root, "outside/a.md"), join(root, "content/posts/link.md"));
    symlinkSync(join(root, "outside"), join(root, "content/linked"));
    symlinkSync(join(root, "content"), join(root, "content/circle"));
    symlinkSync("itself", join(root, "content/itself"));
    await watch("content");
    symlinkSync("later", join(root, "content/posts/later"));
    writeFileSync(join(root, "outside/a.md"), "B.");
    await until("content/posts/link.md");
    writeFileSync(join(root, "outside/new.md"), "C.");
    await until("content/linked/new.md");
  });

  it("reports files that are repeatedly replaced at the targets of links", async () => {
    mkdirSync(join(root, "outside/a"), { recursive: true });
    writeFileSync(join(root, "outside/a.md"), "A.");
    symlinkSync("a", join(root, "outside/now"));
    symlinkSync("../../outside/a.md", join(root, "content/posts/link.md"));
    symlinkSync("../outside/now", join(root, "content/linked"));
    await watch("content");
    for (const text of ["B.", "C."]) {
      writeFileSync(join(root, "outside/saved"), text);
      renameSync(join(root, "outside/saved"), join(root, "outside/a.md"));
      await until("content/posts/link.md");
      renameSync(join(root, "outside/a"), join(root, `outside/before ${text}`));
      mkdirSync(join(root, "outside/a"));
      await until("content/linked");
      writeFileSync(join(root, "outside/a/new.md"), text);
      await until("content/linked/new.md");
    }
    mkdirSync(join(root, "outside/b"));
    symlinkSync("b", join(root, "outside/next"));
    renameSync(join(root, "outside/next"), join(root, "outside/now"));
    await until("content/linked");
    writeFileSync(join(root, "outside/b/new.md"), "D.");
    await until("content/linked/new.md");
  });

  it("reports a new file, but not its neighbours, editors' files, or files that builds write", async () => {
    mkdirSync(join(root, "content/dist"));
    await watch("content", "octavo.config.ts");
    writeFileSync(join(root, "other.ts"), "");
    writeFileSync(join(root, "content/.ice.md.swp"), "");
    writeFileSync(join(root, "content/dist/posts.json"), "");
    writeFileSync(join(root, "octavo.config.ts"), "");
    while (told.length === 0)
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
    expect(told).toEqual(["octavo.config.ts"]);
  });
});
