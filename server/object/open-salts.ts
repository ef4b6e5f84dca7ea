import { createVisitorKeys, type VisitorKeys, type VisitorKeysOptions } from "../engagement/visitor-key.ts";
import { errorFields, type Log } from "../log.ts";
import type { SaltMarkStore } from "../store/store.ts";
import type { ObjectEnv, ObjectState } from "./object-env.ts";

const SALTS_KEY = "salts";
/**
 * How long KV keeps the salts, in seconds. A day's salt is written once, and used until noon of the
 * next day.
 */
const SALTS_TTL_S = 36 * 3_600;
/** How long KV may answer as if a new salt did not exist, with a wide margin, in ms. */
const LATE_MS = 10 * 60_000;
/** Shortest time between two reads of a salt that KV does not return yet, in ms. */
const READ_AGAIN_MS = 30_000;

export interface SaltOptions extends Pick<VisitorKeysOptions, "random" | "clock"> {
  readonly marks: SaltMarkStore;
  readonly log: Pick<Log, "warn">;
}

/**
 * Visitors' keys, with salts in KV and never in the object: the platform keeps an object's deleted
 * data for 30 days, while KV deletes expired salts itself. KV also answers from caches, so an
 * object that starts soon after a day's first record may not find the salt. A second salt would
 * count visitors twice. So the database stores when the day's salt was created, and visitors are
 * not distinguished until the salt can be read.
 */
export async function openSalts(
  { OCTAVO_SALTS }: Pick<ObjectEnv, "OCTAVO_SALTS">,
  state: Pick<ObjectState, "waitUntil">,
  { marks, log, ...options }: SaltOptions,
): Promise<VisitorKeys> {
  const { clock } = options;
  const onError = (error: unknown): void => log.warn("the salts of visitors' keys cannot be kept", errorFields(error));
  let text: string | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let isRead = false;
  const read = async (): Promise<void> => {
    readAt = clock();
    try {
      const found = await OCTAVO_SALTS.get(SALTS_KEY);
      isRead = true;
      text = found ?? text;
    } catch (error) {
      onError(error);
    }
  };
  await read();
  let mark = await marks.get();
  return createVisitorKeys(
    {
      read: () => text,
      write: (next) => {
        text = next;
        // Called as a method, because workerd refuses it otherwise ("Illegal invocation").
        state.waitUntil(OCTAVO_SALTS.put(SALTS_KEY, next, { expirationTtl: SALTS_TTL_S }).catch(onError));
      },
      admitNew: (day) => {
        const now = clock();
        if (mark !== null && day <= mark.day && (!isRead || now - mark.at < LATE_MS)) {
          if (now - readAt >= READ_AGAIN_MS) state.waitUntil(read());
          return false;
        }
        // A late record of yesterday does not change today's mark.
        if (mark !== null && day < mark.day) return true;
        mark = { day, at: now };
        state.waitUntil(marks.keep(mark).catch(onError));
        return true;
      },
    },
    { ...options, onError },
  );
}
