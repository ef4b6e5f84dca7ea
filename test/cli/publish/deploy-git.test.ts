import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { describeWith } from "../../system/programs.ts";
import { post } from "../site-fixture.ts";
import { createPublishingSite, type PublishingSite } from "./publishing.ts";

/** A site in a repository with a commit, whose remote is a bare repository. */
async function createRepository(
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly site: PublishingSite; readonly bare: string }> {
  const site = await createPublishingSite({ ".gitignore": "/dist\n/.octavo\n", ...files });
  const bare = await mkdtemp(join(tmpdir(), "octavo bare-"));
  onTestFinished(() => rm(bare, { recursive: true }));
  site.git("init", "--quiet", "--initial-branch=main");
  site.git("init", "--quiet", "--bare", bare);
  site.git("remote", "add", "origin", bare);
  commit(site);
  return { site, bare };
}

function commit(site: PublishingSite): void {
  site.git("add", "-A");
  site.git("-c", "user.name=Ines", "-c", "user.email=ines@marsh.example", "commit", "--quiet", "--allow-empty", "--message=mine");
}

const listOf = (site: PublishingSite, bare: string): readonly string[] =>
  site.git("--git-dir", bare, "ls-tree", "-r", "--name-only", "gh-pages").split("\n");
const countOf = (site: PublishingSite, bare: string): string => site.git("--git-dir", bare, "rev-list", "--count", "gh-pages");

describeWith(["git"], "publishing by git", () => {
  it("puts one commit on a separate branch, and changes nothing of the owner's", async () => {
    const { site, bare } = await createRepository({
      "octavo.config.mjs": "export default { website: true };\n",
      ".gitattributes": "*.json text eol=crlf\n",
    });
    await site.write("content/posts/unsaved.md", post("Unsaved", "2026-01-03"));
    const before = [site.git("status", "--porcelain"), site.git("rev-parse", "HEAD"), site.git("branch", "--list")];
    const { code, out, err } = await site.publish("--to", "git");
    expect(out + err).not.toContain("have no effect");
    expect([code, out.trim().split("\n").at(-1)]).toEqual([0, "published: https://marsh.aas.no"]);
    const files = listOf(site, bare);
    expect(files).toEqual(expect.arrayContaining([".nojekyll", "CNAME", "api/v1/posts/first-ice.json", "octavo-sw.js"]));
    expect(files.filter((path) => /^(?:\.octavo|_hosts)/.test(path))).toEqual([]);
    expect(site.git("--git-dir", bare, "show", "gh-pages:CNAME")).toBe("marsh.aas.no");
    expect(site.git("--git-dir", bare, "show", "gh-pages:api/v1/posts/first-ice.json")).not.toContain("\r");
    expect([site.git("status", "--porcelain"), site.git("rev-parse", "HEAD"), site.git("branch", "--list")]).toEqual(before);

    await rm(join(site.cwd, "content/posts/unsaved.md"));
    expect((await site.publish("--to", "git")).code).toBe(0);
    // A withdrawn text is not in the history either.
    expect(countOf(site, bare)).toBe("1");
    expect(listOf(site, bare)).not.toContain("api/v1/posts/unsaved.json");
    const again = await site.publish("--to", "git");
    expect([again.code, again.err]).toEqual([0, expect.stringContaining("origin/gh-pages already has this site")]);
  });

  it("keeps the owner's CNAME, and writes none for the host's own addresses", async () => {
    const { site, bare } = await createRepository({ "public/CNAME": "www.marsh.aas.no\n" });
    await site.publish("--to", "git");
    expect(site.git("--git-dir", bare, "show", "gh-pages:CNAME")).toBe("www.marsh.aas.no");
    await rm(join(site.cwd, "public/CNAME"));
    await site.write("content/site.yaml", "name: Marsh\nurl: https://ines.github.io/marsh\n");
    await site.publish("--to", "git");
    expect(listOf(site, bare)).not.toContain("CNAME");
  });

  it("never replaces somebody else's commits", async () => {
    const { site, bare } = await createRepository();
    site.git("push", "--quiet", "origin", "main:gh-pages");
    const refused =
      "octavo: origin/gh-pages has commits that octavo publish did not make\nhint: name a branch only for the site: git:origin/site\n";
    expect(await site.publish("--to", "git")).toEqual({ code: 1, out: "", err: refused });
    expect(await site.publish("--to", "git:origin/gh-pages", "--dry-run")).toEqual({ code: 1, out: "", err: refused });
    expect((await site.publish("--to", "git:origin/site")).code).toBe(0);
    // A commit of octavo publish, with somebody else's commit on top.
    site.git("fetch", "--quiet", "origin", "site");
    site.git("worktree", "add", "--quiet", "--detach", "other", "FETCH_HEAD");
    const identity = ["-c", "user.name=Odd", "-c", "user.email=odd@marsh.example"];
    site.git("-C", "other", ...identity, "commit", "--quiet", "--allow-empty", "--message=theirs\n\nPublished-By: octavo");
    site.git("-C", "other", "push", "--quiet", "origin", "HEAD:site");
    const { code, err } = await site.publish("--to", "git:origin/site");
    expect([code, err]).toEqual([1, expect.stringContaining("origin/site has commits that octavo publish did not make")]);
    expect(site.git("--git-dir", bare, "rev-list", "--count", "site")).toBe("2");
  });

  it("refuses the branch that is checked out, here or in another work tree", async () => {
    const { site } = await createRepository();
    site.git("worktree", "add", "--quiet", "-b", "drafts", "other");
    for (const branch of ["main", "drafts"])
      expect(await site.publish("--to", `git:origin/${branch}`)).toEqual({
        code: 1,
        out: "",
        err: `octavo: the branch ${branch} is checked out: it contains your sources\nhint: name a branch only for the site\n`,
      });
  });

  it("reads a branch that this clone does not have yet", async () => {
    const { site, bare } = await createRepository();
    await site.publish("--to", "git");
    site.git("update-ref", "-d", "refs/remotes/origin/gh-pages");
    site.git("reflog", "expire", "--expire=now", "--all");
    site.git("gc", "--quiet", "--prune=now");
    await site.write("content/posts/second.md", post("Second", "2026-01-03"));
    expect((await site.publish("--to", "git")).code).toBe(0);
    expect([countOf(site, bare), listOf(site, bare).includes("api/v1/posts/second.json")]).toEqual(["1", true]);
  });

  it("reports a rejected push, and publishes once it is accepted", async () => {
    const { site, bare } = await createRepository();
    const hook = join(bare, "hooks/pre-receive");
    await writeFile(hook, "#!/bin/sh\necho no entry\nexit 1\n");
    await chmod(hook, 0o755);
    const { code, out, err } = await site.publish("--to", "git");
    expect([code, err]).toEqual([1, expect.stringContaining("octavo: origin did not accept the branch gh-pages\n")]);
    expect([err.includes("no entry"), out.includes("published:")]).toEqual([true, false]);
    await rm(hook);
    expect((await site.publish("--to", "git")).code).toBe(0);
  });

  it("pushes nothing in a dry run", async () => {
    const { site, bare } = await createRepository();
    expect((await site.publish("--to", "git", "--dry-run")).code).toBe(0);
    expect(site.git("--git-dir", bare, "branch", "--list")).toBe("");
  });

  it("refuses without a repository, or without the remote", async () => {
    const site = await createPublishingSite();
    expect((await site.publish("--to", "git")).err).toBe(
      "octavo: this folder is not in a git repository\nhint: git init, then git remote add\n",
    );
    site.git("init", "--quiet");
    expect((await site.publish("--to", "git:server/gh-pages")).err).toBe(
      'octavo: the repository has no remote "server"\nhint: git remote add server <address>\n',
    );
    site.git("remote", "add", "server", join(site.cwd, "nowhere"));
    expect((await site.publish("--to", "git:sever/gh-pages")).err).toContain('no remote "sever"\nhint: did you mean "server"?\n');
    expect((await site.publish("--to", "git:away/gh-pages")).err).toContain('no remote "away"\nhint: its remotes: server\n');
    expect((await site.publish("--to", "git:server/gh-pages")).err).toContain('octavo: git cannot read the remote "server"\nhint: ');
  });
});
