import type { ObjectBindings } from "../../contract/objects/object-ids.ts";
import type { ObjectStorage } from "../store/object/object-connection.ts";

/** The storage of a Durable Object, with its only alarm. */
export interface WriteStorage extends ObjectStorage {
  /** Milliseconds since 1970; null if no alarm is set. */
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
}

export interface ObjectState {
  readonly storage: WriteStorage;
  /** Keeps the object awake until the work ends. */
  waitUntil(work: Promise<unknown>): void;
}

/** Bindings of the object, and the server's variables as text. */
export interface ObjectEnv extends Pick<ObjectBindings, "OCTAVO_ERASURES" | "OCTAVO_JURISDICTION"> {
  /** The files of the site. */
  readonly ASSETS: { fetch(address: string): Promise<Response> };
  /** A KV namespace for the salts of visitors' keys, which must not be recoverable. */
  readonly OCTAVO_SALTS: {
    get(key: string): Promise<string | null>;
    put(key: string, text: string, options: { readonly expirationTtl: number }): Promise<void>;
  };
  /** A secret: the content of `secrets.json`. */
  readonly OCTAVO_SECRETS: string;
  /** The owner's first key, from `formatFirstKey`, which `addFirstKey` adds. */
  readonly OCTAVO_OWNER_KEY?: string;
  /**
   * Number of rows that the plan allows the object to write per day, or `none`. Default: 100,000,
   * as in the free plan. When few remain, visitors' writes are refused (row-brakes.ts).
   */
  readonly OCTAVO_ROWS_A_DAY?: string;
}
