import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { didYouMean } from "../../build/shared/suggest.ts";
import { splitBranch } from "../../contract/config/publish-target.ts";
import { CliError } from "../io.ts";
import { type DeployContext, type Deployment, type RunOptions, requireTool, runStep, type UploadContext } from "./deployment.ts";
import type { OwnerToolAnswer } from "./owner-tool.ts";

/** The last line of our commits' messages. */
const MARKER = "Published-By: octavo";
/** Tells git that the branch must not exist yet. */
const NO_COMMIT = "";
/** Variables that name the repository of a hook or alias that runs octavo. */
const LOCAL_VARIABLES = [
  ...["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"],
  ...["GIT_COMMON_DIR", "GIT_PREFIX", "GIT_QUARANTINE_PATH"],
];
const CLEAN = Object.fromEntries(LOCAL_VARIABLES.map((name) => [name, undefined]));

/**
 * A branch with a single commit that contains the whole site. Each publication replaces the commit,
 * so a withdrawn text does not remain in the branch's history. The owner's index, work tree and
 * branches are not touched.
 */
export const gitDeployment: Deployment = {
  host: "github-pages",
  graceHours: null,
  async prepare(context) {
    const { remote, branch } = splitBranch(context.place);
    const found = await git(context, ["rev-parse", "--git-dir"]);
    requireTool(found, "git", "install it with your system's packages");
    if (found.status !== 0) throw new CliError("this folder is not in a git repository", { hint: "git init, then git remote add" });
    if ((await git(context, ["remote", "get-url", remote])).status !== 0) {
      const remotes = (await gitText(context, ["remote"])).split("\n").filter((name) => name !== "");
      const hint = remotes.length === 0 ? `git remote add ${remote} <address>` : `its remotes: ${remotes.join(", ")}`;
      throw new CliError(`the repository has no remote "${remote}"`, { hint: didYouMean(remote, remotes) ?? hint });
    }
    const { stdout: trees } = await git(context, ["worktree", "list", "--porcelain"]);
    if (trees.split("\n").includes(`branch refs/heads/${branch}`))
      throw new CliError(`the branch ${branch} is checked out: it contains your sources`, { hint: "name a branch only for the site" });
    await readPublished(context);
  },
  async upload(context) {
    const { remote, branch } = splitBranch(context.place);
    const published = await readPublished(context);
    const tree = await writeTree(context);
    if (published !== NO_COMMIT && (await gitText(context, ["rev-parse", `${published}^{tree}`])) === tree)
      return context.tell(`${remote}/${branch} already has this site`);
    const commit = await writeCommit(context, tree);
    const ref = `refs/heads/${branch}`;
    const options = ["--no-verify", ...(context.dryRun ? ["--dry-run"] : []), `--force-with-lease=${ref}:${published}`];
    const { status } = await git(context, ["push", ...options, remote, `${commit}:${ref}`], { isShown: true });
    if (status !== 0)
      throw new CliError(`${remote} did not accept the branch ${branch}`, {
        hint: "see git's output above; if somebody else has published in the meantime, publish again",
      });
  },
};

/**
 * The current commit of the branch; NO_COMMIT if the branch does not exist.
 * @throws CliError if the branch has commits that are not ours
 */
async function readPublished(context: DeployContext): Promise<string> {
  const { remote, branch } = splitBranch(context.place);
  const ref = `refs/heads/${branch}`;
  const { status, stdout, output } = await git(context, ["ls-remote", remote, ref]);
  if (status !== 0) throw new CliError(`git cannot read the remote "${remote}"`, { hint: output.trim() || "git gave no reason" });
  const line = stdout.split("\n").find((one) => one.endsWith(`\t${ref}`));
  const commit = line?.split("\t")[0];
  if (commit === undefined) return NO_COMMIT;
  if ((await git(context, ["cat-file", "-e", `${commit}^{commit}`])).status !== 0)
    await runStep(context, "git", ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", remote, ref], { env: CLEAN });
  const text = await gitText(context, ["cat-file", "commit", commit]);
  // A commit with parents has a history, which a push would remove.
  if (text.endsWith(`\n${MARKER}`) && !/^parent /m.test(text.split("\n\n")[0] ?? "")) return commit;
  throw new CliError(`${remote}/${branch} has commits that octavo publish did not make`, {
    hint: `name a branch only for the site: git:${remote}/site`,
  });
}

async function writeTree(context: UploadContext): Promise<string> {
  const { files, outDir, siteUrl } = context;
  const published = files.filter((path) => !/^(?:\.octavo|_hosts\/)/.test(path));
  const input = published.map((path) => `${join(outDir, path)}\n`).join("");
  // Keeps the bytes unchanged, regardless of .gitattributes.
  const ids = (await gitText(context, ["hash-object", "-w", "--no-filters", "--stdin-paths"], { input })).split("\n");
  const entries = new Map(published.map((path, at) => [path, ids[at] ?? ""]));
  for (const [path, text] of toHostFiles(siteUrl))
    if (!entries.has(path)) entries.set(path, await gitText(context, ["hash-object", "-w", "--stdin"], { input: text }));
  const folder = await mkdtemp(join(tmpdir(), "octavo-publish-"));
  const env = { GIT_INDEX_FILE: join(folder, "index") };
  try {
    const lines = [...entries].map(([path, id]) => `100644 ${id}\t${path}\0`).join("");
    await gitText(context, ["update-index", "-z", "--index-info"], { input: lines, env });
    return await gitText(context, ["write-tree"], { env });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Files for GitHub Pages, which turn off Jekyll and name the site's domain. */
function toHostFiles(siteUrl: string): readonly (readonly [path: string, text: string])[] {
  const { hostname } = new URL(siteUrl);
  const isOfHost = /\.(?:github|gitlab|codeberg)\.(?:io|page)$/.test(hostname);
  return [[".nojekyll", ""], ...(isOfHost ? [] : [["CNAME", `${hostname}\n`] as const])];
}

async function writeCommit(context: UploadContext, tree: string): Promise<string> {
  // In CI, git often has no user.
  const isKnown = (await git(context, ["var", "GIT_COMMITTER_IDENT"])).status === 0;
  const nobody = ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "octavo publish"],
    [`GIT_${who}_EMAIL`, `octavo@${new URL(context.siteUrl).hostname}`],
  ]);
  const message = `Publish ${context.siteUrl}\n\n${MARKER}\n`;
  return gitText(context, ["commit-tree", tree, "-F", "-"], { input: message, env: isKnown ? {} : Object.fromEntries(nobody) });
}

/**
 * Standard output, trimmed.
 * @throws CliError if git fails
 */
async function gitText(context: DeployContext, args: readonly string[], options: RunOptions = {}): Promise<string> {
  return (await runStep(context, "git", args, { isShown: false, ...options, env: { ...CLEAN, ...options.env } })).stdout.trim();
}

function git(context: DeployContext, args: readonly string[], options: RunOptions = {}): Promise<OwnerToolAnswer> {
  return context.run("git", args, { isShown: false, ...options, env: { ...CLEAN, ...options.env } });
}
