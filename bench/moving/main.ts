import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type DrawnBlog, HEAD, type MovedBlog, renderRow } from "./render-row.ts";

/**
 * Moves the sampled blogs to Octavo, and compares them with their old sites. bench/README.md
 * describes how to run it.
 */

interface Run {
  readonly code: number;
  readonly out: string;
}

/** A blog with 100,000 posts takes minutes. */
const TIMEOUT_MS = 900_000;
const OCTAVO = resolve(import.meta.dirname, "../../bin/octavo.mjs");
const CONFIGS = ["octavo.config.ts", "octavo.config.mts"];

function runOctavo(args: readonly string[], cwd: string): Promise<Run> {
  return new Promise((done) => {
    const options = { cwd, timeout: TIMEOUT_MS, maxBuffer: 1 << 28, encoding: "utf8" } as const;
    execFile(process.execPath, [OCTAVO, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      done({ code, out: `${stdout}${args.includes("--json") ? "" : stderr}` });
    });
  });
}

function parse<Shape>(text: string): Shape | null {
  try {
    return JSON.parse(text) as Shape;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Adds the lines that a blog needs to the configuration that init wrote. */
async function addLines(site: string, lines: readonly string[]): Promise<void> {
  const file = CONFIGS.map((name) => join(site, name)).find(existsSync);
  if (file === undefined || lines.length === 0) return;
  const config: Record<string, unknown> = JSON.parse((await readFile(file, "utf8")).replace(/^[^{]*/, "").replace(/;?\s*$/, ""));
  for (const line of lines) {
    if (line.length > 100) throw new Error(`a line has more than 100 columns: ${line}`);
    const [, path = "", value = ""] = /^([\w.]+): (.*)$/.exec(line) ?? [];
    const names = path.split(".");
    const last = names.pop() ?? "";
    let place = config;
    for (const name of names) {
      const inside = (place[name] ?? {}) as Record<string, unknown>;
      place[name] = inside;
      place = inside;
    }
    place[last] = JSON.parse(value);
  }
  await writeFile(file, `export default ${JSON.stringify(config, null, 2)};\n`);
}

function readPosts(json: string): number | null {
  return parse<{ readonly stats?: { readonly documents?: { readonly posts?: number } } }>(json)?.stats?.documents?.posts ?? null;
}

/** Reads the counts from the check at the end of `init`. */
function readCheck(text: string): { readonly isBuilt: boolean; readonly posts: number | null } {
  const [, posts, errors] = /finds ([\d,]+) posts?, ([\d,]+) errors?/.exec(text) ?? [];
  return { isBuilt: errors === "0", posts: posts === undefined ? null : Number(posts.replaceAll(",", "")) };
}

interface Places {
  readonly clones: string;
  readonly references: string;
  /** Folder for the commands' outputs; null to store none. */
  readonly outputs: string | null;
  /** Uses the counts of the check at the end of init instead of a build. */
  readonly isQuick: boolean;
}

async function moveIn(blog: DrawnBlog, lines: readonly string[], { clones, references, outputs, isQuick }: Places): Promise<MovedBlog> {
  const file = blog.name.replace("/", "+");
  const place = await mkdtemp(join(tmpdir(), "octavo-moving-"));
  const keep = async (name: string, { code, out }: Run): Promise<void> => {
    if (outputs !== null) await appendFile(join(outputs, `${file}.${name}`), `${out}\nexit code ${code}\n`);
  };
  try {
    await cp(join(clones, file), place, { recursive: true, filter: (path) => !/\/\.git$/.test(path) });
    const site = join(place, blog.folder ?? ".");
    const init = await runOctavo(["init", "--yes"], site);
    await keep("init", init);
    await addLines(site, lines);
    const isChecked = isQuick && lines.length === 0;
    const build = isChecked ? null : isQuick ? await runOctavo(["check", "--json"], site) : await runOctavo(["build", "--json"], site);
    if (build !== null) await keep("build", build);
    const reference = ["json", "xml"].map((ending) => join(references, `${file}.${ending}`)).find(existsSync);
    const compared = reference === undefined ? null : await runOctavo(["adopt", "--compare", reference, "--json"], site);
    if (compared !== null) await keep("compare", compared);
    process.stderr.write(`${blog.name}: init ${init.code}, build ${build?.code ?? "not tried"}\n`);
    return {
      lines: lines.length,
      ...(build === null ? readCheck(init.out) : { isBuilt: build.code === 0, posts: readPosts(build.out) }),
      comparison: compared === null ? null : parse(compared.out),
      isComparable: compared !== null,
    };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string", default: "work" },
    only: { type: "string" },
    references: { type: "string" },
    outputs: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const [clones] = positionals;
if (clones === undefined)
  throw new Error(
    "name the folder of clones: node bench/moving/main.ts clones [--references folder] [--outputs folder] [--set aside] [--only name] [--quick]",
  );
const { blogs } = JSON.parse(await readFile(join(import.meta.dirname, "blogs.json"), "utf8")) as { readonly blogs: readonly DrawnBlog[] };
const places: Places = {
  clones: resolve(clones),
  references: resolve(values.references ?? join(clones, "../references")),
  outputs: values.outputs === undefined ? null : resolve(values.outputs),
  isQuick: values.quick,
};
if (places.outputs !== null) await mkdir(places.outputs, { recursive: true });
process.stdout.write(HEAD);
for (const blog of blogs) {
  if (blog.set !== values.set || !existsSync(join(places.clones, blog.name.replace("/", "+")))) continue;
  if (values.only !== undefined && !new RegExp(values.only).test(blog.name)) continue;
  process.stdout.write(renderRow(blog, await moveIn(blog, [], places)));
  if (blog.lines !== undefined) process.stdout.write(renderRow(blog, await moveIn(blog, blog.lines, places)));
}
