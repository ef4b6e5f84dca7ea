import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

/** Moves the drawn blogs in, and compares them with what their own generators make. bench/README.md says how to run it. */

interface DrawnBlog {
  readonly name: string;
  readonly commit: string;
  readonly date: string;
  readonly generator: string;
  /** Folder of the site in the repository. Default: the repository itself. */
  readonly folder?: string;
  readonly set: "work" | "aside";
}

interface Comparison {
  readonly total: number;
  readonly present: number;
  readonly redirected: number;
  readonly differences: readonly { readonly kind: string; readonly path: string }[];
}

interface Run {
  readonly code: number;
  readonly out: string;
}

/** A blog of 100,000 posts takes minutes. */
const TIMEOUT_MS = 600_000;
/** As before: this part of posts, dates and addresses. */
const WANTED_PART = 0.99;
const OCTAVO = resolve(import.meta.dirname, "../../bin/octavo.mjs");

function runOctavo(args: readonly string[], cwd: string): Promise<Run> {
  return new Promise((done) => {
    const options = { cwd, timeout: TIMEOUT_MS, maxBuffer: 1 << 28, encoding: "utf8" } as const;
    execFile(process.execPath, [OCTAVO, ...args], options, (error, stdout, stderr) => {
      done({
        code: error === null ? 0 : typeof error.code === "number" ? error.code : -1,
        out: `${stdout}${args.includes("--json") ? "" : stderr}`,
      });
    });
  });
}

interface Row {
  readonly built: boolean;
  readonly posts: number | null;
  readonly comparison: Comparison | null;
}

async function moveIn({ name, folder = "." }: DrawnBlog, clones: string, references: string): Promise<Row> {
  const file = name.replace("/", "+");
  const place = await mkdtemp(join(tmpdir(), "octavo-moving-"));
  try {
    await cp(join(clones, file), place, { recursive: true });
    const site = join(place, folder);
    const init = await runOctavo(["init", "--yes"], site);
    const build = await runOctavo(["build", "--json"], site);
    const reference = join(references, `${file}.json`);
    const compared = existsSync(reference) ? await runOctavo(["adopt", "--compare", reference, "--json"], site) : null;
    const stats = parse<{ readonly stats?: { readonly documents?: { readonly posts?: number } } }>(build.out);
    process.stderr.write(`${name}: init ${init.code}, build ${build.code}\n`);
    return {
      built: build.code === 0,
      posts: stats?.stats?.documents?.posts ?? null,
      comparison: compared === null ? null : parse<Comparison>(compared.out),
    };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function parse<Shape>(text: string): Shape | null {
  try {
    return JSON.parse(text) as Shape;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function renderRow({ name, commit, date, generator }: DrawnBlog, { built, posts, comparison }: Row): string {
  const count = (kinds: readonly string[]): number => comparison?.differences.filter(({ kind }) => kinds.includes(kind)).length ?? 0;
  const missing = count(["missing", "moved", "withheld"]);
  const dates = count(["date"]);
  const extra = comparison === null || posts === null ? 0 : Math.max(0, posts - comparison.total);
  const most = (comparison?.total ?? 0) * (1 - WANTED_PART);
  const isSame = built && comparison !== null && Math.max(missing, dates, extra) <= most;
  const verdict = comparison === null ? "not comparable" : isSame ? "untouched" : built ? "differs" : "does not build";
  const cells = [name, commit.slice(0, 8), date, generator, comparison?.total ?? "?", posts ?? "–", missing, dates, extra];
  return `| ${[...cells.map((cell, at) => (at > 5 && comparison === null ? "?" : cell)), built ? verdict : `${verdict === "not comparable" ? "not comparable, " : ""}does not build`].join(" | ")} |`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { set: { type: "string", default: "work" }, only: { type: "string" }, references: { type: "string" } },
});
const [clones] = positionals;
if (clones === undefined)
  throw new Error("name the folder of clones: node bench/moving/main.ts clones [--references folder] [--set aside] [--only name]");
const { blogs } = JSON.parse(await readFile(join(import.meta.dirname, "blogs.json"), "utf8")) as { readonly blogs: readonly DrawnBlog[] };
process.stdout.write(
  "| Blog | Commit | Date | Generator | Old posts | Posts | Missing | Other dates | Extra | Untouched |\n|---|---|---|---|---|---|---|---|---|---|\n",
);
for (const blog of blogs) {
  if (blog.set !== values.set || !existsSync(join(clones, blog.name.replace("/", "+")))) continue;
  if (values.only !== undefined && !blog.name.includes(values.only)) continue;
  process.stdout.write(
    `${renderRow(blog, await moveIn(blog, resolve(clones), resolve(values.references ?? join(clones, "../references"))))}\n`,
  );
}
