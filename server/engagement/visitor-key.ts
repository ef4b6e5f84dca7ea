import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { DAY_MS, dayOf, fromDayText, toDayText } from "../days.ts";
import { readPrivateFile, replacePrivateFile } from "../private-file.ts";

/**
 * By what visitors of one day are told apart, and nobody longer: an HMAC of address prefix, browser and site under a random salt of the day, kept outside of the database.
 * When the salt is gone, no key can be led back to an address, by nobody, by trying all addresses neither.
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
 * The salts of the data folder. One process at a time is meant to write there: two that make the salt of a day in the same moment
 * count visitors of theirs apart until the next start.
 */
export function openVisitorKeys(folder: string, { random, clock, onError = () => {} }: VisitorKeysOptions): VisitorKeys {
  const path = join(folder, SALTS_FILE);
  /** The file does not hold what it should, since it could not be written. */
  let isBehind = false;

  /** A file that cannot be used is replaced at the next write: nothing in it is worth an error. */
  const readFile = (): Salts => {
    try {
      const text = readPrivateFile(path);
      return text === null ? new Map() : parseSalts(text);
    } catch (error) {
      onError(error);
      return new Map();
    }
  };
  const stored = readFile();
  let salts = withoutDue(stored, clock());
  const remembered = new Map<string, Uint8Array>();

  const writeFile = (): void => {
    const entries = [...salts].map(([day, salt]) => ({ day: toDayText(day), salt: salt.export().toString("base64url") }));
    try {
      replacePrivateFile(path, `${JSON.stringify({ format: 1, salts: entries }, null, 2)}\n`, Buffer.from(random(8)).toString("hex"));
      isBehind = false;
    } catch (error) {
      isBehind = true;
      onError(error);
    }
  };
  const prune = (): void => {
    remembered.clear();
    const liveSalts = withoutDue(salts, clock());
    if (liveSalts.size === salts.size && !isBehind) return;
    salts = liveSalts;
    writeFile();
  };
  const saltOf = (day: number): KeyObject => {
    const known = salts.get(day);
    if (known !== undefined) return known;
    // Another process may have made it: the one that is being stopped while this one starts.
    salts = withoutDue(new Map([...readFile(), ...salts]), clock());
    const salt = salts.get(day) ?? createSecretKey(random(SALT_BYTES));
    if (!salts.has(day)) {
      salts.set(day, salt);
      writeFile();
    }
    return salt;
  };

  // Expired salts go now, even if nobody ever comes.
  if (salts.size < stored.size) writeFile();
  return {
    keyFor: ({ addressPrefix, userAgent, site }, at) => {
      const saltDay = nearestKept(at, clock());
      const name = JSON.stringify([dayOf(saltDay), site, addressPrefix, userAgent]);
      const cached = remembered.get(name);
      if (cached !== undefined) return cached;
      const key = createHmac("sha256", saltOf(dayOf(saltDay)))
        .update(JSON.stringify([site, addressPrefix, userAgent]))
        .digest();
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      if (name.length <= REMEMBERED_NAME_MAX) remembered.set(name, key);
      return key;
    },
    prune,
  };
}

/** A time of a day whose salt is kept as it is; any other counts as today, for which there can be a salt. */
function nearestKept(at: number, now: number): number {
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
