import type { CommentState, Decision, DecisionUndo, StoredComment } from "../../server/store/comment-types.ts";
import { BAN_DAYS_USUAL, type Store } from "../../server/store/store.ts";
import { plural } from "../build/result-text.ts";
import { CTRL_C, type Io, type Keys } from "../io.ts";
import type { Settings } from "../options.ts";
import { type BanUndo, ban, describeMarked, describeOthers, markOthers, takeBanBack } from "../records/ban-author.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { createCommentScreen } from "./comment-screen.ts";
import { describeResult, toDecisionUndo } from "./decide.ts";

/** A key that comes sooner after a comment was shown was meant for the one before it: a key held down must not decide unseen. ms */
const LOOK_MIN_MS = 250;
const DECISION_KEYS: Readonly<Record<string, Decision>> = { a: "approve", r: "reject", s: "spam", d: "delete" };
const PROMPT = "[a]pprove  [r]eject  [s]pam  [d]elete  [b]an  [n]ext  [u]ndo  [q]uit  [?] ";
const LAST_PROMPT = "that was the last one  [u]ndo  [q]uit ";
const HELP = `
  a  approve: it becomes public          b  spam, and ban its author for a while (asks)
  r  reject: it stays hidden             n  leave it for later
  s  spam: hidden, and kept apart        u  take back what was done last
  d  delete for good (asks)              q  stop
  space  more of a long text, then the next comment

`;

const BAN_STAYS = "the author was banned before, and is for longer now: octavo bans revoke ends that";

export interface WalkParts {
  readonly store: Store;
  readonly keys: Keys;
  readonly settings: Pick<Settings, "post" | "newest" | "days" | "note">;
  readonly io: Io;
  readonly states: readonly CommentState[];
  /** The site's time zone. */
  readonly timeZone: string;
}

/** A decision that was made. */
interface Done {
  readonly id: string;
  /** null: it was left as it is, or its author was banned. */
  readonly decision: Decided | null;
  /** A ban of its author, with what that decided. */
  readonly ban?: BanUndo;
}
interface Decided {
  readonly undo: DecisionUndo;
  /** As said of it. */
  readonly line: string;
}

type Turn = Done | "undo" | "quit";

/** Walks through the comments; returns how many were decided on. */
export async function walkThrough(parts: WalkParts): Promise<number> {
  const { store, io, keys, states, settings } = parts;
  const ask = createAsk(io, keys);
  const done: Done[] = [];
  const query = {
    states,
    ...(settings.post === null ? {} : { slug: settings.post }),
    order: settings.newest ? "newest" : "oldest",
  } as const;
  const findAfter = async (after: string | null): Promise<StoredComment | null> =>
    (await store.comments.list({ ...query, ...(after === null ? {} : { after }), limit: 1 }))[0] ?? null;

  let current = await findAfter(null);
  if (current === null) io.stdout.write(nothingThere(states, settings.post));
  while (current !== null || done.length > 0) {
    const turn: Turn = current === null ? await askAtEnd(ask) : await takeTurn(parts, ask, current, await placeOf(current));
    if (turn === "quit") break;
    if (turn === "undo") {
      const last = done.pop();
      if (last === undefined) io.stdout.write("nothing was done yet\n");
      else current = (await takeBack(parts, last)) ?? current;
      continue;
    }
    done.push(turn);
    // Found by what stands after it now, so that those that come meanwhile have their turn as well.
    current = await findAfter(turn.id);
  }
  return done.reduce((sum, { decision, ban }) => sum + (decision === null ? 0 : 1) + (ban?.decisions.length ?? 0), 0);

  async function placeOf(comment: StoredComment): Promise<string> {
    const after = await store.comments.count({ ...query, after: comment.id });
    return `${done.length + 1} of ${done.length + 1 + after}`;
  }
}

/** `no comment waits`, or `no comment on first-ice is spam or rejected`. */
function nothingThere(states: readonly CommentState[], post: string | null): string {
  const what = states.every((state) => state === "pending") ? "waits" : `is ${states.join(" or ")}`;
  return `no comment${post === null ? "" : ` on ${post}`} ${what}\n`;
}

/** So that the last decision can be taken back as well. */
async function askAtEnd(ask: Ask): Promise<"undo" | "quit"> {
  for (;;) {
    const key = await ask.key(`\n${LAST_PROMPT}`);
    if (key === "u") return "undo";
    if (key === null || isQuit(key)) return "quit";
  }
}

function isQuit(key: string): boolean {
  return key === "q" || key === CTRL_C;
}

/** Shows a comment and reads keys until it is dealt with. @param place `3 of 9` */
async function takeTurn(parts: WalkParts, ask: Ask, first: StoredComment, place: string): Promise<Turn> {
  const { store, io, timeZone } = parts;
  let comment = first;
  let screen = createCommentScreen(comment, { io, place, timeZone, prompt: PROMPT });
  const show = (): void => {
    io.stdout.write(screen.next());
    ask.shown();
  };
  show();
  for (;;) {
    const key = await ask.key(`${screen.hasMore() ? "[space] more  " : ""}${PROMPT}`);
    if (key === null || isQuit(key)) return "quit";
    const decision = DECISION_KEYS[key];
    if (key === "u") return "undo";
    if (key === " " && screen.hasMore()) show();
    else if (key === "n" || key === " ") return { id: comment.id, decision: null };
    else if (key === "b") {
      const undo = await banAfterAsking(parts, ask, comment);
      if (undo !== null) return { id: comment.id, decision: null, ban: undo };
    } else if (decision === undefined) io.stdout.write(HELP);
    else if (decision === "delete" && (await ask.key("delete for good? [y/n] ")) !== "y") io.stdout.write("kept\n");
    else {
      const result = await store.comments.decide({ id: comment.id, revision: comment.revision, decision });
      if (result.kind === "unknown") {
        io.stdout.write("it is gone\n");
        return { id: comment.id, decision: null };
      }
      const line = describeResult(result, decision);
      io.stdout.write(`${line}\n`);
      comment = result.comment;
      if (result.kind === "decided") return { id: comment.id, decision: { undo: toDecisionUndo(result), line } };
      if (result.kind === "unchanged") return { id: comment.id, decision: null };
      if (result.kind === "revision-conflict") {
        screen = createCommentScreen(comment, { io, place, timeZone, prompt: PROMPT });
        show();
      }
    }
  }
}

/** Bans the author, marks the comment as spam and offers the same for the author's others; null: nobody was banned. */
async function banAfterAsking({ store, io, settings }: WalkParts, ask: Ask, comment: StoredComment): Promise<BanUndo | null> {
  const who = toSafeLine(comment.authorName ?? "the author");
  const question = `spam, and ban ${who} for ${settings.days ?? BAN_DAYS_USUAL} days? [y/n] `;
  if ((await ask.key(question)) !== "y") {
    io.stdout.write("not banned\n");
    return null;
  }
  const banned = await ban(store, comment.id, settings);
  io.stdout.write(`${banned?.text ?? "it is gone"}\n`);
  if (banned === null || banned.bans.length === 0) return null;
  if (banned.line !== null) io.stdout.write(`${banned.line}\n`);
  if (banned.others === 0 || (await ask.key(`${describeOthers(banned.others)}: mark as spam too? [y/n] `)) !== "y") return banned.undo;
  const others = await markOthers(store, comment.id);
  io.stdout.write(`${describeMarked(others.length)}\n`);
  return { ...banned.undo, decisions: [...banned.undo.decisions, ...others] };
}

/** Returns the comment to show again; null: the one that is shown. */
async function takeBack({ store, io }: WalkParts, { id, decision, ban }: Done): Promise<StoredComment | null> {
  if (ban !== undefined) {
    const changed = await takeBanBack(store, ban);
    io.stdout.write(`${ban.isWhole ? "the ban is taken back" : BAN_STAYS}\n`);
    if (changed > 0) io.stdout.write(`${plural(changed, "comment")} changed since, and ${changed === 1 ? "stays" : "stay"} as it is\n`);
  }
  if (decision === null) return findShown(store, id);
  if (decision.undo.after.state === "deleted") {
    io.stdout.write("it was deleted for good: that cannot be taken back\n");
    return null;
  }
  const result = await store.comments.undo(decision.undo);
  io.stdout.write(result.kind === "undone" ? `taken back: ${decision.line}\n` : "not taken back: it has changed since\n");
  return result.kind === "unknown" || result.comment.state === "deleted" ? null : result.comment;
}

async function findShown({ comments }: Store, id: string): Promise<StoredComment | null> {
  const comment = await comments.get(id);
  return comment === null || comment.state === "deleted" ? null : comment;
}

interface Ask {
  /** Something was shown that a key may be meant for. */
  shown(): void;
  /** Asks for a key and echoes it. */
  key(question: string): Promise<string | null>;
}

function createAsk({ stdout, now }: Pick<Io, "stdout" | "now">, keys: Keys): Ask {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    shown: () => {
      shownAt = now();
    },
    async key(question) {
      stdout.write(question);
      let key = await keys.next();
      while (key !== null && key !== CTRL_C && key !== "q" && now() - shownAt < LOOK_MIN_MS) key = await keys.next();
      const lower = key === null ? null : key.toLowerCase();
      stdout.write(`${lower === null || lower <= " " ? "" : lower}\n`);
      return lower;
    },
  };
}
