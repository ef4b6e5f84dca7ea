import { toSafeLine } from "../../contract/text/safe-text.ts";
import type { ImportRow } from "../../import/import-counts.ts";
import { plural } from "../build/result-text.ts";
import { renderImportRows } from "../importing/import-table.ts";
import { tabulate } from "../text/display.ts";
import type { FoundBy } from "./page-addresses.ts";

export interface TakenComments {
  readonly added: number;
  /** Number of comments that already exist. */
  readonly existing: number;
  /** Number of comments in threads whose page is not found. */
  readonly unplaced: number;
  readonly interrupted: boolean;
}

/** A thread in an export, and the post that its comments go to. */
export interface ThreadRow {
  /** Its id within the export. */
  readonly id: string;
  readonly address: string;
  readonly comments: number;
  /** null if no page was found, or if the owner leaves it out. */
  readonly slug: string | null;
  /** null if it was not matched. */
  readonly by: FoundBy | null;
  /** A post that may be the right one. */
  readonly suggestion: string | null;
}

interface CommentImportResult extends TakenComments {
  readonly system: string;
  readonly threads: readonly ThreadRow[];
  readonly rows: readonly ImportRow[];
}

export interface CommentImportDisplay {
  readonly dryRun: boolean;
  readonly width: number | null;
  /** As given on the command line. */
  readonly file: string;
  /** The command that runs octavo here. */
  readonly command: string;
}

/** Maximum number of threads to show after an import, which shows only threads without a post. */
const LOST_SHOWN_MAX = 20;

/** Renders the result of a comment import. */
export function renderCommentImport(result: CommentImportResult, { dryRun, width, file, command }: CommentImportDisplay): string {
  const { system, threads, rows, added, existing, unplaced } = result;
  const lost = threads.filter(({ by }) => by === null);
  const shown = dryRun ? [...threads.filter(({ by }) => by !== null), ...lost] : lost.slice(0, LOST_SHOWN_MAX);
  const waiting = rows.find(({ group, what }) => group === "taken" && what === "pending");
  const posts = new Set(threads.flatMap(({ slug }) => (slug === null ? [] : [slug]))).size;
  const counts = `${plural(added, "comment")} of ${system} ${dryRun ? "would be imported" : "imported"} to ${plural(posts, "post")}, ${existing} already present\n`;
  return [
    shown.length === 0 ? "" : `${renderThreads(shown, width)}\n`,
    rows.length === 0 ? "" : `${renderImportRows(rows, width)}\n`,
    counts,
    waiting === undefined || dryRun
      ? ""
      : `${waiting.count} of them ${waiting.count === 1 ? "waits" : "wait"} for you: ${command} comments moderate\n`,
    lost.length === 0 ? "" : howToMap(lost, unplaced, { file, command }),
    dryRun ? "nothing was written: --dry-run\n" : "",
  ].join("");
}

function renderThreads(threads: readonly ThreadRow[], width: number | null): string {
  return tabulate(
    [
      { title: "COMMENTS", cell: ({ comments }) => String(comments), align: "right" },
      { title: "POST", cell: ({ by, slug }) => (by === null ? "not found" : (slug ?? "(left out)")) },
      { title: "BY", cell: ({ by, suggestion }) => by ?? (suggestion === null ? "" : `perhaps ${suggestion}`) },
      { title: "THREAD", cell: ({ address }) => address, flexible: true },
    ],
    threads,
    width,
  );
}

function howToMap(lost: readonly ThreadRow[], unplaced: number, { file, command }: Pick<CommentImportDisplay, "file" | "command">): string {
  const example = lost.find(({ suggestion }) => suggestion !== null) ?? lost[0];
  const line = `${toSafeLine(example?.address ?? "")} ${example?.suggestion ?? "<slug>"}`;
  return `no post was found for ${plural(lost.length, "thread")} with ${plural(unplaced, "comment")}. State their posts in a file with lines such as
  ${line}
and run ${command} comments import ${toSafeLine(file)} --map <that file>. Or give posts their former addresses (redirect_from, or formerUrls for all), and build again.\n`;
}
