import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { openSecrets, SECRETS_FILE } from "../secrets/secrets-file.ts";
import { createHasher } from "../tokens.ts";
import type { ErasureKeys } from "./erasure-record.ts";

/**
 * The keys that match a database's erasures to people, current ones first; `[]` if there are no
 * secrets beside the database. Creates none.
 */
export function openErasureKeys(dbFile: string): readonly ErasureKeys[] {
  const folder = dirname(dbFile);
  if (!existsSync(join(folder, SECRETS_FILE))) return [];
  const secrets = openSecrets(folder, { random: randomBytes });
  return [secrets, ...secrets.previous].map(({ hashKey, fingerprint }) => ({ keys: { hash: createHasher(hashKey) }, fingerprint }));
}
