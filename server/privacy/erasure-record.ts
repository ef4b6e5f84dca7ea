import { createHash } from "node:crypto";
import { z } from "zod";
import type { ApiKeys } from "../route-context.ts";
import type { AppliedErasure, ErasedSubjects } from "../store/privacy-types.ts";
import { toEmailKey } from "./email-key.ts";

const HASH = /^[0-9a-f]{64}$/;
/**
 * An erased person and the time of the erasure, stored outside the database. A backup from before
 * an erasure still has the erased text, so a restore erases it again. A keyed hash of the email
 * address or of the comment's id identifies the person; `secrets` identifies the key (secrets.ts).
 */
const Erasure = z.strictObject({
  kind: z.enum(["email", "comment"]),
  hash: z.string().regex(HASH),
  /** For an email address: the hash used for bans. */
  banHash: z.string().regex(HASH).optional(),
  at: z.iso.datetime(),
  secrets: z.string().regex(/^[0-9a-f]{16}$/),
});
export type Erasure = z.infer<typeof Erasure>;
/** A list of erasures as text. */
export const StoredErasures = z.strictObject({ format: z.literal(1), erasures: z.array(Erasure) });

/** The keys for hashing, and their fingerprint. */
export interface ErasureKeys {
  readonly keys: Pick<ApiKeys, "hash">;
  readonly fingerprint: string;
}

/** The subject of an erasure as text. */
export function toSubject({ kind, hash, secrets }: Erasure): string {
  return `${kind} ${hash} ${secrets}`;
}

/** Keeps each person's latest erasure, which covers all earlier ones. Oldest first. */
export function mergeErasures(...lists: readonly (readonly Erasure[])[]): Erasure[] {
  const latest = new Map<string, Erasure>();
  for (const erasure of lists.flat()) {
    const key = toSubject(erasure);
    const previous = latest.get(key);
    if (previous === undefined || Date.parse(previous.at) < Date.parse(erasure.at)) latest.set(key, erasure);
  }
  return [...latest.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || compare(a.hash, b.hash));
}

export function toErasure(
  subject: { readonly email: string } | { readonly commentId: string },
  at: number,
  { keys, fingerprint }: ErasureKeys,
): Erasure {
  const shared = { at: new Date(at).toISOString(), secrets: fingerprint };
  if ("commentId" in subject) return { kind: "comment", hash: hashSubject(keys, "comment", subject.commentId), ...shared };
  const { email } = subject;
  return { kind: "email", hash: hashSubject(keys, "email", email), banHash: toHex(keys.hash("email", toEmailKey(email))), ...shared };
}

export interface ListedErasures {
  readonly subjects: ErasedSubjects;
  /** Number of erasures made with other secrets, so it is unknown whom they concern. */
  readonly foreign: number;
}

/** @param keySets the current keys, and former keys kept for this purpose */
export function toErasedSubjects(erasures: readonly Erasure[], keySets: readonly ErasureKeys[]): ListedErasures {
  const finders = keySets.map((keys) => createFinder(erasures, keys));
  const latest = (find: (finder: Finder) => number | null): number | null =>
    finders.map(find).reduce((a, b) => (a === null || b === null ? (a ?? b) : Math.max(a, b)), null);
  return {
    subjects: {
      email: (email) => latest((finder) => finder("email", email)),
      comment: (id) => latest((finder) => finder("comment", id)),
      emailHashes: mergeErasures(ownErasures(erasures, keySets)).flatMap(({ banHash, at }) =>
        banHash === undefined ? [] : [{ hash: Buffer.from(banHash, "hex"), until: Date.parse(at) }],
      ),
    },
    foreign: erasures.length - ownErasures(erasures, keySets).length,
  };
}

/** Erasures that the keys can match to somebody. */
export function ownErasures(erasures: readonly Erasure[], keySets: readonly Pick<ErasureKeys, "fingerprint">[]): Erasure[] {
  const fingerprints = new Set(keySets.map(({ fingerprint }) => fingerprint));
  return erasures.filter(({ secrets }) => fingerprints.has(secrets));
}

type Finder = (kind: Erasure["kind"], value: string) => number | null;

function createFinder(erasures: readonly Erasure[], keySet: ErasureKeys): Finder {
  const own = mergeErasures(ownErasures(erasures, [keySet]));
  const latest = new Map(own.map(({ kind, hash, at }) => [`${kind} ${hash}`, Date.parse(at)]));
  const kinds = new Set(own.map(({ kind }) => kind));
  // Hashing every comment of a large site takes seconds. Skip it if no comment was ever erased.
  return (kind, value) => (kinds.has(kind) ? (latest.get(`${kind} ${hashSubject(keySet.keys, kind, value)}`) ?? null) : null);
}

/**
 * How a database records the erasure. The digest is made from a keyed hash, so it identifies
 * nobody, not even with the keys.
 */
export function toAppliedErasure({ kind, hash, secrets, at }: Erasure): AppliedErasure {
  return {
    entry: createHash("sha256")
      .update(JSON.stringify([kind, hash, secrets]))
      .digest(),
    until: Date.parse(at),
  };
}

/** Erasures in the list that a database has not recorded. */
export function findPendingErasures(erasures: readonly Erasure[], applied: readonly AppliedErasure[]): Erasure[] {
  const untilOf = new Map(applied.map(({ entry, until }) => [toHex(entry), until]));
  return mergeErasures(erasures).filter((erasure) => {
    const { entry, until } = toAppliedErasure(erasure);
    return (untilOf.get(toHex(entry)) ?? Number.NEGATIVE_INFINITY) < until;
  });
}

/**
 * Erasures that a database has recorded and the list lacks, except the ones whose loss the owner
 * has accepted.
 */
export function findMissingErasures(
  erasures: readonly Erasure[],
  applied: readonly AppliedErasure[],
  { lossAcceptedAt = null }: { readonly lossAcceptedAt?: number | null } = {},
): AppliedErasure[] {
  const listed = new Map(erasures.map(toAppliedErasure).map(({ entry, until }) => [toHex(entry), until]));
  const given = lossAcceptedAt ?? Number.NEGATIVE_INFINITY;
  return applied.filter(({ entry, until }) => until > given && (listed.get(toHex(entry)) ?? Number.NEGATIVE_INFINITY) < until);
}

function hashSubject(keys: ErasureKeys["keys"], kind: Erasure["kind"], value: string): string {
  return toHex(keys.hash("erasure", kind, kind === "email" ? toEmailKey(value) : value));
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
