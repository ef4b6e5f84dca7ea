import type { EntryBase } from "../kinds/document/entry.ts";
import { type Content, entriesOf } from "../kinds/kinds.ts";
import type { SourceFile } from "../shared/source-file.ts";

export interface ScheduleOptions {
  /** The build's clock: an instant in UTC with three decimals. */
  readonly now: string;
  /** Also publish drafts. */
  readonly drafts: boolean;
  /** Also publish documents dated after `now`. Expired ones stay hidden. */
  readonly future: boolean;
}

/** Members that decide whether a document is public. */
export type Scheduled = Pick<EntryBase, "draft" | "publishedAt" | "expiresAt"> & { readonly file?: Pick<SourceFile, "path"> | null };

/** Documents that exist but are not public. */
export interface Withheld {
  readonly drafts: number;
  /** Dated in the future. */
  readonly scheduled: number;
  readonly expired: number;
}

export interface Schedule {
  isPublished(document: Scheduled): boolean;
  /** The next instant after `now` at which a document is published or expires, or null. */
  readonly nextChange: string | null;
  readonly withheld: Withheld;
}

/** Decides which documents are public. Instants compare as text, because all have the same form. */
export function createSchedule(content: Content, { now, drafts, future }: ScheduleOptions): Schedule {
  const isLater = (instant: string | null, than: string): boolean => instant !== null && instant > than;
  const isHidden = ({ draft, publishedAt, expiresAt }: Scheduled): boolean => {
    const from = future ? null : publishedAt;
    return (draft && !drafts) || (expiresAt !== null && from !== null && expiresAt <= from);
  };
  const changesOf = ({ publishedAt, expiresAt }: Scheduled): string[] =>
    [future ? null : publishedAt, expiresAt].filter((instant) => instant !== null).filter((instant) => isLater(instant, now));
  const { about } = content;
  const isExpired = ({ expiresAt }: Scheduled): boolean => expiresAt !== null && !isLater(expiresAt, now);
  const isScheduled = ({ publishedAt }: Scheduled): boolean => !future && isLater(publishedAt, now);
  let nextChange: string | null = null;
  const withheld = { drafts: 0, scheduled: 0, expired: 0 };
  for (const documents of [entriesOf(content), about === null ? [] : [about]]) {
    for (const document of documents) {
      if (document.draft && !drafts) withheld.drafts += 1;
      else if (isExpired(document)) withheld.expired += 1;
      else if (isScheduled(document)) withheld.scheduled += 1;
      if ((document.publishedAt === null && document.expiresAt === null) || isHidden(document)) continue;
      for (const instant of changesOf(document)) if (nextChange === null || isLater(nextChange, instant)) nextChange = instant;
    }
  }
  return {
    nextChange,
    withheld,
    isPublished: (document) => !isHidden(document) && !isScheduled(document) && !isExpired(document),
  };
}
