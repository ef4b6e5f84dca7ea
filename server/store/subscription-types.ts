/** A visitor's wish to be told of replies, sent with a comment. */
export interface NewSubscription {
  readonly email: string;
  /** Keyed hash of it: an address is asked for its confirmation once a day. */
  readonly addressHash: Uint8Array;
}

/** Mails about answers to a comment. */
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
  /** null: it was ended, or went with its comment. */
  get(id: string): Promise<ReplySubscription | null>;
  /** False: there is no such one any more. */
  confirm(id: string): Promise<boolean>;
  /** Deletes the address; false: it was gone. */
  end(id: string): Promise<boolean>;
}
