import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { toShellWord } from "../../server/text/shell-word.ts";
import { CliError } from "../io.ts";
import { type DeployContext, type Deployment, requireTool, runStep, type UploadContext } from "./deployment.ts";

/** Folders in which an upload deletes files. Owners put no other files there. */
const OWN_FOLDERS = /^(?:api|index|media)\//;
const MANIFEST = "/index/v1/manifest.json*";
/** Files that a write server there writes: its snapshot of comments. */
const OF_SERVER = [
  ...["/index/v1/comments*", "/index/v1/no-comments.json", "/api/v1/counts.json", "/api/v1/comments.*"],
  "/api/v1/posts/*/comments.*",
];
const HASHED = [`--exclude=${MANIFEST}`, "--include=/index/***", "--include=/media/***", "--exclude=*"];
const OTHERS = [`--exclude=${MANIFEST}`, "--exclude=/.octavo*", "--exclude=/_hosts/"];
const LAST = ["--include=/index/", "--include=/index/v1/", `--include=${MANIFEST}`, "--exclude=*"];
const OLD = ["--delete", ...OF_SERVER.map((path) => `--exclude=${path}`), "--include=/api/***", ...HASHED.slice(1)];

/** A folder on a server, through rsync, in the order of docs/deploying.md. */
export const rsyncDeployment: Deployment = {
  host: null,
  // Readers with the previous manifest still find its files.
  graceHours: 24,
  async prepare(context) {
    requireTool(await context.run("rsync", ["--version"], { isShown: false }), "rsync", "install it with your system's packages");
    if (!isLocal(context.place)) return;
    const folder = resolve(context.cwd, context.place);
    for (const [inner, outer] of [
      [folder, context.outDir],
      [context.outDir, folder],
    ] as const)
      if (!relative(outer, inner).startsWith(".."))
        throw new CliError(`rsync:${context.place} and the output folder overlap`, { hint: "name a folder elsewhere" });
    // rsync creates the folder, but not its parents.
    const parent = dirname(folder);
    if (!existsSync(parent))
      throw new CliError(`the folder ${parent} does not exist`, { hint: `create it: mkdir -p ${toShellWord(parent)}` });
  },
  async upload(context) {
    for (const filters of [HASHED, OTHERS, LAST, OLD]) await copy(context, filters);
    const removed = context.removed.filter((path) => !OWN_FOLDERS.test(path));
    // Exact names, because a pattern could match somebody else's file.
    if (removed.length > 0) await copy(context, ["--files-from=-", "--from0", "--delete-missing-args"], removed.join("\0"));
  },
};

function copy(context: UploadContext, filters: readonly string[], input = ""): Promise<unknown> {
  const { place, cwd, outDir, dryRun } = context;
  const to = isLocal(place) ? resolve(cwd, place) : place.replace(/\/+$/, "");
  // Older versions let the other machine's shell split names.
  const quoting = /[^\w@:./-]/.test(to) && !isLocal(place) ? ["--protect-args"] : [];
  const shown = dryRun ? ["--dry-run", "--itemize-changes"] : [];
  return runStep(context, "rsync", ["-rc", ...quoting, ...shown, ...filters, "--", join(outDir, "/"), `${to}/`], { input });
}

/** A folder on this machine: no colon before the first slash. */
function isLocal(place: DeployContext["place"]): boolean {
  return !/^[^/]*:/.test(place);
}
