/** A visitor's request for notifications of replies, sent with a comment. */
export interface NewSubscription {
  readonly email: string;
  /** Keyed hash of the address, which limits confirmation emails to one per day. */
  readonly addressHash: Uint8Array;
}

/** A subscription to emails about replies to a comment. */
export interface ReplySubscription {
  readonly id: string;
  readonly email: string;
  /** The post's slug. */
  readonly slug: string;
  /** Whether the comment is public. */
  readonly isPublic: boolean;
  readonly isConfirmed: boolean;
}

export interface SubscriptionStore {
  /** null if it was ended or deleted with its comment. */
  get(id: string): Promise<ReplySubscription | null>;
  /** False if it no longer exists. */
  confirm(id: string): Promise<boolean>;
  /** Deletes the address; false if it was already gone. */
  end(id: string): Promise<boolean>;
}
