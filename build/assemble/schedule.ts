import type { EntryBase } from "../kinds/document/entry.ts";
import { type Content, entriesOf } from "../kinds/kinds.ts";
import type { SourceFile } from "../shared/source-file.ts";

export interface ScheduleOptions {
  /** The build's clock: an instant in UTC with three decimals. */
  readonly now: string;
  /** Whether to publish drafts as well. */
  readonly drafts: boolean;
  /** Whether to publish documents dated after `now` as well. Expired ones stay hidden. */
  readonly future: boolean;
  /** Whether drafts shared by link have pages. Default: false. */
  readonly hasPreviews?: boolean;
}

/** Members that decide whether a document is public. */
export type Scheduled = Pick<EntryBase, "draft" | "publishedAt" | "expiresAt"> & {
  readonly file?: Pick<SourceFile, "path"> | null;
  /** Secret word of a draft that is shared by link. */
  readonly preview?: string | null;
};

/** Documents that exist but are not public. */
export interface Withheld {
  readonly drafts: number;
  /** Dated in the future. */
  readonly scheduled: number;
  readonly expired: number;
}

export interface Schedule {
  isPublished(document: Scheduled): boolean;
  /**
   * Whether a document is a draft that is shared by link: it is not published yet, and its author
   * gave it a secret word.
   */
  isPreviewed(document: Scheduled): boolean;
  /** The next instant after `now` at which a document is published or expires, or null. */
  readonly nextChange: string | null;
  readonly withheld: Withheld;
}

/**
 * Decides which documents are public. Instants are compared as text, because all have the same
 * form.
 */
export function createSchedule(content: Content, { now, drafts, future, hasPreviews = false }: ScheduleOptions): Schedule {
  const isLater = (instant: string | null, than: string): boolean => instant !== null && instant > than;
  const isHidden = ({ draft, publishedAt, expiresAt }: Scheduled): boolean => {
    const from = future ? null : publishedAt;
    return (draft && !drafts) || (expiresAt !== null && from !== null && expiresAt <= from);
  };
  const { about } = content;
  const isExpired = ({ expiresAt }: Scheduled): boolean => expiresAt !== null && !isLater(expiresAt, now);
  const isScheduled = ({ publishedAt }: Scheduled): boolean => !future && isLater(publishedAt, now);
  // --drafts and --future do not change the address that an author shared.
  const isPreviewed = (document: Scheduled): boolean =>
    hasPreviews && (document.preview ?? null) !== null && (document.draft || isLater(document.publishedAt, now)) && !isExpired(document);
  const changesOf = (document: Scheduled): string[] => {
    const { draft, publishedAt, expiresAt } = document;
    const endsPreview = isPreviewed(document) && !draft;
    const isAwaited = endsPreview || !(future || (draft && !drafts));
    return [isAwaited ? publishedAt : null, expiresAt].filter((instant) => instant !== null).filter((instant) => isLater(instant, now));
  };
  let nextChange: string | null = null;
  const withheld = { drafts: 0, scheduled: 0, expired: 0 };
  for (const documents of [entriesOf(content), about === null ? [] : [about]]) {
    for (const document of documents) {
      if (document.draft && !drafts) withheld.drafts += 1;
      else if (isExpired(document)) withheld.expired += 1;
      else if (isScheduled(document)) withheld.scheduled += 1;
      if (document.publishedAt === null && document.expiresAt === null) continue;
      if (isHidden(document) && !isPreviewed(document)) continue;
      for (const instant of changesOf(document)) if (nextChange === null || isLater(nextChange, instant)) nextChange = instant;
    }
  }
  return {
    nextChange,
    withheld,
    isPreviewed,
    isPublished: (document) => !isHidden(document) && !isScheduled(document) && !isExpired(document),
  };
}
