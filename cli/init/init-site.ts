import { existsSync } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { toLocalTime } from "../../build/shared/dates.ts";
import { PACKAGE_ROOT } from "../../build/shared/package-root.ts";
import { isMapping } from "../../build/sources/data-values.ts";
import { adoptSite } from "../adopt/adopt-site.ts";
import { CliError, EXIT_INTERRUPTED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { type Answers, findAnswers } from "./answers.ts";
import { toNewSiteFiles, toScripts } from "./new-site-files.ts";
import { findPackageSource, PACKAGE_NAME, type PackageSource } from "./package-source.ts";
import type { PlannedFile, Repository } from "./site-plan.ts";
import { findRepository } from "./sveltia.ts";

/** In the package: what editors check YAML files with. */
const SCHEMAS_FOLDER = "schemas";
const UNKNOWN_REPOSITORY: Repository = { host: "github", path: "you/site" };
const CONFIG_FILE = "octavo.config.ts";

/** `octavo init [folder]`: writes the files of a new site that are not there yet; never replaces one. */
export async function initSite(word: string | null, settings: Settings, io: Io): Promise<number> {
  const adopted =
    settings.template === null && settings.editor === null ? await adoptSite(resolve(io.cwd, word ?? "."), settings, io) : null;
  if (adopted !== null) return adopted;
  const answers = await findAnswers(word, settings, io);
  if (answers === null) {
    io.stderr.write("nothing was written\n");
    return EXIT_INTERRUPTED;
  }
  const { folder } = answers;
  const source = findPackageSource(settings.package, io.cwd, folder);
  const repository = settings.editor === null ? null : findRepository(await readFile(join(folder, ".git/config"), "utf8").catch(() => ""));
  const files = toNewSiteFiles({
    ...answers,
    octavo: source.range,
    schemas: existsSync(join(PACKAGE_ROOT, SCHEMAS_FOLDER)) ? `node_modules/${PACKAGE_NAME}/${SCHEMAS_FOLDER}` : null,
    sveltia: settings.editor === null ? null : (repository ?? UNKNOWN_REPOSITORY),
    today: toLocalTime(io.now(), answers.timeZone).slice(0, "2026-06-01".length),
  });
  await checkFolder(folder, io);
  const { fresh, kept } = await sortFiles(folder, files);
  if (!settings.dryRun) for (const file of fresh) await writeNew(folder, file);
  if (!settings.quiet) {
    io.stdout.write(renderChoices(answers, source, io.cwd));
    io.stdout.write(renderFiles(fresh, kept, settings.dryRun));
    io.stdout.write(await renderAdvice(answers, source, fresh));
    if (settings.editor !== null) io.stdout.write(renderEditorAdvice(repository));
    io.stdout.write(settings.dryRun ? "\nnothing was written: --dry-run\n" : renderNext(folder, io.cwd));
  }
  return EXIT_OK;
}

/** @throws CliError where a file stands in place of the folder */
async function checkFolder(folder: string, io: Io): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found !== null && !found.isDirectory())
    throw new CliError(`${shortenPath(folder, io.cwd)} is a file`, { hint: "name a folder: octavo init my-site" });
}

/** Other names of a file that is there then. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  "octavo.config.ts": ["octavo.config.mts", "octavo.config.js", "octavo.config.mjs"],
  "content/site.yaml": ["content/site.yml"],
};

interface SortedFiles {
  readonly fresh: readonly PlannedFile[];
  readonly kept: readonly PlannedFile[];
}

/** What is to be written, and what is there. A configuration that is there says where content lies: then none is made. */
async function sortFiles(folder: string, files: readonly PlannedFile[]): Promise<SortedFiles> {
  const isThere = async ({ path }: PlannedFile): Promise<boolean> =>
    (await Promise.all([path, ...(ALSO[path] ?? [])].map((name) => exists(join(folder, name))))).includes(true);
  const there = new Set<PlannedFile>();
  for (const file of files) if (await isThere(file)) there.add(file);
  const hasConfig = [...there].some(({ path }) => path === CONFIG_FILE);
  const wanted = files.filter((file) => there.has(file) || !(hasConfig && file.path.startsWith("content/")));
  return { fresh: wanted.filter((file) => !there.has(file)), kept: wanted.filter((file) => there.has(file)) };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** Fails where somebody has made the file meanwhile. */
async function writeNew(folder: string, { path, text }: PlannedFile): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: "wx" });
}

function renderChoices(
  { folder, name, url, language, timeZone, template, deploy }: Answers,
  { range }: PackageSource,
  cwd: string,
): string {
  const rows = [
    ["folder", shortenPath(folder, cwd)],
    ["name", name],
    ["address", url],
    ["language", language],
    ["time zone", timeZone],
    ["template", template],
    ["deploy", deploy ?? "none"],
    [PACKAGE_NAME, range],
  ];
  return `${rows.map(([label = "", value]) => `${label.padEnd(10)} ${value}`).join("\n")}\n\n`;
}

function renderFiles(fresh: readonly PlannedFile[], kept: readonly PlannedFile[], dryRun: boolean): string {
  const verb = dryRun ? "would write" : "wrote";
  const lines = [...fresh.map(({ path }) => `${verb} ${path}`), ...kept.map(({ path }) => `kept ${path}: it was there`)];
  return `${lines.join("\n")}\n`;
}

async function renderAdvice(answers: Answers, source: PackageSource, fresh: readonly PlannedFile[]): Promise<string> {
  const isFresh = (path: string): boolean => fresh.some((file) => file.path === path);
  const missing = isFresh("package.json") ? null : await findMissing(answers, source);
  const advice = [
    ...(answers.isUrlMadeUp && isFresh("content/site.yaml")
      ? [`${answers.url} is a stand-in: put the real address into content/site.yaml before you publish`]
      : []),
    ...(missing === null ? [] : [`add to package.json: ${missing}`]),
    ...(source.isLocal && answers.deploy !== null
      ? [`${source.range} is on this machine alone: whoever builds the site elsewhere needs it at an address, or in the repository`]
      : []),
  ];
  return advice.map((line) => `note: ${line}\n`).join("");
}

function renderEditorAdvice(repository: Repository | null): string {
  const stand =
    repository === null ? `note: ${UNKNOWN_REPOSITORY.path} is a stand-in: put the site's repository into admin/config.yml\n` : "";
  return `${stand}note: Sveltia CMS is a page: let your front end serve the folder admin, and open /admin/\n`;
}

/** What a package.json that was there lacks, as its lines; null: nothing. */
async function findMissing(answers: Answers, { range }: PackageSource): Promise<string | null> {
  const own = readObject(await readFile(join(answers.folder, "package.json"), "utf8").catch(() => ""));
  const wanted = { dependencies: { [PACKAGE_NAME]: range }, scripts: toScripts(answers) };
  const lines = Object.entries(wanted).flatMap(([table, entries]) => {
    const there = { ...readObject(own[table]), ...(table === "dependencies" ? readObject(own.devDependencies) : {}) };
    const lacking = Object.entries(entries).filter(([name]) => !(name in there));
    return lacking.length === 0 ? [] : [`"${table}": ${JSON.stringify(Object.fromEntries(lacking))}`];
  });
  return lines.length === 0 ? null : lines.join(" and ");
}

/** An object, or the text of one; {} for anything else. */
function readObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "string") return isMapping(value) ? value : {};
  try {
    return readObject(JSON.parse(value));
  } catch {
    return {};
  }
}

/** The two lines to type. */
function renderNext(folder: string, cwd: string): string {
  const shown = shortenPath(folder, cwd);
  const install = shown === "." ? "npm install" : `cd ${/^[\w./-]+$/.test(shown) ? shown : JSON.stringify(shown)} && npm install`;
  return `\nNow type\n\n  ${install}\n  npm run dev\n`;
}
