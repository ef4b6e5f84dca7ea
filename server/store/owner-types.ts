/** A key of the owner, without its secret. */
export interface OwnerKey {
  readonly id: string;
  /** Given by the owner. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The last day of use in UTC, YYYY-MM-DD; null if it was never used. */
  readonly lastUsedOn: string | null;
}

/** `hash` is the SHA-256 of its secret. */
export type NewOwnerKey = Pick<OwnerKey, "id" | "name" | "scopes" | "expiresAt"> & { readonly hash: Uint8Array };

export interface OwnerKeyStore {
  add(key: NewOwnerKey): Promise<OwnerKey>;
  /**
   * Adds a key that replaces the last one added this way. Has no effect for a key that was ever
   * added this way before, or was revoked.
   */
  addFirst(key: NewOwnerKey): Promise<void>;
  /** Includes expired keys; oldest first. */
  list(): Promise<OwnerKey[]>;
  /** null if there is no such key, or it has expired. */
  find(id: string): Promise<(OwnerKey & { readonly hash: Uint8Array }) | null>;
  /** Whether a key is valid now. */
  any(): Promise<boolean>;
  /** Writes nothing if that day is already stored. */
  used(id: string, day: string): Promise<void>;
  /** False if there is no such key. */
  revoke(id: string): Promise<boolean>;
}
