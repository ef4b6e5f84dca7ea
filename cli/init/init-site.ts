import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { toLocalTime } from "../../build/shared/dates.ts";
import { PACKAGE_ROOT } from "../../build/shared/package-root.ts";
import { adoptSite } from "../adopt/adopt-site.ts";
import { openWorkspace } from "../build/builder.ts";
import { readDescribedSite } from "../importing/described-site.ts";
import { CliError, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import { loadSettings } from "../schema/load-own-kinds.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { readVersion } from "../version.ts";
import { type Answers, findAnswers } from "./answers.ts";
import { runsMoreThanOctavo, toBuildCommand, toBuildHost } from "./deploy-files.ts";
import type { InitSettings } from "./init-options.ts";
import { toGitIgnored, toNewSiteFiles, toScripts } from "./new-site-files.ts";
import { renderNextSteps, startSite } from "./next-steps.ts";
import { noteOfOldNode } from "./node-note.ts";
import { type OwnPackage, readOwnPackage } from "./own-package.ts";
import { findClientRange, findPackageSource, PACKAGE_NAME, type PackageSource } from "./package-source.ts";
import { findRepository, type PlannedFile, type Repository } from "./site-plan.ts";
import { findFilesWithoutForm } from "./sveltia.ts";
import { checkPlaces, sortFiles, writeNew } from "./write-files.ts";

/** The package's folder of schemas with which editors check YAML files. */
const SCHEMAS_FOLDER = "schemas";
const NO_SETTINGS = { ownKinds: [], public: null };
const UNKNOWN_REPOSITORY: Repository = { host: "github", path: "you/site" };

/** `octavo init [folder]`: writes the missing files of a new site. It never replaces a file. */
export async function initSite(word: string | null, settings: InitSettings, io: Io): Promise<number> {
  const adopted =
    settings.template === null && settings.editor === null ? await adoptSite(resolve(io.cwd, word ?? "."), settings, io) : null;
  if (adopted !== null) return adopted;
  if (settings.dates !== null)
    throw usageError("--dates git dates the posts of another generator, and this folder has none", "leave it out");
  const there = await readPresentSite(resolve(io.cwd, word ?? "."), settings, io);
  const answers = await findAnswers(word, { ...settings, url: settings.url ?? there?.url ?? null }, io);
  if (answers === null) {
    io.stderr.write("nothing was written\n");
    return EXIT_INTERRUPTED;
  }
  const { folder } = answers;
  const source = findPackageSource(settings.package, io.cwd, folder);
  const repository = settings.editor === null ? null : findRepository(await readFile(join(folder, ".git/config"), "utf8").catch(() => ""));
  const own = await readOwnPackage(folder);
  const { ownKinds, public: inPublic } = settings.editor === null ? NO_SETTINGS : await loadSettings(null, { ...io, cwd: folder });
  const editorFolder = inPublic === null ? "admin" : `${inPublic.folder}/admin`;
  const files = toNewSiteFiles({
    ...answers,
    existingBuildScript: findBuildScript(own),
    octavo: source.range,
    octavoClient: answers.template === "astro" ? findClientRange(source, folder, io.cwd) : null,
    configFile: own === null || own.isModule ? "octavo.config.ts" : "octavo.config.mts",
    // The running octavo may be the source tree, which has no schemas, unlike an installation from
    // npm.
    schemas:
      settings.package !== null || existsSync(join(PACKAGE_ROOT, SCHEMAS_FOLDER)) ? `node_modules/${PACKAGE_NAME}/${SCHEMAS_FOLDER}` : null,
    sveltia: settings.editor === null ? null : (repository ?? UNKNOWN_REPOSITORY),
    ownKinds,
    editorFolder,
    isDatedByGit: there?.isDatedByGit ?? false,
    today: toLocalTime(io.now(), answers.timeZone).slice(0, "2026-06-01".length),
  });
  await checkFolder(folder, io);
  const { fresh, existingFiles } = await sortFiles(folder, files);
  await checkPlaces(folder, fresh);
  if (!settings.dryRun) for (const file of fresh) await writeNew(folder, file);
  if (!settings.quiet) {
    io.stdout.write(renderChoices(answers, source, fresh, io.cwd));
    io.stdout.write(renderFiles(fresh, existingFiles, settings.dryRun) + noteOfIgnored(settings, existingFiles));
    io.stdout.write((await renderAdvice(answers, source, fresh, own)) + (await noteOfOldNode(folder, io)));
    if (settings.editor !== null) io.stdout.write(renderEditorAdvice(repository, editorFolder, findFilesWithoutForm(ownKinds)));
    const hasSite = existingFiles.some(({ path }) => path === "content/site.yaml");
    const next = { ...settings, ...answers, cwd: io.cwd, source, own, hasSite };
    io.stdout.write(renderNextSteps(next));
  }
  const mayStart = answers.isAsked && own === null && !settings.noStart && !settings.dryRun;
  return mayStart ? startSite(folder, io) : EXIT_OK;
}

interface PresentSite {
  /** Null if the site has none. */
  readonly url: string | null;
  readonly isDatedByGit: boolean;
}

/**
 * Reads the folder's site for workflows. Returns null if there is no site, or if no file needs it.
 */
async function readPresentSite(folder: string, { deploy }: InitSettings, io: Io): Promise<PresentSite | null> {
  if (deploy === null || !existsSync(folder)) return null;
  const { config, contentDir } = await openWorkspace({}, { ...io, cwd: folder });
  return { url: (await readDescribedSite(contentDir, config)).url, isDatedByGit: config.fileDates !== null };
}

/** @throws CliError if the path of the folder is a file */
async function checkFolder(folder: string, io: Io): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found !== null && !found.isDirectory())
    throw new CliError(`${shortenPath(folder, io.cwd)} is a file`, { hint: "name a folder: octavo init my-site" });
}

/** Renders the choices that the written files contain. */
function renderChoices(
  { folder, name, url, language, timeZone, template, deploy }: Answers,
  { range }: PackageSource,
  fresh: readonly PlannedFile[],
  cwd: string,
): string {
  const isFresh = (path: string): boolean => fresh.some((file) => file.path === path);
  const rows = [
    ["folder", shortenPath(folder, cwd)],
    ...(isFresh("content/site.yaml")
      ? [
          ["name", name],
          ["address", url],
          ["language", language],
          ["time zone", timeZone],
          ["template", template],
        ]
      : []),
    ["deploy", deploy ?? "none"],
    ...(isFresh("package.json") ? [[PACKAGE_NAME, range]] : []),
  ];
  return `${rows.map(([label = "", value]) => `${label.padEnd(10)} ${value}`).join("\n")}\n\n`;
}

function renderFiles(fresh: readonly PlannedFile[], existingFiles: readonly PlannedFile[], dryRun: boolean): string {
  const verb = dryRun ? "would write" : "wrote";
  const lines = [...fresh.map(({ path }) => `${verb} ${path}`), ...existingFiles.map(({ path }) => `kept the existing ${path}`)];
  return `${lines.join("\n")}\n`;
}

/** An existing site.yaml keeps its own values. A workflow still uses the given address. */
function noteOfIgnored({ name, url, language, timeZone, deploy }: InitSettings, existingFiles: readonly PlannedFile[]): string {
  if (!existingFiles.some(({ path }) => path === "content/site.yaml")) return "";
  const given = { name, url: deploy === null ? url : null, language, "time-zone": timeZone };
  const ignored = Object.entries(given).flatMap(([option, value]) => (value === null ? [] : [`--${option}`]));
  return ignored.length === 0
    ? ""
    : `note: content/site.yaml already existed, so ${ignored.join(", ")} had no effect: edit that file instead\n`;
}

async function renderAdvice(
  answers: Answers,
  source: PackageSource,
  fresh: readonly PlannedFile[],
  own: OwnPackage | null,
): Promise<string> {
  const isFresh = (path: string): boolean => fresh.some((file) => file.path === path);
  const scripts = Object.entries(toScripts(answers)).filter(([name]) => own !== null && !(name in own.scripts));
  const unignored = isFresh(".gitignore") ? [] : await findUnignored(answers);
  const advice = [
    ...(answers.isUrlMadeUp && isFresh("content/site.yaml")
      ? [`${answers.url} is a placeholder: put the real address into content/site.yaml before you publish`]
      : []),
    ...(scripts.length === 0 ? [] : [`add to package.json: "scripts": ${JSON.stringify(Object.fromEntries(scripts))}`]),
    ...toBuildAdvice(answers, findBuildScript(own)),
    ...(unignored.length === 0 ? [] : [`add to .gitignore: ${unignored.join(", ")}`]),
    ...(answers.template === "astro" && answers.deploy === "docker"
      ? ["the Docker image only serves the API: also serve the pages in dist, with Caddy, or choose a host that serves both"]
      : []),
    ...(answers.deploy === "docker" && source.path !== null && !BESIDE_PACKAGE_JSON.test(source.range)
      ? [`the image can only use packages next to package.json, but ${source.range} is elsewhere: ${toCopyAdvice(source.path)}`]
      : source.isLocal && answers.deploy !== null
        ? [`${source.range} is only on this machine: to build the site elsewhere, publish it at an address or add it to the repository`]
        : []),
  ];
  return advice.map((line) => `note: ${line}\n`).join("");
}

/** The `build` script, which init does not change. */
function findBuildScript(own: OwnPackage | null): string | null {
  return typeof own?.scripts.build === "string" ? own.scripts.build : null;
}

/** States whether an existing script `build` runs when the site is published. */
function toBuildAdvice(answers: Answers, existingBuildScript: string | null): readonly string[] {
  const host = toBuildHost(answers.deploy);
  if (host === null || existingBuildScript === null || existingBuildScript === toScripts(answers).build) return [];
  const command = toBuildCommand({ ...answers, existingBuildScript }, host);
  const where = host === "netlify" ? "netlify.toml" : "the workflow";
  const use = runsMoreThanOctavo(existingBuildScript) ? "runs it, and it must build into dist" : "does not run it";
  return [`package.json keeps its script "build": ${JSON.stringify(existingBuildScript)}; ${where} ${use}: ${command}`];
}

/** The form of a package that the Dockerfile copies. */
const BESIDE_PACKAGE_JSON = /^file:\.\/[^/]+\.tgz$/;

/** @param path path of a package: a tarball or a folder */
function toCopyAdvice(path: string): string {
  const name = path.endsWith(".tgz") ? basename(path) : `${PACKAGE_NAME}-${readVersion()}.tgz`;
  return `copy ${name} here${path.endsWith(".tgz") ? "" : " (npm run pack creates it)"}, then npm install ./${name}`;
}

/** The folders that git must ignore but does not. */
async function findUnignored({ folder, template }: Answers): Promise<readonly string[]> {
  const text = await readFile(join(folder, ".gitignore"), "utf8").catch(() => "");
  const ignored = new Set(text.split("\n").map((line) => line.trim().replace(/^\/|\/$/g, "")));
  return toGitIgnored({ template }).filter((name) => !ignored.has(name.replace(/^\//, "")));
}

/**
 * @param folder folder of the editor; Octavo serves it if it is in the public folder
 * @param withoutForm data files that it cannot edit
 */
function renderEditorAdvice(repository: Repository | null, folder: string, withoutForm: readonly string[]): string {
  const stand =
    repository === null ? `note: ${UNKNOWN_REPOSITORY.path} is a placeholder: put the site's repository into ${folder}/config.yml\n` : "";
  const left = withoutForm.map((file) => `note: Sveltia CMS edits YAML and JSON, so it has no form for ${file}\n`).join("");
  const serving = folder === "admin" ? "make your front end serve the folder admin, and open" : "the site has it at";
  return `${stand}${left}note: Sveltia CMS is a page: ${serving} /admin/\n`;
}
