import type { CommentState, Decision, StoredComment } from "../../server/store/comment-types.ts";
import { BAN_DAYS_USUAL, type Store } from "../../server/store/store.ts";
import { CTRL_C, type Io, type Keys } from "../io.ts";
import type { Settings } from "../options.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { createCommentScreen } from "./comment-screen.ts";
import { describeResult } from "./decide.ts";
import { type Banned, ban } from "./list-comments.ts";

/** A key that comes sooner after a comment was shown was meant for the one before it: a key held down must not decide unseen. ms */
const LOOK_MIN_MS = 250;
const DECISION_KEYS: Readonly<Record<string, Decision>> = { a: "approve", r: "reject", s: "spam", d: "delete" };
const PROMPT = "[a]pprove  [r]eject  [s]pam  [d]elete  [b]an  [n]ext  [u]ndo  [q]uit  [?] ";
const LAST_PROMPT = "that was the last one  [u]ndo  [q]uit ";
const HELP = `
  a  approve: it becomes public          b  ban its author for a while (asks)
  r  reject: it stays hidden             n  leave it for later
  s  spam: hidden, and kept apart        u  take back what was done last
  d  delete for good (asks)              q  stop
  space  more of a long text, then the next comment

`;

export interface WalkParts {
  readonly store: Store;
  readonly keys: Keys;
  readonly settings: Pick<Settings, "post" | "newest" | "days" | "note">;
  readonly io: Io;
  readonly states: readonly CommentState[];
  /** Of the site. */
  readonly timeZone: string;
}

/** What was done: with a comment that was passed (null: it was left), or a ban of its author. */
type Done =
  | { readonly kind: "passed"; readonly id: string; readonly decision: Decided | null }
  | { readonly kind: "banned"; readonly banned: Banned };
interface Decided {
  readonly before: StoredComment;
  readonly after: StoredComment;
  /** As said of it. */
  readonly line: string;
}

type Turn = Extract<Done, { kind: "passed" }> | "undo" | "quit";

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
    const turn: Turn =
      current === null
        ? await askAtEnd(ask)
        : await takeTurn(parts, ask, current, {
            place: await placeOf(current),
            onBan: (banned) => done.push({ kind: "banned", banned }),
          });
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
  return done.filter((each) => each.kind === "passed" && each.decision !== null).length;

  async function placeOf(comment: StoredComment): Promise<string> {
    const before = done.filter(({ kind }) => kind === "passed").length;
    const after = await store.comments.count({ ...query, after: comment.id });
    return `${before + 1} of ${before + 1 + after}`;
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

interface TurnOptions {
  /** `3 of 9`. */
  readonly place: string;
  readonly onBan: (banned: Banned) => void;
}

/** Shows a comment and reads keys until it is dealt with. */
async function takeTurn(parts: WalkParts, ask: Ask, first: StoredComment, { place, onBan }: TurnOptions): Promise<Turn> {
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
    else if (key === "n" || key === " ") return { kind: "passed", id: comment.id, decision: null };
    else if (key === "b") {
      const banned = await banAfterAsking(parts, ask, comment);
      if (banned !== null) onBan(banned);
    } else if (decision === undefined) io.stdout.write(HELP);
    else if (decision === "delete" && (await ask.key("delete for good? [y/n] ")) !== "y") io.stdout.write("kept\n");
    else {
      const result = await store.comments.decide({ id: comment.id, revision: comment.revision, decision });
      if (result.kind === "unknown") {
        io.stdout.write("it is gone\n");
        return { kind: "passed", id: comment.id, decision: null };
      }
      const line = describeResult(result, decision);
      io.stdout.write(`${line}\n`);
      comment = result.comment;
      if (result.kind === "decided") return { kind: "passed", id: comment.id, decision: { before: result.before, after: comment, line } };
      if (result.kind === "unchanged") return { kind: "passed", id: comment.id, decision: null };
      if (result.kind === "revision-conflict") {
        screen = createCommentScreen(comment, { io, place, timeZone, prompt: PROMPT });
        show();
      }
    }
  }
}

/** null: nobody was banned. */
async function banAfterAsking({ store, io, settings }: WalkParts, ask: Ask, comment: StoredComment): Promise<Banned | null> {
  const who = toSafeLine(comment.authorName ?? "the author");
  const question = `ban ${who} for ${settings.days ?? BAN_DAYS_USUAL} days? [y/n] `;
  if ((await ask.key(question)) !== "y") {
    io.stdout.write("not banned\n");
    return null;
  }
  const banned = await ban(store, comment.id, settings);
  io.stdout.write(`${banned?.text ?? "it is gone"}\n`);
  return banned !== null && banned.bans.length > 0 ? banned : null;
}

/** Returns the comment to show again; null: the one that is shown. */
async function takeBack({ store, io }: WalkParts, last: Done): Promise<StoredComment | null> {
  if (last.kind === "banned") {
    for (const id of last.banned.made) await store.bans.revoke(id);
    const isWhole = last.banned.made.length === last.banned.bans.length;
    io.stdout.write(isWhole ? "the ban is taken back\n" : "it was banned before, and is for longer now: octavo bans revoke ends that\n");
    return null;
  }
  const { id, decision } = last;
  if (decision === null) return findShown(store, id);
  if (decision.after.state === "deleted") {
    io.stdout.write("it was deleted for good: that cannot be taken back\n");
    return null;
  }
  const result = await store.comments.undo({ id, before: decision.before, after: decision.after });
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
