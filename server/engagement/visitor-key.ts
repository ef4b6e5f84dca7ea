import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { DAY_MS, dayOf, fromDayText, toDayText } from "../days.ts";
import { readPrivateFile, replacePrivateFile } from "../private-file.ts";

/**
 * Keys that tell the visitors of one day apart, and no longer: an HMAC of address prefix, browser and site under a random salt of the day, stored outside the database.
 * Once the salt is deleted, nobody can find the address of a key, not even by trying all addresses.
 */
export interface VisitorKeys {
  /** 32 bytes: the same for the same visitor all day (UTC) long. */
  keyFor(visitor: Visitor, at: number): Uint8Array;
  /** Deletes salts that are due, from memory and file: those of a day at noon (UTC) of the next one. Call hourly. */
  prune(): void;
}

export interface Visitor {
  /** IPv4 address, or the /64 of an IPv6 one. */
  readonly addressPrefix: string;
  readonly userAgent: string;
  /** Keys of two sites on one server have nothing in common. */
  readonly site: string;
}

export interface VisitorKeysOptions {
  readonly random: (bytes: number) => Uint8Array;
  /** ms since 1970. */
  readonly clock: () => number;
  /** The file cannot be read or written. Visitors are still told apart, by salts in memory; after a restart they count once more. */
  readonly onError?: (error: unknown) => void;
}

export const SALTS_FILE = "salts.json";
const SALT_BYTES = 32;
/** Keys that are remembered between records, as most visitors send several: in memory alone, an hour at most. */
const REMEMBERED_MAX = 2_048;
/** Characters of what a key is remembered by. Strangers choose the user agent: a longer one is worked out each time. */
const REMEMBERED_NAME_MAX = 400;
/** A day's salt goes when the day has been over for this long: records are minutes old at most. With an hourly prune none gets 48 h old. ms */
const SALT_GRACE_MS = DAY_MS / 2;

const SaltsFile = z.strictObject({
  format: z.literal(1),
  salts: z.array(z.strictObject({ day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/), salt: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })),
});

/** UTC day since 1970 → salt. An HMAC by a prepared key costs a fifth of one by bytes, and each record needs one. */
type Salts = Map<number, KeyObject>;

/**
 * Keys by the salts of the data folder. Only one process may write there: if two make the salt of a day
 * at the same moment, they count visitors separately until the next start.
 */
export function openVisitorKeys(folder: string, { random, clock, onError = () => {} }: VisitorKeysOptions): VisitorKeys {
  const salts = new SaltStore(join(folder, SALTS_FILE), { random, clock, onError });
  const remembered = new Map<string, Uint8Array>();
  return {
    keyFor: ({ addressPrefix, userAgent, site }, at) => {
      const saltDay = toSaltedDay(at, clock());
      const name = JSON.stringify([dayOf(saltDay), site, addressPrefix, userAgent]);
      const cached = remembered.get(name);
      if (cached !== undefined) return cached;
      const key = createHmac("sha256", salts.of(dayOf(saltDay)))
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
  readonly #path: string;
  readonly #options: Required<VisitorKeysOptions>;
  #salts: Salts;
  /** The last write failed, so the file lacks a change. */
  #isBehind = false;

  constructor(path: string, options: Required<VisitorKeysOptions>) {
    this.#path = path;
    this.#options = options;
    const stored = this.#read();
    this.#salts = withoutDue(stored, options.clock());
    // Expired salts are deleted now, even if no visitor ever comes.
    if (this.#salts.size < stored.size) this.#write();
  }

  of(day: number): KeyObject {
    const existing = this.#salts.get(day);
    if (existing !== undefined) return existing;
    const { random, clock } = this.#options;
    // Another process may have made it: the one that is stopping while this one starts.
    this.#salts = withoutDue(new Map([...this.#read(), ...this.#salts]), clock());
    const salt = this.#salts.get(day) ?? createSecretKey(random(SALT_BYTES));
    if (!this.#salts.has(day)) {
      this.#salts.set(day, salt);
      this.#write();
    }
    return salt;
  }

  prune(): void {
    const liveSalts = withoutDue(this.#salts, this.#options.clock());
    if (liveSalts.size === this.#salts.size && !this.#isBehind) return;
    this.#salts = liveSalts;
    this.#write();
  }

  /** An unusable file is replaced at the next write: nothing in it is worth an error. */
  #read(): Salts {
    try {
      const text = readPrivateFile(this.#path);
      return text === null ? new Map() : parseSalts(text);
    } catch (error) {
      this.#options.onError(error);
      return new Map();
    }
  }

  #write(): void {
    const salts = [...this.#salts].map(([day, salt]) => ({ day: toDayText(day), salt: salt.export().toString("base64url") }));
    const suffix = Buffer.from(this.#options.random(8)).toString("hex");
    try {
      replacePrivateFile(this.#path, `${JSON.stringify({ format: 1, salts }, null, 2)}\n`, suffix);
      this.#isBehind = false;
    } catch (error) {
      this.#isBehind = true;
      this.#options.onError(error);
    }
  }
}

/** The time itself if its day has a salt, otherwise now. */
function toSaltedDay(at: number, now: number): number {
  return dayOf(at) === dayOf(now) || dayOf(at) === dayOf(now - SALT_GRACE_MS) ? at : now;
}

/** Salts of today, of yesterday in the morning, and of tomorrow in case that the clock was set back. */
function withoutDue(salts: Salts, now: number): Salts {
  const liveDays = [now - SALT_GRACE_MS, now, now + DAY_MS].map(dayOf);
  return new Map([...salts].filter(([day]) => liveDays.includes(day)));
}

function parseSalts(text: string): Salts {
  const { salts } = SaltsFile.parse(JSON.parse(text));
  return new Map(salts.map(({ day, salt }) => [fromDayText(day), createSecretKey(salt, "base64url")]));
}
