/**
 * How long visitors' data is kept, in days. Null keeps it until somebody deletes it; 0 deletes it
 * in the next run.
 */
export interface Retention {
  /** Comments, counted from their rejection. */
  readonly rejected: number | null;
  /** Spam, counted from when a comment was marked, or an inquiry arrived. */
  readonly spam: number | null;
  /** Email addresses of comments, counted from the submission. */
  readonly emails: number | null;
  /** Raw engagement events. Their figures stay. */
  readonly events: number | null;
  /** Inquiries in any state, counted from their arrival. */
  readonly inquiries: number | null;
}

export const DEFAULT_RETENTION: Retention = { rejected: 30, spam: 30, emails: 365, events: 90, inquiries: null };

/** Selects a person's data: everything from an email address, or one comment. */
export type PersonQuery =
  | {
      /** Compared without regard to case and surrounding spaces. */
      readonly email: string;
      /** Its keyed hash, as in bans; null if there are no secrets to compute it. */
      readonly emailHash: Uint8Array | null;
    }
  | { readonly commentId: string };

/**
 * Whose comments and inquiries were erased, and until when; later ones are kept. Each function
 * returns milliseconds since 1970, or null.
 */
export interface ErasedSubjects {
  email(email: string): number | null;
  comment(id: string): number | null;
  /** By the hashes used for bans. */
  readonly emailHashes: readonly ErasedEmailHash[];
}

/**
 * An erasure that a database has applied. A digest identifies its entry in the list of erasures
 * (privacy/erasure-record.ts).
 */
export interface AppliedErasure {
  /** 32 bytes. */
  readonly entry: Uint8Array;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The people to erase again, and the erasures to record. */
export interface ErasureReplay {
  readonly subjects: ErasedSubjects;
  readonly erasures: readonly AppliedErasure[];
}

/** The keyed hash of an erased email address, as in bans. */
export interface ErasedEmailHash {
  readonly hash: Uint8Array;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The result of an erasure. */
export interface ErasedRows {
  /** Row counts, by the names in `HeldData`. */
  readonly rows: Readonly<Record<string, number>>;
  /** Slugs of the posts that had one of the comments, public or not, sorted. */
  readonly posts: readonly string[];
}

/** A row's value as JSON. */
export type HeldValue = string | number | boolean | null | readonly HeldValue[] | { readonly [key: string]: HeldValue };
export type HeldRow = Readonly<Record<string, HeldValue>>;

/**
 * All rows that belong to a person, by kind: `comments`, `inquiries`, … A kind without rows is an
 * empty list. Times are in ISO 8601, and hashes are hexadecimal.
 */
export type HeldData = Readonly<Record<string, readonly HeldRow[]>>;

/** A place where somebody else's text contains an email address. */
export interface Mention {
  readonly kind: "comment" | "inquiry" | "ban";
  readonly id: string;
}

/** A database's own record of the list of erasures beside it. */
export interface ErasureListMark {
  /** Whether a list existed. If so, a start without the list is refused. */
  readonly isKnown: boolean;
  /**
   * When the owner last accepted that a list was lost, in milliseconds since 1970; null if never.
   * Earlier erasures may be missing from the list.
   */
  readonly lossAcceptedAt: number | null;
}

export interface PrivacyStore {
  /**
   * Deletes everything that `held` returns up to that time, in short batches between other writes.
   * A comment keeps its place, id and times, like any deleted comment. The deleted data may remain
   * in unused parts of the database until it is rewritten.
   * @param until milliseconds since 1970
   */
  erase(person: PersonQuery, until: number): Promise<ErasedRows>;
  /** The erasures that the database has applied. */
  appliedErasures(): Promise<readonly AppliedErasure[]>;
  /** Records erasures that are done or need not be done. */
  recordErasures(erasures: readonly AppliedErasure[]): Promise<void>;
  /** Repeats erasures that a copied backup undid and records them, all in one transaction. */
  replay(replay: ErasureReplay): Promise<ErasedRows>;
  /** Whether a comment, inquiry or ban is so old that an erasure up to `until` could concern it. */
  holdsAnythingUntil(until: number): Promise<boolean>;
  /** Whether something was erased since the database was last rewritten. */
  compactionDue(): Promise<boolean>;
  /**
   * The time up to which the last erasure applies, in milliseconds since 1970; null if there was
   * none.
   */
  lastErasure(): Promise<number | null>;
  erasureList(): Promise<ErasureListMark>;
  /** Records that there is a list. Writes nothing if that is known already. */
  keepErasureList(): Promise<void>;
  /**
   * Records that the owner accepts the loss of the list.
   * @param at milliseconds since 1970
   */
  acceptErasureLoss(at: number): Promise<void>;
  /**
   * Revision of the external list that was last repeated completely; null if none was, or lists
   * have no revisions.
   */
  repeatedList(): Promise<string | null>;
  keepRepeatedList(revision: string): Promise<void>;
  /**
   * Ids of other people's comments, inquiries and bans whose text contains the address. They are
   * not erased.
   */
  mentions(email: string): Promise<readonly Mention[]>;
  /** Everything that belongs to a person, from one snapshot. */
  held(person: PersonQuery): Promise<HeldData>;
  /**
   * The retention at the server's last start, for commands that run elsewhere; null if no server
   * has stored one yet.
   */
  retention(): Promise<Retention | null>;
  /** Writes nothing if the retention is unchanged. */
  keepRetention(retention: Retention): Promise<void>;
}
