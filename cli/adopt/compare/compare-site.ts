import { firstFew } from "../../../build/shared/diagnostics.ts";
import { toSafeLine } from "../../../contract/text/safe-text.ts";
import { openWorkspace } from "../../build/builder.ts";
import { plural } from "../../build/result-text.ts";
import { CliError, EXIT_FAILED, EXIT_OK, type Io, usageError } from "../../io.ts";
import type { Settings } from "../../options/shared-options.ts";
import { writeJson } from "../../text/output.ts";
import { type Comparison, comparePages, DIFFERENCES, type Difference, type DifferenceKind, isMissing, MISSING } from "./compare-pages.ts";
import { type PresentPages, readPresentPages } from "./present-pages.ts";
import { readFormerPages } from "./read-former-pages.ts";

/** `init` uses the defaults. */
type CompareSettings = Partial<Settings<"config" | "content" | "now" | "drafts" | "future">>;

/** Maximum number of differences to show for each kind. --json shows all. */
const SHOWN_MAX = 3;

/** `octavo adopt --compare <source>`: compares this site's pages with the old site's. */
export async function compareSite(
  settings: CompareSettings & Settings<"json"> & { readonly compare: string | null },
  io: Io,
): Promise<number> {
  if (settings.compare === null)
    throw usageError(
      "adopt needs --compare",
      "octavo init reads the configuration of another generator; octavo adopt --compare <address, file or folder> compares the result with the old site",
    );
  const compared = await compareWith(settings.compare, settings, io);
  if (compared === null) return EXIT_FAILED;
  const { comparison, notes } = compared;
  if (settings.json) writeJson(io, { source: settings.compare, ...comparison, notes });
  else io.stdout.write(renderComparison(settings.compare, comparison, notes));
  return codeOf(comparison);
}

/** The comparison at the end of `octavo init`. If the source cannot be read, prints a note. */
export async function compareInShort(source: string, io: Io): Promise<{ readonly text: string; readonly code: number }> {
  try {
    const compared = await compareWith(source, {}, io);
    if (compared === null) return { text: "", code: EXIT_FAILED };
    return { text: renderComparison(source, compared.comparison, compared.notes), code: codeOf(compared.comparison) };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { text: `note: the pages were not compared with the old site's: ${error.message}\n`, code: EXIT_OK };
  }
}

function codeOf({ differences, unread }: Comparison): number {
  return unread.length > 0 || differences.some(({ kind }) => kind === "faulty" || isMissing(kind)) ? EXIT_FAILED : EXIT_OK;
}

/** Returns null if the content cannot be read, which is reported. */
async function compareWith(
  source: string,
  settings: CompareSettings,
  io: Io,
): Promise<{ readonly comparison: Comparison; readonly notes: readonly string[] } | null> {
  const workspace = await openWorkspace(settings, io);
  const options = {
    cwd: io.cwd,
    now: settings.now ?? new Date(io.now()).toISOString(),
    drafts: settings.drafts === true,
    future: settings.future === true,
  };
  const site = workspace.diagnostics.errorCount > 0 ? null : await readPresentPages(workspace, options);
  if (site === null) {
    io.stderr.write("octavo: the content cannot be read, so there is nothing to compare\nhint: octavo check shows what is wrong\n");
    return null;
  }
  const oldPages = await readFormerPages(source, io.cwd, site.base);
  return { comparison: comparePages(oldPages, site), notes: [...oldPages.notes, ...notesOfErrors(site)] };
}

/** Names the documents that are not compared, and warns if other errors may change addresses. */
function notesOfErrors({ diagnostics, faulty }: PresentPages): readonly string[] {
  const files = new Set(faulty.map(({ file }) => file));
  const others = diagnostics.all().filter(({ severity, file }) => severity === "error" && !files.has(file)).length;
  return [
    ...(files.size === 0
      ? []
      : [`not compared: ${plural(files.size, "file")} with errors, ${firstFew([...files], SHOWN_MAX)}: octavo check lists the errors`]),
    ...(others === 0 ? [] : [`the content has ${plural(others, "error")}, which may change addresses: octavo check lists them`]),
  ];
}

/** A table by kind of difference, with examples. */
function renderComparison(source: string, comparison: Comparison, notes: readonly string[]): string {
  const { total, present, redirected, differences, unread } = comparison;
  const kinds = Object.keys(DIFFERENCES) as DifferenceKind[];
  const found = kinds.map((kind) => ({ kind, members: differences.filter((one) => one.kind === kind) }));
  const width = total.toLocaleString("en").length + 2;
  const row = (count: number, what: string): string => `${count.toLocaleString("en").padStart(width)}  ${what}`;
  const lines = [
    `compared with ${source}: ${plural(total, "address", "addresses")}`,
    row(present, "present"),
    ...(redirected === 0 ? [] : [row(redirected, "redirected")]),
    ...found.flatMap(({ kind, members }) =>
      members.length === 0 ? [] : [row(members.length, DIFFERENCES[kind]), ...renderExamples(members, width)],
    ),
    ...notes.map((note) => `note: ${note}`),
    ...(differences.length === 0 && unread.length === 0 ? ["nothing differs"] : verdict(comparison)),
  ];
  return `${lines.map(toSafeLine).join("\n")}\n`;
}

function renderExamples(members: readonly Difference[], width: number): readonly string[] {
  const indent = " ".repeat(width + 4);
  const rest = members.length - SHOWN_MAX;
  const shown = members.slice(0, SHOWN_MAX).map(({ path, file, before, now }) => {
    const change = before !== null ? `: ${before} → ${now ?? "none"}` : now === null ? "" : ` → ${now}`;
    return `${indent}${path}${change}${file === null ? "" : ` (${file})`}`;
  });
  return rest > 0 ? [...shown, `${indent}and ${rest.toLocaleString("en")} more (--json lists all)`] : shown;
}

function verdict({ differences, unread }: Comparison): readonly string[] {
  const [next] = unread;
  if (next === undefined) return verdictOnRead(differences);
  const read = differences.length === 0 ? ["every page in the sitemaps that were read is present"] : verdictOnRead(differences);
  return [...read, `not read: ${plural(unread.length, "sitemap")} of the index. Compare each separately, with --compare ${next}`];
}

function verdictOnRead(differences: readonly Difference[]): readonly string[] {
  const missing = differences.filter(({ kind }) => isMissing(kind)).length;
  const lists = differences.filter(({ kind }) => kind === "list").length;
  const faulty = differences.filter(({ kind }) => kind === "faulty").length;
  if (missing === 0 && faulty > 0)
    return [`no compared page is missing; not compared because of errors: ${plural(faulty, "page")}. Run octavo check first`];
  if (missing === 0)
    return [
      lists === 0 ? "every old page is present" : `every compared page is present; not compared: ${plural(lists, "address", "addresses")}`,
    ];
  const remedies = MISSING.filter((kind) => differences.some((one) => one.kind === kind)).map((kind) => REMEDIES[kind]);
  return [`${plural(missing, "old page")} ${missing === 1 ? "is" : "are"} missing`, ...remedies];
}

/** A hint for each kind of missing page. */
const REMEDIES: Readonly<Record<(typeof MISSING)[number], string>> = {
  missing:
    'hint: if nothing is at the address, collections in octavo.config.ts states which files are posts and which are pages (pages: ["contact.md"]); redirects forwards readers of a page that no longer exists',
  moved:
    "hint: if the address differs, urls in octavo.config.ts sets all addresses; redirectFrom in the front matter keeps a single old one",
  withheld:
    "hint: if the page is a draft, or not public because of its dates, remove draft from the front matter, or fix the date, to publish it; redirects in octavo.config.ts forwards its readers",
};
