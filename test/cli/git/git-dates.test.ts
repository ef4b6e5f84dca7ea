import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readGitDates } from "../../../cli/git/git-dates.ts";
import { main } from "../../../cli/main.ts";
import { createTestIo } from "../test-io.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "octavo-dates-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
});

function git(cwd: string, day: string, ...args: string[]): void {
  const env = { ...process.env, GIT_AUTHOR_DATE: `${day}T12:00:00Z`, GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z" };
  execFileSync("git", ["-c", "user.name=Ines", "-c", "user.email=ines@a.example", ...args], { cwd, env, stdio: "ignore" });
}

function commit(site: string, day: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(site, name)), { recursive: true });
    writeFileSync(join(site, name), text);
  }
  git(site, day, "add", "--all");
  git(site, day, "commit", "--quiet", "--message", "x");
}

const note = (title: string): string => `# ${title}\n\n${"The heron stands in the marsh.\n".repeat(9)}`;

/** Three notes: one renamed twice, one in a folder with a space in its name, one edited later. */
function makeNotes(): string {
  const site = join(root, "site");
  mkdirSync(site);
  git(site, "2020-01-01", "init", "--quiet");
  commit(site, "2020-01-31", { "old.md": note("Heron") });
  commit(site, "2021-02-03", { "my notes/ø.md": note("Reeds in another text"), "ice.md": note("Ice") });
  git(site, "2022-01-01", "mv", "old.md", "middle.md");
  git(site, "2022-01-01", "commit", "--quiet", "--message", "x");
  mkdirSync(join(site, "notes"));
  git(site, "2023-01-01", "mv", "middle.md", "notes/heron.md");
  commit(site, "2023-01-01", { "ice.md": `${note("Ice")}Edited.\n` });
  return site;
}

describe("readGitDates", () => {
  it("gives files the day on which they were added, whatever their names were", () => {
    const site = makeNotes();
    writeFileSync(join(site, "new.md"), "# New");
    const { of } = readGitDates(site);
    expect(["notes/heron.md", "my notes/ø.md", "ice.md", "new.md"].map(of)).toEqual(["2020-01-31", "2021-02-03", "2021-02-03", null]);
    expect(readGitDates(join(site, "notes")).of("heron.md")).toBe("2020-01-31");
  });

  it("does not give a new file the day of an earlier file with its name", () => {
    const site = makeNotes();
    commit(site, "2024-05-01", { "old.md": "# Something else\n" });
    expect(readGitDates(site).of("old.md")).toBe("2024-05-01");
    expect(readGitDates(site).of("notes/heron.md")).toBe("2020-01-31");
  });

  it("refuses a shallow clone, and a folder without a repository", () => {
    const site = makeNotes();
    git(root, "2024-01-01", "clone", "--quiet", "--depth", "1", `file://${site}`, join(root, "shallow"));
    expect(() => readGitDates(join(root, "shallow"))).toThrow("this clone is shallow");
    expect(() => readGitDates(root)).toThrow("git gives no dates: not a git repository");
  });
});

describe("octavo init --dates git", () => {
  it("dates the notes, and a build in another clone writes the same bytes", async () => {
    const site = makeNotes();
    const io = createTestIo({ cwd: site });
    expect([await main(["init", "--yes", "--dates", "git", "--time-zone", "UTC", "--name", "Notes"], io), io.err()]).toEqual([0, ""]);
    expect(readFileSync(join(site, "octavo.config.ts"), "utf8")).toContain('"dates": "git"');
    commit(site, "2024-01-01", {});
    git(root, "2024-01-01", "clone", "--quiet", `file://${site}`, join(root, "clone"));
    const read = async (folder: string): Promise<readonly string[]> => {
      const build = createTestIo({ cwd: folder });
      expect([await main(["build", "--now", "2024-06-01T00:00:00.000Z"], build), build.err()]).toEqual([0, expect.anything()]);
      return ["api/v1/posts/heron.json", "feed.json"].map((path) => readFileSync(join(folder, "dist", path), "utf8"));
    };
    const [first, second] = [await read(site), await read(join(root, "clone"))];
    expect(second).toEqual(first);
    expect(JSON.parse(first[0] ?? "")).toMatchObject({ publishedAt: "2020-01-31T00:00:00.000Z" });
  });

  it("gives a post its date in the next build, once it is committed", async () => {
    const site = makeNotes();
    const io = createTestIo({ cwd: site });
    await main(["init", "--yes", "--dates", "git", "--time-zone", "UTC", "--name", "Notes"], io);
    writeFileSync(join(site, "new.md"), note("New"));
    const publishedAt = async (): Promise<unknown> => {
      expect(await main(["build", "--now", "2024-06-01T00:00:00.000Z"], createTestIo({ cwd: site }))).toBe(0);
      return JSON.parse(readFileSync(join(site, "dist/api/v1/posts/new.json"), "utf8")).publishedAt;
    };
    expect(await publishedAt()).toBe(null);
    commit(site, "2024-05-05", {});
    expect(await publishedAt()).toBe("2024-05-05T00:00:00.000Z");
  });

  it("writes nothing in a shallow clone", async () => {
    const site = makeNotes();
    git(root, "2024-01-01", "clone", "--quiet", "--depth", "1", `file://${site}`, join(root, "shallow"));
    const io = createTestIo({ cwd: join(root, "shallow") });
    expect(await main(["init", "--yes", "--dates", "git"], io)).toBe(1);
    expect(io.err()).toContain("this clone is shallow");
    expect(io.err()).toContain("fetch-depth: 0");
    expect(() => readFileSync(join(root, "shallow/octavo.config.ts"))).toThrow("ENOENT");
  });
});
