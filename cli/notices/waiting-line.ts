import type { Store } from "../../server/store/store.ts";
import { plural } from "../build/result-text.ts";

/** After a comment came, before the line: several that come at once are one line. ms */
const PAUSE_MS = 1_000;

export interface WaitingLineOptions {
  readonly store: Store;
  readonly setTimer: (task: () => void, ms: number) => () => void;
  /** Gets a line without its end. */
  readonly tell: (line: string) => void;
}

export interface WaitingLine {
  /** The same store, whose submissions are noticed. */
  readonly store: Store;
  /** Says what waits now, if anything does. */
  show(): Promise<void>;
  stop(): void;
}

/** For whoever watches the terminal: `1 comment waits (octavo comments moderate)`, at the start and whenever one more comes. */
export function createWaitingLine({ store, setTimer, tell }: WaitingLineOptions): WaitingLine {
  let cancel: (() => void) | null = null;
  const show = async (): Promise<void> => {
    const { pending } = await store.comments.countsByState();
    if (pending > 0) tell(`${plural(pending, "comment")} ${pending === 1 ? "waits" : "wait"} (octavo comments moderate)`);
  };
  const soon = (): void => {
    cancel ??= setTimer(() => {
      cancel = null;
      // A database that cannot be read is told of elsewhere.
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
          if (result.kind === "accepted" && inquiry.state === "received") tell("1 inquiry came (octavo inquiries list)");
          return result;
        },
      },
    },
    show,
    stop: () => cancel?.(),
  };
}
