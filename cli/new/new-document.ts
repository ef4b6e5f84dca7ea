import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TomlDate, stringify as toTomlText } from "smol-toml";
import { stringify as toYamlText } from "yaml";
import { loadToAscii, needsReading, slugOfName } from "../../build/kinds/addresses/file-slug.ts";
import { parseSite } from "../../build/kinds/site-kind.ts";
import { createSiteKinds } from "../../build/kinds/site-kinds.ts";
import { type Discovered, discover } from "../../build/listing/discover.ts";
import { formatOffset, readInstant, toLocalTime } from "../../build/shared/dates.ts";
import { Diagnostics } from "../../build/shared/diagnostics.ts";
import { isOwnKey } from "../../build/shared/kind-name.ts";
import { parseFileName, toSlug } from "../../build/shared/slugs.ts";
import type { SourceFile } from "../../build/shared/source-file.ts";
import { didYouMean } from "../../build/shared/suggest.ts";
import { readDocument } from "../../build/sources/files/raw-document.ts";
import { isSlug } from "../../contract/slug-pattern.ts";
import { openContent } from "../build/assumed-site.ts";
import type { Workspace } from "../build/builder.ts";
import { CliError, type Io, usageError } from "../io.ts";
import { toEditorCommand } from "../opening/editor.ts";
import type { Settings } from "../options/shared-options.ts";
import { refuseMistakes } from "../text/refuse-mistakes.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { findPlace } from "./document-place.ts";
import { findOpenFields } from "./new-fields.ts";
import { findNewKind, type NewKind, newWordsOf } from "./new-kinds.ts";
import { choosePicture, readGivenPicture, renderPictureNote } from "./new-picture.ts";
import { type Habits, readHabits } from "./site-habits.ts";

interface NewSettings extends Settings<"config" | "content" | "now" | "quiet"> {
  readonly date: string | null;
  readonly slug: string | null;
  readonly draft: boolean;
  readonly edit: boolean;
}

/**
 * Writes a new file for `octavo new <kind> <title>` and prints its path. A photo's title may be the
 * path of its picture.
 */
export async function writeNewDocument(word: string, written: string, settings: NewSettings, io: Io): Promise<void> {
  const workspace = await openContent(settings, io);
  const { config, contentDir } = workspace;
  await refuseMistakes(workspace.diagnostics, io);
  const requested = requireKind(word, workspace.config);
  const { key, toFields } = requested;
  const given = key === "photos" ? await readGivenPicture(written, io) : null;
  const title = readTitle(given?.title ?? written);
  const slug = await readSlug(title, settings.slug);
  const found = await discover({ contentDir, cwd: io.cwd, config, diagnostics: new Diagnostics() });
  const timeZone = found === null ? "UTC" : readTimeZone(found, workspace);
  const existing = found?.collections[key] ?? [];
  const kind = createSiteKinds(config).of(key);
  const habits = readHabits(kind, existing, isOwnKey(key) ? {} : config.frontMatter.names[key]);
  const date = toDate(settings, io, { timeZone, hasTimes: habits.hasTimes });
  const day = toLocalTime(Date.parse(date.instant), timeZone).slice(0, "2026-06-01".length);
  // With a pattern for slugs, two file names may give different slugs.
  if (isOwnKey(key) || config.slugs[key] === null) requireFreeSlug(slug, existing);
  const place = requirePlace(requested, existing, { slug, day, isTree: kind.isTree === true });
  const path = join(contentDir, place);
  const picture = key === "photos" ? await choosePicture({ path, slug, contentDir, given }, io) : null;
  const fields = {
    ...toFields({ title, date: date.written, day, picture: picture?.src ?? "", alt: given === null ? title : null }),
    ...(settings.draft || picture?.isStandIn ? { draft: true } : {}),
  };
  const inName = parseFileName(place);
  const { publishedAt, ...undated } = fields as { readonly publishedAt?: string };
  // A given date may include a time, or differ from the date in the name.
  const isDateInName = publishedAt !== undefined && inName.date !== null && habits.hasNoDates && settings.date === null;
  const stated = isDateInName ? undated : fields;
  const text = renderDocument(inName.slug === slug ? stated : { ...stated, slug }, place, habits);
  await writeNew(path, text, io);
  await picture?.write().catch(async (error: unknown) => {
    await rm(path);
    throw error;
  });
  io.stdout.write(`${shortenPath(path, io.cwd)}\n`);
  if (!settings.quiet) {
    if (picture !== null) io.stderr.write(renderPictureNote(picture, given !== null));
    io.stderr.write(noteOfOpenFields(isOwnKey(key) ? findOpenFields(fields) : []));
  }
  if (settings.edit) await openNewFile(path, io);
}

/** @throws CliError */
function requirePlace({ name, globs }: NewKind, existing: readonly SourceFile[], wanted: Parameters<typeof findPlace>[2]): string {
  const place = findPlace(
    globs,
    existing.map(({ relative }) => relative),
    wanted,
  );
  if (place !== null) return place;
  throw new CliError(`the globs do not show where to put ${name}: ${globs.join(", ")}`, {
    hint: "write the first one by hand; later ones will get similar paths",
  });
}

/** @param open names of fields to fill in */
function noteOfOpenFields(open: readonly string[]): string {
  return open.length === 0 ? "" : `note: fill in ${open.join(", ")}: until then, octavo check and builds fail there\n`;
}

/**
 * Opens the file in the owner's editor, which may use this terminal.
 * @throws CliError if there is none
 */
async function openNewFile(file: string, io: Io): Promise<void> {
  const { program, args } = toEditorCommand(io.env, { file, line: 1, column: 1 });
  if ((await io.runProgram?.(program, args, io.cwd)) !== null) return;
  throw new CliError(`the file is written; ${program} cannot be started`, { hint: "set VISUAL to your editor, such as code or vim" });
}

/** @throws CliError */
function requireFreeSlug(slug: string, existing: readonly SourceFile[]): void {
  const other = existing.find(({ relative }) => parseFileName(relative).slug === slug);
  if (other !== undefined) throw new CliError(`${other.path} already has the slug ${slug}`, { hint: "give another title, or use --slug" });
}

/** @throws CliError */
function requireKind(word: string, config: Workspace["config"]): NewKind {
  const kind = findNewKind(word, config);
  if (kind === null) {
    const words = newWordsOf(config);
    throw usageError(`"${word}" is not a kind of document`, didYouMean(word, words) ?? `want ${words.join(", ")}`);
  }
  const { name, globs } = kind;
  const hint = `collections in octavo.config.ts disables them: ${name}: []`;
  if (globs.length === 0) throw new CliError(`this site has no ${name}`, { hint });
  const [file = ""] = globs;
  // All entries are in one file.
  if (isOwnKey(kind.key) && /\.(?:ya?ml|json|csv)$/.test(file) && !file.includes("*"))
    throw new CliError(`${name} are entries of ${file}`, { hint: "add one there" });
  return kind;
}

/** @throws CliError with exit code 2 */
function readTitle(written: string): string {
  const title = written.trim();
  if (title === "") throw usageError("the title is empty", 'write octavo new post "A grey heron"');
  if (/\p{Cc}/u.test(title)) throw usageError("the title has control characters", "want one line of text");
  return title;
}

/** @throws CliError with exit code 2 */
async function readSlug(title: string, given: string | null): Promise<string> {
  if (given !== null) {
    if (isSlug(given)) return given;
    const right = toSlug(given);
    throw usageError(`--slug is "${given}"`, right === "" ? "want lower-case letters a-z, digits and single hyphens" : `want ${right}`);
  }
  const { slug, isHash } = slugOfName(title, { toAscii: needsReading(title) ? await loadToAscii() : null, language: "", date: null });
  if (slug === "" || isHash) throw usageError("the title gives no slug: its letters cannot be transliterated", "use --slug grey-heron");
  return slug;
}

/** @throws CliError if the site's time zone cannot be read */
function readTimeZone({ documents }: Discovered, { config }: Workspace): string {
  const { site: file } = documents;
  const diagnostics = new Diagnostics();
  const raw = file === null ? null : readDocument(file, diagnostics);
  const { timeZone, hasValidTimeZone } = parseSite({
    raw,
    file: file ?? { path: "site.yaml", relative: "site.yaml", absolute: "" },
    configured: config.site,
    overrides: {},
    elsewhere: { file: config.file ?? "octavo.config.ts", line: 1, column: 1 },
    diagnostics,
  });
  if (hasValidTimeZone || (raw === null && file === null)) return timeZone;
  throw new CliError(`${file?.path ?? config.file} does not state the site's time zone`, { hint: "octavo check shows what is wrong" });
}

interface NewDate {
  readonly instant: string;
  /** As written in the file. */
  readonly written: string;
}

/** @throws CliError with exit code 2 for an invalid date */
function toDate(
  { date, now }: Pick<NewSettings, "date" | "now">,
  io: Io,
  { timeZone, hasTimes }: Pick<Habits, "hasTimes"> & { readonly timeZone: string },
): NewDate {
  if (date !== null) {
    const read = readInstant(date, timeZone);
    if (!read.ok) throw usageError(`--date: ${read.message}`, read.hint);
    return { instant: read.value, written: date.trim() };
  }
  const ms = now === null ? io.now() : Date.parse(now);
  const local = toLocalTime(ms, timeZone);
  const offset = formatOffset(Math.round((Date.parse(`${local}Z`) - ms) / 60_000));
  return { instant: new Date(ms).toISOString(), written: hasTimes ? local + offset : local.slice(0, "2026-06-01".length) };
}

function renderDocument(fields: Readonly<Record<string, unknown>>, place: string, { isToml, nameOf }: Habits): string {
  const named = Object.fromEntries(Object.entries(fields).map(([field, value]) => [nameOf(field), value]));
  if (/\.ya?ml$/.test(place)) return toYaml(named);
  // TOML has no null, so a field to fill in is an empty string there.
  if (isToml) return `+++\n${toTomlText(toTomlValues(named)).replaceAll(/(:\d\d)\.000(?=[Z+-])/g, "$1")}+++\n\n`;
  return `---\n${toYaml(named)}---\n\n`;
}

function toYaml(values: Readonly<Record<string, unknown>>): string {
  // Dates need no quotes in YAML 1.2, which is the version used here.
  return toYamlText(values, { lineWidth: 0, nullStr: "" }).replaceAll(/ +$/gm, "");
}

function toTomlValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      // An empty alternative text would mark a decorative picture.
      if (value === null) return name === "alt" ? [] : [[name, ""]];
      if (typeof value === "string" && readInstant(value, "UTC").ok && /^\d{4}-\d\d-\d\d(?:$|T)/.test(value))
        return [[name, new TomlDate(value)]];
      return [
        [name, typeof value === "object" && !Array.isArray(value) ? toTomlValues(value as Readonly<Record<string, unknown>>) : value],
      ];
    }),
  );
}

/** @throws CliError if the file exists */
async function writeNew(path: string, text: string, io: Io): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new CliError(`${shortenPath(path, io.cwd)} already exists`, { hint: "give another title, or use --slug" });
  }
}
