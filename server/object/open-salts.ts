import { createVisitorKeys, type VisitorKeys, type VisitorKeysOptions } from "../engagement/visitor-key.ts";
import type { ObjectEnv, ObjectState } from "./object-env.ts";

const SALTS_KEY = "salts";
/** A day's salt is used until noon of the next day, and written once. Seconds. */
const SALTS_TTL_S = 36 * 3_600;

/**
 * Visitors' keys, with their salts in KV, never in the object: the platform keeps what an object
 * deletes for 30 days. KV forgets them by itself.
 */
export async function openSalts(
  { OCTAVO_SALTS }: Pick<ObjectEnv, "OCTAVO_SALTS">,
  state: Pick<ObjectState, "waitUntil">,
  options: VisitorKeysOptions,
): Promise<VisitorKeys> {
  const { onError = () => {} } = options;
  let text = await OCTAVO_SALTS.get(SALTS_KEY).catch((error: unknown) => {
    onError(error);
    return null;
  });
  return createVisitorKeys(
    {
      read: () => text,
      write: (next) => {
        text = next;
        // Called as a method: workerd refuses it without its object ("Illegal invocation").
        state.waitUntil(OCTAVO_SALTS.put(SALTS_KEY, next, { expirationTtl: SALTS_TTL_S }).catch(onError));
      },
    },
    options,
  );
}
