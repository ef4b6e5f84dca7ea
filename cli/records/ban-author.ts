import { toDayIn } from "../../server/days.ts";
import { readTimeZone } from "../../server/known-site.ts";
import type { DecisionUndo } from "../../server/store/comment-types.ts";
import type { Store } from "../../server/store/store.ts";
import { plural } from "../build/result-text.ts";
import { describeResult, toDecisionUndo } from "../comments/decide.ts";
import { unknownComment } from "../comments/list-comments.ts";
import { EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options.ts";
import { withStore } from "../serve/store-access.ts";
import { completeId } from "./complete-ids.ts";

/** Comments that are read at once. */
const BATCH = 100;

export interface Banned {
  readonly bans: readonly { readonly id: number; readonly kind: string; readonly expiresAt: string }[];
  /** `banned by email (ban 1) until 2026-06-08`, or why nobody was. */
  readonly text: string;
  /** What became of the comment; null: it was neither pending nor approved. */
  readonly line: string | null;
  /** Pending comments by the same e-mail or address. */
  readonly others: number;
  readonly undo: BanUndo;
}

/** What takes a ban back. */
export interface BanUndo {
  /** False: a ban was in force before and lasts longer now, which stays. */
  readonly isWhole: boolean;
  /** Ids of the bans that were not in force before. */
  readonly bans: readonly number[];
  readonly decisions: readonly DecisionUndo[];
}

/** Bans the author by what is known of them, and marks the comment as spam; null: there is no such comment. */
export async function ban(store: Store, commentId: string, { days, note }: Pick<Settings, "days" | "note">): Promise<Banned | null> {
  const found = await store.bans.banAuthor({ commentId, note, ...(days === null ? {} : { days }) });
  if (found === null) return null;
  const [first] = found.bans;
  if (first === undefined) {
    const text = "nothing is known of its author any more: after 30 days e-mail and address are forgotten. Nobody is banned";
    return { bans: [], text, line: null, others: 0, undo: { isWhole: true, bans: [], decisions: [] } };
  }
  const { added, decided } = found;
  const timeZone = await readTimeZone(store);
  const what = found.bans.map(({ id, kind }) => `${kind} (ban ${id})`).join(" and ");
  return {
    bans: found.bans.map(({ id, kind, expiresAt }) => ({ id, kind, expiresAt: new Date(expiresAt).toISOString() })),
    text: `banned by ${what} until ${toDayIn(first.expiresAt, timeZone)}`,
    line: decided === null ? null : describeResult({ kind: "decided", ...decided }, "spam"),
    others: await countOthers(store, commentId),
    undo: { isWhole: added.length === found.bans.length, bans: added, decisions: decided === null ? [] : [toDecisionUndo(decided)] },
  };
}

/** Pending comments by the same e-mail or address. */
export function countOthers({ comments }: Pick<Store, "comments">, commentId: string): Promise<number> {
  return comments.count({ states: ["pending"], sameAuthorAs: commentId });
}

/** Marks them as spam. */
export async function markOthers({ comments }: Pick<Store, "comments">, commentId: string): Promise<DecisionUndo[]> {
  const undos: DecisionUndo[] = [];
  for (let after: string | undefined; ; ) {
    const list = { states: ["pending"] as const, sameAuthorAs: commentId, limit: BATCH };
    const found = await comments.list({ ...list, ...(after === undefined ? {} : { after }) });
    const results = await Promise.all(found.map(({ id, revision }) => comments.decide({ id, revision, decision: "spam" })));
    for (const result of results) if (result.kind === "decided") undos.push(toDecisionUndo(result));
    if (found.length < BATCH) return undos;
    after = found.at(-1)?.id;
  }
}

/** Revokes the bans and makes the comments again what they were. @returns how many of them have changed since, and stay */
export async function takeBanBack({ bans, comments }: Pick<Store, "bans" | "comments">, undo: BanUndo): Promise<number> {
  for (const id of undo.bans) await bans.revoke(id);
  const results = await Promise.all(undo.decisions.map((decision) => comments.undo(decision)));
  return results.filter(({ kind }) => kind !== "undone").length;
}

/** `octavo comments ban <id>`. */
export function banAuthor(settings: Settings, io: Io, words: readonly string[]): Promise<number> {
  const [word = ""] = words;
  return withStore(settings, io, async (store) => {
    const id = await completeId(store.comments, word.replace(/@.*$/, ""));
    const banned = await ban(store, id, settings);
    if (banned === null) throw unknownComment(word);
    const isBanned = banned.bans.length > 0;
    if (settings.json) {
      const marked = isBanned && settings.others ? (await markOthers(store, id)).length : 0;
      const state = (await store.comments.get(id))?.state ?? null;
      io.stdout.write(`${JSON.stringify({ bans: banned.bans, state, others: { pending: banned.others - marked, marked } }, null, 2)}\n`);
    } else {
      io.stdout.write(`${banned.text}${isBanned ? "; octavo bans revoke takes it back" : ""}\n`);
      if (banned.line !== null) io.stdout.write(`${banned.line}\n`);
      if (banned.others > 0) await offerOthers(store, id, { others: banned.others, settings, io });
    }
    return isBanned ? EXIT_OK : EXIT_FAILED;
  });
}

interface Offer {
  readonly others: number;
  readonly settings: Settings;
  readonly io: Io;
}

async function offerOthers(store: Store, id: string, { others, settings, io }: Offer): Promise<void> {
  const keys = settings.others ? null : (io.openKeys?.() ?? null);
  if (!settings.others && keys === null) {
    io.stderr.write(`${describeOthers(others)}\nhint: octavo comments ban ${id} --others marks them as spam too\n`);
    return;
  }
  try {
    if (keys !== null) io.stdout.write(`${describeOthers(others)}: mark as spam too? [y/n] `);
    const isWanted = keys === null || (await keys.next())?.toLowerCase() === "y";
    if (keys !== null) io.stdout.write(`${isWanted ? "y" : "n"}\n`);
    if (isWanted) io.stdout.write(`${describeMarked((await markOthers(store, id)).length)}\n`);
  } finally {
    keys?.close();
  }
}

/** `2 more pending comments have the same e-mail or address`. */
export function describeOthers(count: number): string {
  return `${plural(count, "more pending comment")} ${count === 1 ? "has" : "have"} the same e-mail or address`;
}

export function describeMarked(count: number): string {
  return `marked as spam: ${plural(count, "more comment")}`;
}
