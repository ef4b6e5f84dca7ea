import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isSnapshotFile } from "../../build/emit/snapshot-old-files.ts";
import { NO_COMMENTS_FILE } from "../../contract/paths.ts";
import { createReadHandler } from "../../edge/handler.ts";
import { BASE_URL, makeDist, makePost, tags } from "../edge/site-fixture.ts";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { describeWith } from "./programs.ts";

/**
 * Runs the commands of docs/deploying.md exactly as written, with a folder in place of the host.
 */

let dir: string;
let dist: string;
let host: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "octavo-deploying-"));
  dist = join(dir, "dist");
  host = join(dir, "host");
  await mkdir(host);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Commands of the blocks below a heading: those that upload, and those for later. */
async function readCommands(heading: string): Promise<{ upload: readonly string[]; later: readonly string[] }> {
  const docs = await readFile(join(PROJECT_DIR, "docs/deploying.md"), "utf8");
  const section = docs.split(/^## /m).find((one) => one.startsWith(heading)) ?? "";
  const [upload = [], later = []] = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = ""]) => text.trim().split("\n"));
  return { upload, later };
}

function run(command: string): void {
  execFileSync("bash", ["-ec", command], {
    cwd: dir,
    env: { ...process.env, TO: host, RCLONE_CONFIG: join(dir, "rclone.conf") },
    stdio: "pipe",
  });
}

async function writeFiles(root: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** Paths below a folder, sorted. */
async function list(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

const makeSite = (words: readonly string[]): Map<string, string> => {
  const posts = words.map((word, at) => makePost(word, { publishedAt: `2024-01-0${at + 1}T08:00:00.000Z`, tags: tags(word) }));
  const files = makeDist({ posts, search: true });
  const picture = `media/heron.480.${String(words.length).repeat(16)}.webp`;
  files.set(picture, words.join()).set("feed.xml", words.join()).set("index/v1/manifest.json.gz", words.join());
  return files.set(".octavo-files", "x").set("_hosts/nginx.conf", "x").set(".nojekyll", "");
};
const OLD = makeSite(["fog", "rain"]);
const PRESENT = makeSite(["rain", "snow", "thaw"]);
const TARGETS = [
  "/posts",
  "/posts?tag=rain",
  "/posts?tag=fog",
  "/posts?pageSize=1&page=2",
  "/search?q=rain",
  "/search?q=fog",
  "/posts/fog",
  "/posts/snow",
];

async function answers(root: string): Promise<string[]> {
  const read = async (path: string) => readFile(join(root, path)).catch(() => null);
  const handle = createReadHandler({ read });
  return Promise.all(
    TARGETS.map(async (target) => {
      const response = await handle(new Request(BASE_URL + target));
      return `${response.status} ${await response.text()}`;
    }),
  );
}

const isHashed = (path: string): boolean => /\.(?:[0-9a-f]{16}|[0-9a-f]{12})\./.test(path);
const isInside = (path: string): boolean => /^(?:api|index|media)\//.test(path);

for (const [program, heading] of [
  ["rsync", "rsync"],
  ["rclone", "Any storage that rclone supports"],
] as const) {
  describeWith([program], `docs/deploying.md: ${program}`, () => {
    it("replaces a site step by step, and no answer in between is wrong", async () => {
      const { upload, later } = await readCommands(heading);
      expect([upload.length, later.length, upload.every((command) => command.startsWith(program))]).toEqual([3, 1, true]);
      await writeFiles(dist, OLD);
      for (const command of upload) run(command);
      const foreign = new Map([
        ["index.html", "mine"],
        ["blog/rain.html", "mine"],
      ]);
      await writeFiles(host, foreign);
      const before = await answers(dist);
      expect(await answers(host)).toEqual(before);

      await cp(dist, join(dir, "old"), { recursive: true });
      await rm(dist, { recursive: true });
      await writeFiles(dist, PRESENT);
      const after = await answers(dist);
      expect(after.filter((answer, at) => answer !== before[at]).length).toBeGreaterThan(5);
      for (const [step, command] of upload.entries()) {
        run(command);
        const present = await list(host);
        expect([...PRESENT.keys()].filter((path) => isHashed(path) && !present.includes(path))).toEqual([]);
        const manifest = await readFile(join(host, "index/v1/manifest.json"), "utf8");
        expect([step, manifest === PRESENT.get("index/v1/manifest.json")]).toEqual([step, step === 2]);
        expect([step, (await readFile(join(host, "feed.xml"), "utf8")) === PRESENT.get("feed.xml")]).toEqual([step, step > 0]);
        for (const [at, answer] of (await answers(host)).entries()) expect([TARGETS[at], before[at], after[at]]).toContain(answer);
      }
      // Files that only the old site had are still there, for its last readers. A deleted post is
      // one of them.
      expect((await answers(host)).filter((answer, at) => answer !== after[at]).length).toBe(1);
      for (const path of OLD.keys()) if (isInside(path)) expect(await list(host)).toContain(path);

      for (const command of later) run(command);
      const expected = [...PRESENT.keys()].filter((path) => isInside(path) || path === "feed.xml" || path === ".nojekyll");
      expect(await list(host)).toEqual([...expected, ...foreign.keys()].sort());
      for (const path of expected) expect([path, await readFile(join(host, path), "utf8")]).toEqual([path, PRESENT.get(path)]);
      expect(await answers(host)).toEqual(after);
    });
  });
}

describeWith(["rsync"], "templates/deploy/server.yml", () => {
  it("removes withdrawn files from the machine, and none of the owner's", async () => {
    const workflow = await readFile(join(PROJECT_DIR, "templates/deploy/server.yml"), "utf8");
    const commands = [...workflow.matchAll(/^ +(rsync .*)$/gm)].map(([, command = ""]) => command);
    const snapshot = [
      "index/v1/comments.json",
      "index/v1/comments.0123456789abcdef.json",
      "api/v1/posts/rain/comments.json",
      NO_COMMENTS_FILE,
    ];
    const fromServer = [
      ...snapshot,
      "api/v1/posts/rain/comments.atom",
      "api/v1/comments.json",
      "api/v1/comments.atom",
      "api/v1/counts.json",
    ];
    expect(fromServer.filter((path) => !isSnapshotFile(path))).toEqual([]);
    await writeFiles(host, new Map([...fromServer, "blog/rain.html"].map((path) => [path, "mine"])));
    for (const site of [OLD, PRESENT]) {
      await rm(dist, { recursive: true, force: true });
      await writeFiles(dist, site);
      for (const command of commands) run(command);
      const published = [...site.keys()].filter((path) => path !== ".octavo-files");
      expect((await list(host)).filter((path) => isInside(path))).toEqual([...published.filter(isInside), ...fromServer].sort());
      expect(await answers(host)).toEqual(await answers(dist));
    }
    for (const path of [...fromServer, "blog/rain.html"]) expect([path, await readFile(join(host, path), "utf8")]).toEqual([path, "mine"]);
  });
});
