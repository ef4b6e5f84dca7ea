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

/** A value of a row, as JSON has it. */
export type HeldValue = string | number | boolean | null | readonly HeldValue[] | { readonly [key: string]: HeldValue };
export type HeldRow = Readonly<Record<string, HeldValue>>;

/** All rows that are a person's, by what they are: `comments`, `inquiries`, …; what there is none of is an empty list. Times are ISO, hashes hexadecimal. */
export type HeldData = Readonly<Record<string, readonly HeldRow[]>>;

export interface PrivacyStore {
  /** Everything that is a person's, from one snapshot. */
  held(person: PersonQuery): Promise<HeldData>;
  /** What the server was last started with, for commands that run elsewhere; null: none has said yet. */
  retention(): Promise<Retention | null>;
  /** Writes nothing where it is known already. */
  keepRetention(retention: Retention): Promise<void>;
}
