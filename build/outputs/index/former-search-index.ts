import type { PreviousIndex, WrittenIndex } from "../../../search/write/patch-index.ts";
import type { Memos } from "../../cache/memos.ts";
import { CacheDamageError } from "../../cache/storage/cache-storage.ts";
import type { Bodies } from "../../rows/bodies.ts";

/** Files of an index that the next build reuses. Others are created again. */
const KEPT_FILES = /^search\.(?:shard|near)\./;
const STATE = "search";
const NAMES = "search files";

/** Returns the full-text index of the last build, or null if there is none or it is damaged. */
export function recallIndex(memos: Memos, bodies: Pick<Bodies, "members">): PreviousIndex | null {
  const state = memos.read(STATE, "");
  if (state === null) return null;
  return {
    state,
    read: (name) => memos.read(`${STATE} ${name}`, ""),
    readBody: (digest) => {
      try {
        const { bodyText, toc } = bodies.members(digest);
        return { headings: toc.map(({ title }) => title), body: bodyText };
      } catch (error) {
        // Bodies may be missing, because the last build with search may have been long ago.
        if (error instanceof CacheDamageError) return null;
        throw error;
      }
    },
  };
}

/**
 * Stores an index for the next build.
 * @param before state of the index from which it was made; null if none
 */
export function keepIndex(memos: Memos, { state, files }: WrittenIndex, before: Uint8Array | null): void {
  if (before !== null && Buffer.compare(before, state) === 0) return;
  // Files of another configuration must also be removed.
  const previous: readonly string[] = JSON.parse(memos.readTextOfAny(NAMES) ?? "[]");
  const cached = new Set(before === null ? [] : previous);
  const reusable = files.filter(({ name }) => KEPT_FILES.test(name));
  const names = new Set(reusable.map(({ name }) => name));
  for (const file of reusable) if (!cached.has(file.name)) memos.write(`${STATE} ${file.name}`, "", file.bytes());
  for (const name of previous) if (!names.has(name)) memos.remove(`${STATE} ${name}`);
  memos.write(NAMES, "", Buffer.from(JSON.stringify([...names])));
  memos.write(STATE, "", state);
}
