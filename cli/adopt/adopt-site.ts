import { writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { CONFIG_NAMES } from "../../build/config/load-config.ts";
import { Diagnostics, startOf } from "../../build/shared/diagnostics.ts";
import { mapLimit } from "../../build/shared/parallel.ts";
import type { SourceFile } from "../../build/shared/source-file.ts";
import { isTimeZone } from "../../contract/query/time-zone.ts";
import { useColor } from "../color.ts";
import { readGitDates } from "../git/git-dates.ts";
import type { InitSettings } from "../init/init-options.ts";
import { CliError, EXIT_FAILED, EXIT_OK, type Io, usageError } from "../io.ts";
import { isPageFolder } from "../pages/page-folders.ts";
import { formatDiagnostics } from "../report.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { toSiteName } from "../text/site-name.ts";
import { checkAdopted } from "./check-adopted.ts";
import { type FoundGenerator, findGenerator, findNestedSites, type NestedSite } from "./find-generator.ts";
import { FormerFolder } from "./former-folder.ts";
import { type FormerSite, readFormerSite } from "./former-site.ts";
import { addFindings } from "./key-findings.ts";
import { chooseSlugs } from "./posts/choose-slugs.ts";
import { findPosts } from "./posts/find-posts.ts";
import { type GuessedTimeZone, guessTimeZone } from "./posts/guess-time-zone.ts";
import { LinkEndings, withEnding } from "./posts/link-endings.ts";
import { findNamedParts, findPictureFolders, findUsualFolders, NamedPaths } from "./posts/picture-folders.ts";
import type { PostTexts } from "./posts/post-keys.ts";
import { countKeys, sortKeys } from "./posts/post-keys.ts";
import { inFolder, noPosts, renderReading, warnOfNested } from "./reading-text.ts";
import { renderConfig, toConfig } from "./to-config.ts";

/**
 * `octavo init` in the folder of another generator's site: reads its configuration as data, writes
 * octavo.config.ts, and lists the remaining steps.
 * @param root absolute
 * @returns null if there is no such site
 */
export async function adoptSite(root: string, settings: InitSettings, io: Io): Promise<number | null> {
  const folder = new FormerFolder(root, new Diagnostics());
  const generator = folder.isFolder(".") ? findGenerator(folder) : null;
  if (generator === null) return null;
  const there = folder.findFile(CONFIG_NAMES);
  const deploy = settings.deploy === "none" ? null : settings.deploy;
  // The second step of a move: init adds the files that publish the site.
  if (there !== null && deploy !== null) return null;
  if (there !== null) {
    io.stdout.write(`kept the existing ${there}. Remove it to read the configuration of ${generator.generator.name} again\n`);
    return EXIT_OK;
  }
  if (deploy !== null)
    throw usageError(
      `this site was made with ${generator.generator.name} and needs octavo.config.ts first: nothing was written`,
      `run octavo init, read its output, then run octavo init --deploy ${deploy}; --template starts a new site here`,
    );
  const nested = findNested(generator, folder);
  const read = readFormerSite(generator.generator, folder, generator.config);
  if (read === null || folder.diagnostics.errorCount > 0) return reportUnread(folder, generator.config, io);
  const found = await findPosts(folder, read);
  const { files } = found;
  if (files.length === 0) throw noPosts(read, found.fullest);
  const { keys, named, endings } = readTexts(files);
  const folders = await narrowStatic(root, found.site, named);
  const pictures = await findPictureFolders(root, found.site.content, { named, staticFolders: folders });
  const guess = found.site.timeZone === null ? guessZone(found.site, [...keys.named.values()], settings) : null;
  const timeZone = settings.timeZone ?? found.site.timeZone ?? (await askTimeZone(guess, settings, io));
  const zone = timeZone ?? guess?.name ?? null;
  const warnings = [...found.warnings, ...nested.map(warnOfNested)];
  const site = {
    ...found.site,
    timeZone: zone,
    pages: withEnding(found.site, endings.find(files, found.site.url)),
    static: [...folders, ...pictures],
    posts: [...found.site.posts, ...keys.pageless.map((path) => `!${path}`)],
    ...addFindings(keys, found.site, { timeZone: zone, warnings }),
  };
  const { ofTitles, ...slugs } = chooseSlugs(files, site, keys);
  const hasMdx = files.some(({ relative }) => relative.endsWith(".mdx"));
  const parts = { folderName: toSiteName(root), keys: sortKeys(keys, site), ...slugs, hasMdx };
  const adopted = toConfig({ ...site, ...ofTitles?.exact }, settings, parts);
  const noted = { ...adopted, notes: [...found.notes, ...adopted.notes, ...(ofTitles?.note == null ? [] : [ofTitles.note])] };
  if (!settings.quiet)
    io.stdout.write(renderReading(generator, site, noted, { posts: files.length, guess: timeZone === null ? guess : null }));
  // Fails before anything is written if the clone is shallow, because a shallow clone has no dates.
  if (settings.dates !== null) readGitDates(join(root, site.content), io.env);
  return writeAdopted(root, { text: renderConfig(adopted.config), name: nameOfConfig(folder) }, settings, io);
}

/**
 * Sites of known generators in subfolders of a folder of Markdown.
 * @throws CliError if most of the Markdown is in one of them
 */
function findNested({ config }: FoundGenerator, folder: FormerFolder): readonly NestedSite[] {
  const nested = config === "." ? findNestedSites(folder) : [];
  const inside = nested.find(({ isMain }) => isMain);
  if (inside !== undefined) throw inFolder(inside);
  return nested;
}

/** Reads each post once. */
function readTexts(files: readonly SourceFile[]) {
  const named = new NamedPaths();
  const endings = new LinkEndings();
  const keys = countKeys(files, (file, text) => {
    named.add(file, text);
    endings.add(text);
  });
  return { keys, named, endings };
}

async function writeAdopted(
  root: string,
  { text, name }: { readonly text: string; readonly name: string },
  settings: InitSettings,
  io: Io,
): Promise<number> {
  if (settings.dryRun) {
    io.stdout.write(`\n${text}\nnothing was written: --dry-run\n`);
    return EXIT_OK;
  }
  // Fails if the file was created in the meantime.
  await writeFile(join(root, name), text, { flag: "wx" });
  if (!settings.quiet) io.stdout.write(`wrote ${name}\n\n`);
  return await checkAdopted(root, settings, io);
}

/** Reports why the old configuration cannot be used. */
function reportUnread(folder: FormerFolder, config: string, io: Io): number {
  if (folder.diagnostics.errorCount === 0) {
    const hint = "move the file itself into the folder and keep only configuration in it, or write octavo.config.ts by hand";
    const message = "is not read: it is outside the folder, or larger than 1 MB";
    folder.diagnostics.error(startOf(config), { code: "config", message, hint });
  }
  const sources = (file: string): string | null => folder.read(file);
  io.stderr.write(formatDiagnostics(folder.diagnostics, { color: useColor(io.stderr, io), sources }));
  io.stderr.write("nothing was written: fix the mistakes above\n");
  return EXIT_FAILED;
}

/**
 * Static folders whose files `start` and `dev` may serve publicly. A folder that contains the
 * content or the project is replaced with its public parts.
 */
async function narrowStatic(root: string, { content, static: folders }: FormerSite, named: NamedPaths): Promise<readonly string[]> {
  const places = { roots: [root], contentDir: join(root, content), configFiles: [], database: findDatabase({}, { cwd: root }) };
  const isNarrow = (path: string): boolean => isPageFolder(path, places);
  const parts = await mapLimit(folders, 1, async (folder) => {
    const source = join(root, folder);
    if (isNarrow(source)) return [folder];
    const found = [...(await findUsualFolders(source, isNarrow)), ...(await findNamedParts(source, named))];
    return found.filter(isNarrow).map((part) => relative(root, part).split(sep).join("/"));
  });
  return [...new Set(parts.flat())];
}

/** Without `"type": "module"`, Node reads a .ts file as CommonJS and refuses `export default`. */
function nameOfConfig(folder: FormerFolder): string {
  const manifest = folder.config("package.json");
  return manifest === null || manifest.text("type") === "module" ? "octavo.config.ts" : "octavo.config.mts";
}

function guessZone({ language, buildZone }: FormerSite, posts: readonly PostTexts[], settings: InitSettings): GuessedTimeZone | null {
  return guessTimeZone(posts, settings.language ?? language, buildZone);
}

/**
 * Asks for a time zone that the old configuration does not state. Null if there is no terminal, or
 * with --yes or --dry-run.
 */
async function askTimeZone(guess: GuessedTimeZone | null, { yes, dryRun }: InitSettings, io: Io): Promise<string | null> {
  const prompts = yes || dryRun ? null : ((await io.openPrompts?.()) ?? null);
  const check = (answer: string): string | null => (isTimeZone(answer.trim()) ? null : "want an IANA name such as Europe/Oslo");
  if (prompts === null) return null;
  const answer = await prompts.ask({ message: "The time zone of the posts' dates?", initial: guess?.name ?? "UTC", check });
  if (answer === null) throw new CliError("no time zone was chosen: nothing was written", { hint: "octavo init --yes uses a guess" });
  return answer.trim();
}
