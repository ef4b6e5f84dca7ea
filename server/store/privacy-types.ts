/** For how long what visitors wrote is kept, days; null: until somebody deletes it; 0: until the next round. */
export interface Retention {
  /** Comments, since they were rejected. */
  readonly rejected: number | null;
  /** Comments and inquiries that are spam, since they became so or came. */
  readonly spam: number | null;
  /** E-mail addresses of comments, since these were sent. */
  readonly emails: number | null;
  /** Raw events of engagement; their figures stay. */
  readonly events: number | null;
  /** Inquiries, since they came, in whatever state. */
  readonly inquiries: number | null;
}

export const DEFAULT_RETENTION: Retention = { rejected: 30, spam: 30, emails: 365, events: 90, inquiries: null };

/** Whose data: of all that came under an e-mail address, or of one comment. */
export type PersonQuery =
  | {
      /** Compared without regard to case and to spaces around it. */
      readonly email: string;
      /** Keyed hash of it, as bans have it; null: there are no secrets to make it with. */
      readonly emailHash: Uint8Array | null;
    }
  | { readonly commentId: string };

/** Whose comments and inquiries were erased, until when: what came later is theirs to keep. Each gives ms since 1970, or null. */
export interface ErasedSubjects {
  email(email: string): number | null;
  comment(id: string): number | null;
  /** By the hashes that bans know addresses by. */
  readonly emailHashes: readonly ErasedEmailHash[];
}

/** An erasure that a database has. Which one it is says a digest of its entry in the list of erasures (privacy/erasure-record.ts). */
export interface AppliedErasure {
  /** 32 bytes. */
  readonly entry: Uint8Array;
  /** ms since 1970 */
  readonly until: number;
}

/** Whom to erase again, and what is to be recorded then. */
export interface ErasureReplay {
  readonly subjects: ErasedSubjects;
  readonly erasures: readonly AppliedErasure[];
}

/** The keyed hash of an erased e-mail address, as bans have it. */
export interface ErasedEmailHash {
  readonly hash: Uint8Array;
  /** ms since 1970 */
  readonly until: number;
}

/** The result of an erasure. */
export interface ErasedRows {
  /** Rows, by the names that `HeldData` has. */
  readonly rows: Readonly<Record<string, number>>;
  /** Posts on which a comment stood, public or not: slugs, sorted. */
  readonly posts: readonly string[];
}

/** A value of a row, as JSON has it. */
export type HeldValue = string | number | boolean | null | readonly HeldValue[] | { readonly [key: string]: HeldValue };
export type HeldRow = Readonly<Record<string, HeldValue>>;

/** All rows that are a person's, by what they are: `comments`, `inquiries`, …; what there is none of is an empty list. Times are ISO, hashes hexadecimal. */
export type HeldData = Readonly<Record<string, readonly HeldRow[]>>;

/** Where an e-mail address is named in somebody else's text. */
export interface Mention {
  readonly kind: "comment" | "inquiry" | "ban";
  readonly id: string;
}

/** A database's own record of the list of erasures beside it. */
export interface ErasureListMark {
  /** There was one: without it a start is refused. */
  readonly isKnown: boolean;
  /** When the owner last said that one is lost for good, ms since 1970; null: never. What came before is missed no more. */
  readonly lossAcceptedAt: number | null;
}

export interface PrivacyStore {
  /**
   * Deletes all that `held` gives of what came until then, in short batches between other writes. A comment keeps its place, its id and its times, as every deleted one does. What
   * was deleted may stand in unused parts of the database until it is rewritten.
   * @param until ms since 1970
   */
  erase(person: PersonQuery, until: number): Promise<ErasedRows>;
  /** Which erasures the database has. */
  appliedErasures(): Promise<readonly AppliedErasure[]>;
  /** Records erasures that are done, or need not be done. */
  recordErasures(erasures: readonly AppliedErasure[]): Promise<void>;
  /** Erases what a copied backup has brought back, and records it: all in one transaction. */
  replay(replay: ErasureReplay): Promise<ErasedRows>;
  /** Whether a comment, an inquiry or a ban is as old as that: what an erasure could be of. */
  holdsAnythingUntil(until: number): Promise<boolean>;
  /** Something was erased, and the database has not been rewritten since. */
  compactionDue(): Promise<boolean>;
  /** Until when the last one was, ms since 1970; null: there was none. */
  lastErasure(): Promise<number | null>;
  erasureList(): Promise<ErasureListMark>;
  /** Notes that there is a list. Writes nothing where it is known already. */
  keepErasureList(): Promise<void>;
  /** Notes that the owner gives up a lost list. @param at ms since 1970 */
  acceptErasureLoss(at: number): Promise<void>;
  /** Ids of other people's comments, inquiries and bans whose text names the address: nothing erases those. */
  mentions(email: string): Promise<readonly Mention[]>;
  /** Everything that is a person's, from one snapshot. */
  held(person: PersonQuery): Promise<HeldData>;
  /** The retention of the server's last start, for commands that run elsewhere; null: no server has told yet. */
  retention(): Promise<Retention | null>;
  /** Writes nothing where it is known already. */
  keepRetention(retention: Retention): Promise<void>;
}
