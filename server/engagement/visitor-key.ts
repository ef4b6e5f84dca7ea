import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { DAY_MS, dayOf, fromDayText, toDayText } from "../days.ts";

/**
 * Keys that tell visitors apart for one day only. A key is an HMAC of address prefix, browser and
 * site under a random daily salt, which is stored outside the database. Once the salt is deleted,
 * nobody can find the address behind a key, not even by trying all addresses.
 */
export interface VisitorKeys {
  /**
   * 32 bytes. A visitor keeps the same key for the whole UTC day. Returns null if the day's salt
   * cannot be read yet; visitors are then not distinguished.
   */
  keyFor(visitor: Visitor, at: number): Uint8Array | null;
  /**
   * Deletes expired salts from memory and from the file. A day's salt expires at noon UTC on the
   * next day. Call it hourly.
   */
  prune(): void;
}

export interface Visitor {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  readonly addressPrefix: string;
  readonly userAgent: string;
  /** Two sites on one server get unrelated keys for the same visitor. */
  readonly site: string;
}

export interface VisitorKeysOptions {
  readonly random: (bytes: number) => Uint8Array;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /**
   * Called if the salts cannot be read or written. The salts in memory still tell visitors apart,
   * but after a restart visitors are counted again.
   */
  readonly onError?: (error: unknown) => void;
}

/** Where salts are kept, outside the database. `read` and `write` may throw. */
export interface SaltStorage {
  /** The last text written; null if there is none. */
  read(): string | null;
  write(text: string): void;
  /**
   * Called before a day's salt is created. Returns false if one exists but cannot be read yet.
   * Default: none exists.
   */
  admitNew?(day: number): boolean;
}

const SALT_BYTES = 32;
/**
 * Maximum number of keys cached in memory, because most visitors send several records. A key stays
 * for an hour at most.
 */
const REMEMBERED_MAX = 2_048;
/**
 * Maximum length of a cached name, in characters. Strangers choose the user agent, so longer names
 * are not cached.
 */
const REMEMBERED_NAME_MAX = 400;
/**
 * How long a day's salt outlives its day, in ms. Records are minutes old at most. With an hourly
 * prune, no salt gets 48 hours old.
 */
const SALT_GRACE_MS = DAY_MS / 2;

const StoredSalts = z.strictObject({
  format: z.literal(1),
  salts: z.array(z.strictObject({ day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/), salt: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })),
});

/**
 * Salts by UTC day since 1970. Every record needs an HMAC, which is five times as fast with a
 * prepared key as with raw bytes.
 */
type Salts = Map<number, KeyObject>;

/**
 * Only one process may use a storage. If two create a day's salt at the same moment, they count
 * visitors separately until the next start.
 */
export function createVisitorKeys(storage: SaltStorage, { random, clock, onError = () => {} }: VisitorKeysOptions): VisitorKeys {
  const salts = new SaltStore(storage, { random, clock, onError });
  const remembered = new Map<string, Uint8Array>();
  return {
    keyFor: ({ addressPrefix, userAgent, site }, at) => {
      const saltDay = toSaltedDay(at, clock());
      const name = JSON.stringify([dayOf(saltDay), site, addressPrefix, userAgent]);
      const cached = remembered.get(name);
      if (cached !== undefined) return cached;
      const salt = salts.of(dayOf(saltDay));
      if (salt === null) return null;
      const key = createHmac("sha256", salt)
        .update(JSON.stringify([site, addressPrefix, userAgent]))
        .digest();
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      if (name.length <= REMEMBERED_NAME_MAX) remembered.set(name, key);
      return key;
    },
    prune: () => {
      remembered.clear();
      salts.prune();
    },
  };
}

class SaltStore {
  readonly #storage: SaltStorage;
  readonly #options: Required<VisitorKeysOptions>;
  #salts: Salts;
  /** Whether the last write failed, so that the file is out of date. */
  #isBehind = false;

  constructor(storage: SaltStorage, options: Required<VisitorKeysOptions>) {
    this.#storage = storage;
    this.#options = options;
    const stored = this.#read();
    this.#salts = withoutDue(stored, options.clock());
    // Deletes expired salts now, in case no visitor ever comes.
    if (this.#salts.size < stored.size) this.#write();
  }

  /** Returns null if the day's salt exists but cannot be read yet. */
  of(day: number): KeyObject | null {
    const existing = this.#salts.get(day);
    if (existing !== undefined) return existing;
    const { random, clock } = this.#options;
    // Another process may have created the salt, such as the one that is stopping while this one
    // starts.
    this.#salts = withoutDue(new Map([...this.#read(), ...this.#salts]), clock());
    const found = this.#salts.get(day);
    if (found !== undefined) return found;
    if (this.#storage.admitNew?.(day) === false) return null;
    const salt = createSecretKey(random(SALT_BYTES));
    this.#salts.set(day, salt);
    this.#write();
    return salt;
  }

  prune(): void {
    const liveSalts = withoutDue(this.#salts, this.#options.clock());
    if (liveSalts.size === this.#salts.size && !this.#isBehind) return;
    this.#salts = liveSalts;
    this.#write();
  }

  /** Never throws: unusable salts are reported, and replaced at the next write. */
  #read(): Salts {
    try {
      const text = this.#storage.read();
      return text === null ? new Map() : parseSalts(text);
    } catch (error) {
      this.#options.onError(error);
      return new Map();
    }
  }

  #write(): void {
    try {
      this.#storage.write(serializeSalts(this.#salts));
      this.#isBehind = false;
    } catch (error) {
      this.#isBehind = true;
      this.#options.onError(error);
    }
  }
}

/** The given time if its day's salt has not expired, otherwise now. */
function toSaltedDay(at: number, now: number): number {
  return dayOf(at) === dayOf(now) || dayOf(at) === dayOf(now - SALT_GRACE_MS) ? at : now;
}

/**
 * Keeps the salts of today, of yesterday until noon, and of tomorrow in case the clock was set
 * back.
 */
function withoutDue(salts: Salts, now: number): Salts {
  const liveDays = [now - SALT_GRACE_MS, now, now + DAY_MS].map(dayOf);
  return new Map([...salts].filter(([day]) => liveDays.includes(day)));
}

function parseSalts(text: string): Salts {
  const { salts } = StoredSalts.parse(JSON.parse(text));
  return new Map(salts.map(({ day, salt }) => [fromDayText(day), createSecretKey(salt, "base64url")]));
}

function serializeSalts(all: Salts): string {
  const salts = [...all].map(([day, salt]) => ({ day: toDayText(day), salt: salt.export().toString("base64url") }));
  return `${JSON.stringify({ format: 1, salts }, null, 2)}\n`;
}
