import { type Secrets, StoredSecrets, toSecrets } from "../secrets/secrets.ts";
import type { Store } from "../store/store.ts";

/** @throws Error with a remedy and without the secret */
export function readSecrets(text: string | undefined): Secrets {
  const parsed = StoredSecrets.safeParse(parseJson(text ?? ""));
  if (!parsed.success) throw new Error("the secret OCTAVO_SECRETS is missing or damaged: set it to the content of a secrets.json");
  return toSecrets(parsed.data, () => {
    throw new Error("secrets of a Durable Object are rotated by deploying new ones: set OCTAVO_SECRETS");
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Stores the fingerprint of the secrets in a new database, or compares it with the stored one.
 * @throws Error if the database was written with other secrets
 */
export async function checkSecrets(store: Store, { fingerprint }: Secrets): Promise<void> {
  const wanted = await store.secrets.fingerprint();
  if (wanted === null) await store.secrets.keep(fingerprint);
  else if (wanted !== fingerprint)
    throw new Error(`OCTAVO_SECRETS holds ${fingerprint}, but the database needs ${wanted}: set its former secrets again`);
}
