import type { FormerIndex, WrittenIndex } from "../../../search/write/patch-index.ts";
import type { Memos } from "../../cache/memos.ts";
import { CacheDamageError } from "../../cache/storage/cache-storage.ts";
import type { Bodies } from "../../rows/bodies.ts";

/** The files of an index that the next one is made from; others are made again. */
const KEPT_FILES = /^search\.(?:shard|near)\./;
const STATE = "search";
const NAMES = "search files";

/** The full-text index as the last build wrote it. null: nothing that can be believed. */
export function recallIndex(memos: Memos, bodies: Pick<Bodies, "members">): FormerIndex | null {
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
        // A build without search may have been the last one that knew it.
        if (error instanceof CacheDamageError) return null;
        throw error;
      }
    },
  };
}

/** Keeps an index for the next build. @param before the state of the one that it was made from; null: of none */
export function keepIndex(memos: Memos, { state, files }: WrittenIndex, before: Uint8Array | null): void {
  if (before !== null && Buffer.compare(before, state) === 0) return;
  // The files of another configuration are to be removed, too.
  const former: readonly string[] = JSON.parse(memos.readTextOfAny(NAMES) ?? "[]");
  const known = new Set(before === null ? [] : former);
  const kept = files.filter(({ name }) => KEPT_FILES.test(name));
  const names = new Set(kept.map(({ name }) => name));
  for (const file of kept) if (!known.has(file.name)) memos.write(`${STATE} ${file.name}`, "", file.bytes());
  for (const name of former) if (!names.has(name)) memos.remove(`${STATE} ${name}`);
  memos.write(NAMES, "", Buffer.from(JSON.stringify([...names])));
  memos.write(STATE, "", state);
}
