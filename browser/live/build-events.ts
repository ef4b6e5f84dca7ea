/** Sent by `/_octavo/events` after each build. */
export interface BuildNews {
  readonly ok: boolean;
  readonly problems: readonly BuildProblem[];
  /** Paths of pages that the public does not see yet: drafts and posts with a future date. */
  readonly previews: Readonly<Record<string, "draft" | "scheduled">>;
}

/** A mistake or a warning. */
export interface BuildProblem {
  readonly severity: "error" | "warning";
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly remedy: string | null;
  /** Path of the page made from the file; null if unknown. */
  readonly page: string | null;
}

export const EVENTS_PATH = "/_octavo/events";

/** A request to this path opens a file in the author's editor. */
export const OPEN_PATH = "/_octavo/open";

/** The script that listens to the events. */
export const LIVE_SCRIPT_PATH = "/_octavo/live.js";
/** `data-state` of the page that replaces all others before the first successful build. */
export const NOT_BUILT = "not-built";
