import type { Erasure, ErasureKeys } from "../../privacy/erasure-record.ts";
import type { DatabaseTransfer } from "./database-transfer.ts";

/**
 * An engine's parts besides its tables: the secrets of the database, lists that a restored database
 * must not undo, and operations on the database as a whole. On Node these are files; on Cloudflare
 * they are bindings.
 */
export interface StoreHost {
  readonly erasures: ErasureStorage;
  /**
   * Keys that match erasures to people, current ones first; `[]` if there are no secrets. Creates
   * none.
   */
  erasureKeys(): readonly ErasureKeys[];
  /** The current keys. Creates secrets if there are none. */
  presentKeys(): ErasureKeys;
  /** Copies that hold, or may hold, an earlier state of the database. */
  knownCopies(): readonly KnownCopy[];
  /** Rescued databases that were neither restored nor dismissed, oldest first. */
  rescuedFiles(): readonly RescuedFile[];
  /**
   * Rewrites the database, so that no unused part of it holds erased data.
   * @throws OwnerError, StoreFileError
   */
  compact(): Promise<Compaction>;
  /** How many days the platform keeps deleted rows for its own recovery; null if it does not. */
  readonly recoveryDays: number | null;
  /** The maximum size of a row, in bytes; null for any row that fits into memory. */
  readonly rowMaxBytes: number | null;
  /** null if the database is not a file. */
  readonly files: DatabaseFiles | null;
  /** null if the database is a file and is copied as one. */
  readonly transfer: DatabaseTransfer | null;
}

/** The list of erasures, outside the database. */
export interface ErasureStorage {
  /** null if nothing was ever erased. */
  read(): Promise<readonly Erasure[] | null>;
  /**
   * Adds missing erasures. They are stored when it resolves.
   * @returns where the list is, for the owner
   */
  add(erasures: readonly Erasure[]): Promise<string>;
  /** The list as text; null if nothing was ever erased. */
  text(): Promise<string | null>;
}

export interface KnownCopy {
  readonly file: string;
  /** null if unknown. */
  readonly at: string | null;
}

/** The content of a database whose file was taken away from a running server. */
export interface RescuedFile {
  readonly file: string;
  /** When it was rescued, in ISO 8601. */
  readonly at: string;
}

export interface Compaction {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /**
   * False if another process keeps reading, so deleted data is still in unused parts of the file or
   * its log. The database stays marked for compaction.
   */
  readonly isFinished: boolean;
}

export interface DatabaseFiles {
  /**
   * Makes a verified copy of the database at one moment.
   * @param target a new file, absolute
   * @param recipient an age public key; null if the copy is not to be encrypted
   */
  copyInto(target: string, recipient: string | null): Promise<void>;
  /** Records a copy that a client has received completely. */
  noteSent(target: string, at: number): void;
  /**
   * Sends a file and removes it. It is written beside the database, whose folder is private and has
   * room for a copy.
   * @param write fills a new file
   * @param sent is called after the client has received all of it
   */
  send(write: (target: string) => Promise<void>, sent: (target: string) => void): Promise<SentFile>;
}

export interface SentFile {
  readonly body: ReadableStream<Uint8Array>;
  readonly bytes: number;
  /** SHA-256, in base64. */
  readonly digest: string;
}
