import type { Withheld } from "../../build/assemble/schedule.ts";
import type { BuildResult, BuildStats } from "../../build/build-options.ts";
import type { UnreferencedFile } from "../../build/emit/prune.ts";
import { toSafeLine } from "../../contract/text/safe-text.ts";
import type { Elapsed } from "../elapsed.ts";
import { seconds } from "../progress.ts";

const KIB = 1024;

/**
 * The table at the end of a build: documents, files, bytes, seconds by stage, and when to build
 * again.
 * @param pruned files that --prune removed
 */
export function renderResult({ stats, nextChange, notices }: BuildResult, outShown: string, elapsed: Elapsed, pruned = 0): string {
  const documents = Object.entries(stats.documents).map(
    ([kind, count]) => `${count} ${count === 1 && kind !== "series" ? kind.replace(/s$/, "") : kind}`,
  );
  const { written, unchanged, removed } = stats.files;
  // Without changes, no stage ran.
  const stages = stats.stages.length === 0 ? "nothing has changed" : stageTimes(stats);
  const search = stats.searchBytes === 0 ? "" : `, including a full-text index of ${bytes(stats.searchBytes)}`;
  const withheld = renderWithheld(stats.withheld);
  const withheldRow: [string, string][] = withheld === "" ? [] : [["not public", withheld]];
  const rows: [string, string][] = [
    ["documents", documents.join(", ")],
    ...withheldRow,
    ["files", `${written} written, ${unchanged} unchanged, ${removed + pruned} removed in ${outShown}`],
    ["size", `${bytes(stats.bytes)}${search}`],
    ["time", `${seconds(elapsed.ms)} (${stages}), CPU ${seconds(elapsed.cpuMs)}`],
  ];
  if (nextChange !== null)
    rows.push(["next", `${nextChange}: the public site changes; build again then (cron, in UTC: ${cronOf(nextChange)})`]);
  const lines = rows.map(([name, text]) => `${name.padEnd(10)} ${text}`);
  return [...notices.map(renderNotice), ...lines, ""].join("\n");
}

/** Maximum number of files that a notice names. */
const SHOWN_ADDED = 5;
/** Maximum number of slugs that a notice names. */
const GONE_SHOWN = 5;

/** A notice of the files that the `public` folder added to the site; null if there are none. */
export function noticeOfAdded(paths: readonly string[]): string | null {
  if (paths.length === 0) return null;
  const rest = paths.length - SHOWN_ADDED;
  const shown = paths.slice(0, SHOWN_ADDED).join(", ") + (rest > 0 ? ` and ${rest.toLocaleString("en-US")} more` : "");
  return `new in the site, from the folder public: ${shown} (public: false leaves the folder out)`;
}
/**
 * A notice of removed posts, because readers, comments and likes still use their addresses. Null if
 * none was removed.
 */
export function noticeOfGone(slugs: readonly string[]): string | null {
  const [first] = slugs;
  if (first === undefined) return null;
  const shown = slugs.slice(0, GONE_SHOWN).join(", ") + (slugs.length > GONE_SHOWN ? ", …" : "");
  const what = slugs.length === 1 ? "a post that is gone" : `${slugs.length} posts that are gone`;
  return `the last build had ${what}: ${shown}; if one has a new slug, aliases: [${first}] in its front matter redirects to it`;
}

/** Lists the files that `--prune` found, and whether it removed them. */
export function renderUnreferenced(files: readonly UnreferencedFile[], removed: boolean): string {
  if (files.length === 0) return "prune      nothing to remove: the folder contains only files of this build\n";
  const sum = `${plural(files.length, "file")}, ${bytes(files.reduce((total, file) => total + file.bytes, 0))}`;
  const head = removed ? `prune      removed files that nothing referred to: ${sum}` : `prune      nothing refers to these: ${sum}`;
  const lines = files.map((file) => `  ${file.path} (${bytes(file.bytes)})`);
  return [head, ...lines, ...(removed ? [] : ["octavo build --prune --yes removes them"]), ""].join("\n");
}

/** Formats `parse 0.12 s, render 0.45 s`. The parts of a stage are added up. */
function stageTimes({ stages }: BuildStats): string {
  const times = new Map<string, number>();
  for (const { name, ms } of stages) times.set(name, (times.get(name) ?? 0) + ms);
  return [...times].map(([name, ms]) => `${name} ${seconds(ms)}`).join(", ");
}

/** Formats `1 draft, 2 dated in the future`; empty if everything is public. */
export function renderWithheld({ drafts, scheduled, expired }: Withheld): string {
  const parts = [
    [drafts, plural(drafts, "draft")],
    [scheduled, `${scheduled} dated in the future`],
    [expired, `${expired} expired`],
  ] as const;
  return parts.flatMap(([count, text]) => (count === 0 ? [] : [text])).join(", ");
}

/**
 * Formats one line for a rebuild: `built in 0.21 s: 2 files of the site written, 1 outdated file
 * removed`. Most removed files are earlier versions, whose names contain a hash.
 */
export function renderRebuild({ stats }: BuildResult): string {
  const { written, removed } = stats.files;
  const ms = stats.stages.reduce((sum, stage) => sum + stage.ms, 0);
  const time = `built in ${seconds(ms)}`;
  if (written === 0 && removed === 0) return `${time}: nothing in the site has changed`;
  const outdated = removed === 0 ? "" : `, ${removed} outdated ${removed === 1 ? "file" : "files"} removed`;
  return `${time}: ${plural(written, "file")} of the site written${outdated}`;
}

/**
 * Formats an instant as five crontab fields in UTC. Rounds up to the next minute, because the
 * minute itself would be too early.
 */
export function cronOf(instant: string): string {
  const minute = 60_000;
  const time = new Date(Math.ceil(Date.parse(instant) / minute) * minute);
  return `${time.getUTCMinutes()} ${time.getUTCHours()} ${time.getUTCDate()} ${time.getUTCMonth() + 1} *`;
}

function bytes(count: number): string {
  if (count < KIB) return plural(count, "byte");
  const units = ["KiB", "MiB", "GiB"];
  let value = count / KIB;
  let unit = 0;
  while (value >= KIB && unit < units.length - 1) {
    value /= KIB;
    unit += 1;
  }
  return `${value.toFixed(1)} ${units[unit] ?? ""}`;
}

/** Formats `1 file`, `2 files`. */
export function plural(count: number, noun: string, pluralForm = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : pluralForm}`;
}

/** Notices contain keys and file names, which may be anything. */
export function renderNotice(notice: string): string {
  return `notice: ${toSafeLine(notice)}`;
}
