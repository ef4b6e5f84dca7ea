import type { CommentState, Decision, StoredComment } from "../../server/store/comment-types.ts";
import type { Store } from "../../server/store/store.ts";
import { CTRL_C, EXIT_OK, type Io, type Keys, usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { withStore } from "../serve/store-access.ts";
import { widthOfOutput } from "../text/output.ts";
import { formatComment } from "./comment-text.ts";
import { describeResult } from "./decide.ts";
import { ban, toStates } from "./list-comments.ts";

/** A key that comes sooner after a comment was shown was meant for the one before it: a key held down must not decide unseen. ms */
const LOOK_MIN_MS = 250;
const DECISION_KEYS: Readonly<Record<string, Decision>> = { a: "approve", r: "reject", s: "spam", d: "delete" };
const PROMPT = "[a]pprove  [r]eject  [s]pam  [d]elete  [b]an  [n]ext  [u]ndo  [q]uit  [?] ";
const HELP = `
  a  approve: it becomes public          b  ban its author for a while (then decide)
  r  reject: it stays hidden             n  leave it for later
  s  spam: hidden, and kept apart        u  back to the one before, to decide otherwise
  d  delete for good (asks)              q  stop

`;

/** `octavo comments moderate`: one comment after the other, a key each. */
export async function moderate(settings: Settings, io: Io): Promise<number> {
  const states = toStates(settings.state);
  if (states.includes("deleted"))
    throw usageError("deleted comments cannot be decided on", "want --state pending, spam, rejected or approved");
  return withStore(settings, io, async (store) => {
    const keys = io.openKeys?.() ?? null;
    if (keys === null)
      throw usageError("moderate needs a terminal to read keys from", "octavo comments list, approve, reject and spam work without one");
    try {
      const walk = createWalk({ store, keys, settings, io, states });
      const decided = await walk();
      io.stdout.write(`${decided === 0 ? "nothing decided" : `${decided} decided`}; ${await waiting(store, states)}\n`);
      return EXIT_OK;
    } finally {
      keys.close();
    }
  });
}

async function waiting({ comments }: Store, states: readonly CommentState[]): Promise<string> {
  const tally = await comments.tally();
  return states.map((state) => `${tally[state]} ${state}`).join(", ");
}

/** `no comment waits`, or `no comment on first-ice is spam or rejected`. */
function nothingThere(states: readonly CommentState[], post: string | null): string {
  const what = states.every((state) => state === "pending") ? "waits" : `is ${states.join(" or ")}`;
  return `no comment${post === null ? "" : ` on ${post}`} ${what}\n`;
}

interface WalkParts {
  readonly store: Store;
  readonly keys: Keys;
  readonly settings: Settings;
  readonly io: Io;
  readonly states: readonly CommentState[];
}

type Step = "next" | "back" | "quit";

/** Returns how many comments were decided. */
function createWalk(parts: WalkParts): () => Promise<number> {
  const { store, io, states, settings } = parts;
  const { post, newest } = settings;
  const passed: string[] = [];
  const decided = new Set<string>();

  const findAfter = async (after: string | undefined): Promise<StoredComment | null> => {
    const [found = null] = await store.comments.list({
      states,
      ...(post === null ? {} : { slug: post }),
      ...(after === undefined ? {} : { after }),
      order: newest ? "newest" : "oldest",
      limit: 1,
    });
    return found;
  };

  return async () => {
    let current = await findAfter(undefined);
    if (current === null) io.stdout.write(nothingThere(states, post));
    while (current !== null) {
      io.stdout.write(`\n${"─".repeat(Math.min(60, widthOfOutput(io) ?? 60))}\n`);
      const step = await decideOne(parts, current, { hasBefore: passed.length > 0, onDecided: (id) => decided.add(id) });
      if (step === "quit") break;
      if (step === "back") {
        const before = passed.pop();
        current = before === undefined ? current : await store.comments.get(before);
        continue;
      }
      passed.push(current.id);
      // Found by what stands after it now, so that those that come meanwhile have their turn as well.
      current = await findAfter(current.id);
      if (current === null) io.stdout.write("\nthat was the last one\n");
    }
    return decided.size;
  };
}

interface TurnOptions {
  readonly hasBefore: boolean;
  onDecided(id: string): void;
}

/** Shows a comment and reads keys until it is dealt with. */
async function decideOne(parts: WalkParts, first: StoredComment, { hasBefore, onDecided }: TurnOptions): Promise<Step> {
  const { store, io, keys } = parts;
  let comment = first;
  const ask = createAsk(io, keys);
  const show = (): void => {
    io.stdout.write(`${formatComment(comment, widthOfOutput(io))}\n`);
    ask.shown();
  };
  show();
  for (;;) {
    const key = await ask.key(PROMPT);
    if (key === null || key === "q" || key === CTRL_C) return "quit";
    if (key === "n" || key === " ") return "next";
    const decision = DECISION_KEYS[key];
    if (key === "u" && hasBefore) return "back";
    if (key === "u") io.stdout.write("this is the first one\n");
    else if (key === "b") io.stdout.write(`${(await ban(store, comment.id, parts.settings))?.text ?? "it is gone"}\n`);
    else if (decision === undefined) io.stdout.write(HELP);
    else if (decision === "delete" && (await ask.key("delete for good? [y/n] ")) !== "y") io.stdout.write("kept\n");
    else {
      const result = await store.comments.decide({ id: comment.id, revision: comment.revision, decision });
      if (result.kind === "unknown") {
        io.stdout.write("it is gone\n");
        return "next";
      }
      io.stdout.write(`${describeResult(result, decision)}\n`);
      comment = result.comment;
      if (result.kind === "decided") onDecided(comment.id);
      if (result.kind === "decided" || result.kind === "unchanged") return "next";
      if (result.kind === "revision-conflict") show();
    }
  }
}

/** Asks for a key and echoes it. */
function createAsk(
  { stdout, now }: Pick<Io, "stdout" | "now">,
  keys: Keys,
): { shown(): void; key(question: string): Promise<string | null> } {
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
      stdout.write(`${lower === null || lower < " " ? "" : lower}\n`);
      return lower;
    },
  };
}
