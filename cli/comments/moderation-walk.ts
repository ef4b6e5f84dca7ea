import { toSafeLine } from "../../contract/text/safe-text.ts";
import { banAuthor } from "../../server/owner/ban-author.ts";
import { decideOne, undoModeration } from "../../server/owner/comment-decisions.ts";
import { inspectComment, listQueue } from "../../server/owner/comment-queue.ts";
import type { ModerationUndo } from "../../server/owner/moderation-schemas.ts";
import { describeBan, describeOthers, describeOutcome, describeUndo, NOTHING_KNOWN } from "../../server/owner/moderation-text.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import type { CommentState, Decision, StoredComment } from "../../server/store/comment-types.ts";
import { BAN_DAYS_USUAL } from "../../server/store/store.ts";
import { CTRL_C, type Io, type Keys } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { createCommentScreen } from "./comment-screen.ts";

/**
 * Minimum time before a key counts for the comment on screen, in ms. An earlier key was meant for
 * the previous comment: a held-down key must not decide on unseen comments.
 */
const LOOK_MIN_MS = 250;
const DECISION_KEYS: Readonly<Record<string, Decision>> = { a: "approve", r: "reject", s: "spam", d: "delete" };
const PROMPT = "[a]pprove  [r]eject  [s]pam  [d]elete  [b]an  [n]ext  [u]ndo  [q]uit  [?] ";
const LAST_PROMPT = "that was the last one  [u]ndo  [q]uit ";
const HELP = `
  a  approve: it becomes public          b  spam, and ban its author for a while (asks)
  r  reject: it stays hidden             n  leave it for later
  s  spam: hidden, listed separately     u  undo the last step
  d  delete permanently (asks)           q  stop
  space  more of a long text, then the next comment

`;

export interface WalkParts {
  readonly owner: Owner;
  readonly keys: Keys;
  readonly settings: Settings<"post" | "newest" | "days" | "note">;
  readonly io: Io;
  readonly states: CommentState[];
  /** The site's time zone. */
  readonly timeZone: string;
}

/** A comment that has been handled. */
interface Done {
  readonly id: string;
  /** null if no decision was made. */
  readonly undo: ModerationUndo | null;
  /** Description of the step. */
  readonly line: string;
}

type Turn = Done | "undo" | "quit";

/** Walks through the comments and returns how many were decided. */
export async function walkThrough(parts: WalkParts): Promise<number> {
  const { owner, io, keys, states, settings } = parts;
  const ask = createAsk(io, keys);
  const done: Done[] = [];
  const order: "newest" | "oldest" = settings.newest ? "newest" : "oldest";
  const query = { states, post: settings.post, order, limit: 1 };
  const findAfter = async (after: string | null): Promise<StoredComment | null> =>
    (await owner(listQueue, { ...query, after })).items[0] ?? null;

  let current = await findAfter(null);
  if (current === null) io.stdout.write(nothingThere(states, settings.post));
  while (current !== null || done.length > 0) {
    const turn: Turn = current === null ? await askAtEnd(ask) : await takeTurn(parts, ask, current, await placeOf(current));
    if (turn === "quit") break;
    if (turn === "undo") {
      const last = done.pop();
      if (last === undefined) io.stdout.write("nothing has been done yet\n");
      else current = (await takeBack(parts, last)) ?? current;
      continue;
    }
    done.push(turn);
    // Reads the next comment from the database, so that new ones are included.
    current = await findAfter(turn.id);
  }
  return done.reduce((sum, { undo }) => sum + (undo?.decisions.length ?? 0), 0);

  async function placeOf(comment: StoredComment): Promise<string> {
    const { remaining } = await owner(listQueue, { ...query, after: comment.id });
    return `${done.length + 1} of ${done.length + 1 + remaining}`;
  }
}

/** Formats `no comment is waiting`, or `no comment on first-ice is spam or rejected`. */
function nothingThere(states: readonly CommentState[], post: string | null): string {
  const what = states.every((state) => state === "pending") ? "is waiting" : `is ${states.join(" or ")}`;
  return `no comment${post === null ? "" : ` on ${post}`} ${what}\n`;
}

/** Asks once more at the end, so that the last decision can be undone as well. */
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

/**
 * Shows a comment and reads keys until it has been handled.
 * @param place `3 of 9`
 */
async function takeTurn(parts: WalkParts, ask: Ask, first: StoredComment, place: string): Promise<Turn> {
  const { owner, io, timeZone } = parts;
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
    else if (key === "n" || key === " ") return leave(comment);
    else if (key === "b") {
      const banned = await banAfterAsking(parts, ask, comment);
      if (banned !== null) return banned;
    } else if (decision === undefined) io.stdout.write(HELP);
    else if (decision === "delete" && (await ask.key("delete for good? [y/n] ")) !== "y") io.stdout.write("kept\n");
    else {
      const outcome = await decideOne(owner, decision, comment);
      const line = describeOutcome(outcome, decision);
      io.stdout.write(`${line}\n`);
      if (outcome.kind === "decided") return { id: comment.id, undo: outcome.undo, line };
      if (outcome.kind === "unchanged" || outcome.kind === "unknown") return leave(comment);
      comment = outcome.comment;
      if (outcome.kind === "revision-conflict") {
        screen = createCommentScreen(comment, { io, place, timeZone, prompt: PROMPT });
        show();
      }
    }
  }
}

function leave({ id }: StoredComment): Done {
  return { id, undo: null, line: "" };
}

/**
 * Bans the author, marks the comment as spam and offers the same for the author's other comments.
 * Returns null if nobody was banned.
 */
async function banAfterAsking(
  { owner, io, settings, timeZone }: WalkParts,
  ask: Ask,
  { id, authorName }: StoredComment,
): Promise<Done | null> {
  const { days, note } = settings;
  const question = `mark as spam, and ban ${toSafeLine(authorName ?? "the author")} for ${days ?? BAN_DAYS_USUAL} days? [y/n] `;
  if ((await ask.key(question)) !== "y") {
    io.stdout.write("not banned\n");
    return null;
  }
  const count = (await owner(inspectComment, { id }))?.others ?? 0;
  const others = count > 0 && (await ask.key(`${describeOthers(count)}: mark as spam too? [y/n] `)) === "y";
  const outcome = await owner(banAuthor, { id, days, note, others });
  const lines: readonly string[] =
    outcome.kind === "banned" ? describeBan(outcome, timeZone) : [outcome.kind === "unknown" ? "the comment is gone" : NOTHING_KNOWN];
  io.stdout.write(lines.map((line) => `${line}\n`).join(""));
  return outcome.kind === "banned" ? { id, undo: outcome.undo, line: lines[0] ?? "" } : null;
}

/** Undoes a step. Returns the comment to show again, or null for the current one. */
async function takeBack({ owner, io }: WalkParts, { id, undo, line }: Done): Promise<StoredComment | null> {
  if (undo === null) {
    const { comment = null } = (await owner(inspectComment, { id })) ?? {};
    return comment?.state === "deleted" ? null : comment;
  }
  const outcome = await owner(undoModeration, undo);
  io.stdout.write(`${describeUndo(undo, outcome, line).text}\n`);
  return outcome.comment;
}

interface Ask {
  /** Records when something was shown that a key may answer. */
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
