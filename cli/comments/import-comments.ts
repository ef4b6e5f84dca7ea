import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isSlug } from "../../contract/slug-pattern.ts";
import { type CommentPlan, charactersOf, type PlannedComment, planComments } from "../../import/comments/comment-plan.ts";
import { openComments } from "../../import/comments/open-comments.ts";
import { ImportCounts } from "../../import/import-counts.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import {
  commentAddition,
  commentExamination,
  IMPORT_MAX,
  type ImportCandidate,
  type ImportJudgement,
  judgeCandidates,
} from "../../server/owner/transfers/import-operations.ts";
import type { IncomingComment } from "../../server/store/transfer-types.ts";
import { DEFAULT_PUBLISHED, findPublished } from "../build/published-place.ts";
import { plural } from "../build/result-text.ts";
import { CliError, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { readListedErasures } from "../privacy/listed-erasures.ts";
import { isOwnDatabase, joinDatabase } from "../records/rescue-commands.ts";
import { withOwner } from "../serve/owner-access.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { ensureDatabase } from "../serve/store-access.ts";
import { widthOfOutput, writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { commandName } from "../text/typed-commands.ts";
import { renderCommentImport, type TakenComments, type ThreadRow } from "./comment-import-table.ts";
import { toIncoming } from "./incoming-comments.ts";
import { openPageAddresses, type PageAddresses } from "./page-addresses.ts";
import { lookUpThread, readThreadMap, type ThreadMap } from "./thread-map.ts";

/** Maximum number of characters per transaction. */
const BATCH_CHARACTERS = 1_000_000;
/** Pause between two transactions in ms, so that a running server gets its turn. */
const PAUSE_MS = 60;

/** Runs `octavo comments import <export>`. Reads the whole export before it writes anything. */
export async function importComments(
  word: string,
  settings: DataPlace & Settings<"published" | "dryRun" | "json" | "quiet"> & { readonly map: string | null },
  io: Io,
): Promise<number> {
  const path = resolve(io.cwd, word);
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true)
    throw new CliError(found === null ? `${word} does not exist` : `${word} is not a file`, { hint: "name the file that was exported" });
  if (isOwnDatabase(path)) {
    if (settings.site === null) return joinDatabase("comment", word, settings, io);
    throw usageError(
      `${word} is an Octavo database`,
      `--site needs an export: octavo comments export --db ${word} --emails > comments.ndjson`,
    );
  }
  const source = await openComments({ path, shown: shortenPath(path, io.cwd) });
  const isOwn = source.keyPrefix === "octavo";
  const pages = await openPages(settings, io, isOwn);
  const map = settings.map === null ? new Map() : await readThreadMap(settings.map, io, pages);
  const counts = new ImportCounts();
  const plan = await planComments(source, counts, io.now());
  const threads = plan.threads.map((thread) => toThreadRow(thread, pages, map, isOwn));
  const take = async (target: ImportTarget): Promise<number> => {
    const { foreign, ...run } = await takeAll(plan, threads, target, counts, { dryRun: settings.dryRun, signal: io.signal });
    const result = { system: source.system, ...run, threads, rows: counts.rows() };
    if (settings.json) writeJson(io, result);
    else if (!settings.quiet)
      io.stdout.write(
        renderCommentImport(result, { dryRun: settings.dryRun, width: widthOfOutput(io), file: word, command: commandName(io) }),
      );
    if (foreign > 0) io.stderr.write(unknownErasuresText(foreign));
    if (run.interrupted) {
      io.stderr.write("interrupted: everything imported so far is complete; run the same command again for the rest\n");
      return EXIT_INTERRUPTED;
    }
    return threads.length > 0 && threads.every(({ slug }) => slug === null) ? EXIT_FAILED : EXIT_OK;
  };
  if (settings.site === null) {
    const dbFile = settings.dryRun ? findDatabase(settings, io) : await ensureDatabase(settings, io);
    // A missing database contains nothing, and a dry run must not create it.
    if (!existsSync(dbFile)) return take(nothingYet(dbFile));
  }
  return withOwner(settings, io, (owner) => take(toTarget(owner)));
}

/** Examines and adds comments, in a database or on a server. */
interface ImportTarget {
  examine(comments: readonly ImportCandidate[]): Promise<{ readonly judgements: readonly ImportJudgement[]; readonly foreign: number }>;
  add(comments: readonly IncomingComment[]): Promise<{ readonly added: number; readonly existing: number }>;
}

function toTarget(owner: Owner): ImportTarget {
  return {
    examine: (comments) => owner(commentExamination, { comments: [...comments] }),
    add: (comments) => owner(commentAddition, { comments: [...comments] }),
  };
}

function nothingYet(dbFile: string): ImportTarget {
  const erased = readListedErasures(dbFile);
  return {
    examine: async (comments) => ({ judgements: judgeCandidates(comments, erased), foreign: erased.foreign }),
    add: async () => ({ added: 0, existing: 0 }),
  };
}

async function openPages({ published }: Settings<"published">, io: Io, isOwn: boolean): Promise<PageAddresses> {
  const path = findPublished(published, io.cwd) ?? resolve(io.cwd, DEFAULT_PUBLISHED);
  const shown = published ?? shortenPath(path, io.cwd);
  try {
    return await openPageAddresses({ shown, path }, io.now);
  } catch (error) {
    // Our own exports name posts by their slugs.
    if (!isOwn || published !== null) throw error;
    return { find: () => null, suggest: () => null, findSlug: (slug) => slug };
  }
}

/** @param keepsSlugs whether to keep a slug if no such post is published now */
function toThreadRow(thread: CommentPlan["threads"][number], pages: PageAddresses, map: ThreadMap, keepsSlugs: boolean): ThreadRow {
  const { id, addresses, comments } = thread;
  const shown = { id, address: addresses[0] ?? id, comments };
  const said = lookUpThread(map, [...addresses, id]);
  if (said !== undefined) return { ...shown, slug: said, by: "map", suggestion: null };
  const found = pages.find(addresses);
  if (found !== null) return { ...shown, ...found, suggestion: null };
  const [slug = ""] = addresses;
  if (keepsSlugs && isSlug(slug)) return { ...shown, slug, by: "name", suggestion: null };
  return { ...shown, slug: null, by: null, suggestion: pages.suggest(addresses) };
}

/** `foreign` is the number of recorded erasures that cannot be compared with the export. */
async function takeAll(
  plan: CommentPlan,
  threads: readonly ThreadRow[],
  target: ImportTarget,
  counts: ImportCounts,
  { dryRun, signal }: Settings<"dryRun"> & Pick<Io, "signal">,
): Promise<TakenComments & { readonly foreign: number }> {
  const slugs = new Map(threads.flatMap(({ id, slug }) => (slug === null ? [] : [[id, slug] as const])));
  const unplaced = threads.reduce((sum, { slug, comments }) => (slug === null ? sum + comments : sum), 0);
  let added = 0;
  let alreadyImported = 0;
  let foreign = 0;
  const take = async (batch: readonly PlannedComment[]): Promise<void> => {
    const found = await target.examine(batch.map(toCandidate));
    foreign = found.foreign;
    const incoming = batch.flatMap((comment, index): IncomingComment[] => {
      const judgement = found.judgements[index];
      const allowed = judgement === "new" ? comment : judgement === "erased" ? withoutErased(comment, counts) : null;
      const taken = allowed === null ? null : toIncoming(allowed, slugs.get(comment.threadId) ?? "", counts);
      return taken === null ? [] : [taken];
    });
    alreadyImported += found.judgements.filter((judgement) => judgement === "known").length;
    if (incoming.length === 0 || dryRun) {
      added += incoming.length;
      return;
    }
    const done = await target.add(incoming);
    added += done.added;
    alreadyImported += done.existing;
    await pause(PAUSE_MS);
  };
  let batch: PlannedComment[] = [];
  let characters = 0;
  for await (const comment of plan.comments((threadId) => slugs.has(threadId))) {
    if (signal.aborted) return { added, existing: alreadyImported, unplaced, interrupted: true, foreign };
    batch.push(comment);
    characters += charactersOf(comment);
    if (batch.length < IMPORT_MAX && characters < BATCH_CHARACTERS) continue;
    await take(batch);
    batch = [];
    characters = 0;
  }
  await take(batch);
  return { added, existing: alreadyImported, unplaced, interrupted: false, foreign };
}

function toCandidate({ key, id, own, authorEmail, createdAt, state }: PlannedComment): ImportCandidate {
  return { key, id: own === null ? null : id, authorEmail: authorEmail === "" ? null : authorEmail, createdAt, state };
}

/**
 * Removes data that was erased here. Returns null for a comment that no other comment depends on.
 */
function withoutErased(comment: PlannedComment, counts: ImportCounts): PlannedComment | null {
  if (comment.isAnswered) {
    counts.add("changed", "erased comments that have replies: kept as placeholders without text");
    return { ...comment, state: "deleted" };
  }
  counts.add("left", "comments that were erased (octavo privacy erase)");
  return null;
}

function unknownErasuresText(count: number): string {
  return `octavo: ${plural(count, "erasure")} could not be compared with the export, because the secrets next to the database are different ones
hint: erased data may be back: erase it again with octavo privacy erase, or put back the secrets.json from that time before you import
`;
}
