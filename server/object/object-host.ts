import { OwnerError } from "../owner/owner-operation.ts";
import type { ErasureKeys } from "../privacy/erasure-record.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { StoreHost } from "../store/engine/store-host.ts";
import { ROW_MAX_BYTES } from "../store/object/object-connection.ts";
import { createHasher } from "../tokens.ts";
import { createErasureClient, type ObjectErasures } from "./erasure-object.ts";
import type { ObjectEnv } from "./object-env.ts";

/** Point-in-time recovery of Durable Objects covers this many days. */
const RECOVERY_DAYS = 30;

/** The host of a database in a Durable Object. */
export function createObjectHost(
  env: Pick<ObjectEnv, "OCTAVO_ERASURES" | "OCTAVO_JURISDICTION">,
  secrets: Secrets,
  transfer: StoreHost["transfer"],
): StoreHost & { readonly erasures: ObjectErasures } {
  const toKeys = ({ hashKey, fingerprint }: Pick<Secrets, "hashKey" | "fingerprint">): ErasureKeys => ({
    keys: { hash: createHasher(hashKey) },
    fingerprint,
  });
  return {
    erasures: createErasureClient(env),
    erasureKeys: () => [secrets, ...secrets.previous].map(toKeys),
    presentKeys: () => toKeys(secrets),
    knownCopies: () => [],
    rescuedFiles: () => [],
    compact: async () => {
      throw new OwnerError(
        "privacy.compact cannot be done: the platform manages the database",
        `deleted rows disappear from it immediately, and from the platform's own recovery after ${RECOVERY_DAYS} days`,
      );
    },
    recoveryDays: RECOVERY_DAYS,
    rowMaxBytes: ROW_MAX_BYTES,
    files: null,
    transfer,
  };
}
