import { compareText } from "./diagnostics.ts";
import type { Content, Entry } from "./entries.ts";

export interface ScheduleOptions {
  /** The build's clock: an instant in UTC with three decimals. */
  readonly now: string;
  /** Also publish drafts. */
  readonly drafts: boolean;
  /** Also publish what is dated after `now`. */
  readonly future: boolean;
}

export interface Schedule {
  isPublished(entry: Entry): boolean;
  /** The next instant after `now` at which something becomes public, or null. */
  readonly nextPublication: string | null;
}

/** Decides what is public. Instants compare as text: all have the same form. */
export function createSchedule(content: Content, options: ScheduleOptions): Schedule {
  const waits = (entry: Entry): boolean => instantOf(entry) !== null && compareText(instantOf(entry) ?? "", options.now) > 0;
  const hidden = (entry: Entry): boolean => entry.draft && !options.drafts;
  let next: string | null = null;
  for (const entry of [...content.posts, ...content.photos]) {
    const instant = instantOf(entry);
    if (instant === null || options.future || hidden(entry) || !waits(entry)) continue;
    if (next === null || compareText(instant, next) < 0) next = instant;
  }
  return { isPublished: (entry) => !hidden(entry) && (options.future || !waits(entry)), nextPublication: next };
}

function instantOf(entry: Entry): string | null {
  return entry.kind === "posts" || entry.kind === "photos" ? entry.publishedAt : null;
}
