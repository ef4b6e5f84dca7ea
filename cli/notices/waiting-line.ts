import type { Store } from "../../server/store/store.ts";
import { plural } from "../build/result-text.ts";

/**
 * Delay after a comment before the line is shown, in ms, so that comments that arrive together
 * produce one line.
 */
const PAUSE_MS = 1_000;

/** Tells the person at the terminal how much is waiting, and the command that shows it. */
export type TellWaiting = (what: string, command: string) => void;

export interface WaitingLineOptions {
  readonly store: Store;
  readonly setTimer: (task: () => void, ms: number) => () => void;
  readonly tell: TellWaiting;
}

export interface WaitingLine {
  /** The same store, with submissions observed. */
  readonly store: Store;
  /** Shows how much is waiting now, if anything is. */
  show(): Promise<void>;
  stop(): void;
}

/**
 * Shows lines such as `1 comment is waiting (octavo comments moderate)` at the terminal, at the
 * start and whenever a comment arrives.
 */
export function createWaitingLine({ store, setTimer, tell }: WaitingLineOptions): WaitingLine {
  let cancel: (() => void) | null = null;
  const show = async (): Promise<void> => {
    const { pending } = await store.comments.countsByState();
    if (pending > 0) tell(`${plural(pending, "comment")} ${pending === 1 ? "is" : "are"} waiting`, "comments moderate");
  };
  const soon = (): void => {
    cancel ??= setTimer(() => {
      cancel = null;
      // An unreadable database is reported elsewhere.
      show().catch(() => {});
    }, PAUSE_MS);
  };
  return {
    store: {
      ...store,
      comments: {
        ...store.comments,
        submit: async (comment) => {
          const result = await store.comments.submit(comment);
          if (result.kind === "accepted" && result.state === "pending") soon();
          return result;
        },
      },
      inquiries: {
        ...store.inquiries,
        submit: async (inquiry) => {
          const result = await store.inquiries.submit(inquiry);
          if (result.kind === "accepted" && inquiry.state === "received") tell("1 inquiry has arrived", "inquiries list");
          return result;
        },
      },
    },
    show,
    stop: () => cancel?.(),
  };
}
