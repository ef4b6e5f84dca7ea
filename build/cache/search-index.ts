import type { FormerIndex, WrittenIndex } from "../../search/write/patch-index.ts";
import type { Memos } from "./memos.ts";

/** The files of an index that the next one is made from; others are made anew. */
const KEPT_FILES = /^search\.(?:shard|near)\./;
const STATE = "search";
const NAMES = "search files";

/** The full-text index as the last build wrote it: its state and, by name, files of it. null: nothing that can be believed. */
export function recallIndex(memos: Memos): FormerIndex | null {
  const state = memos.readText(STATE);
  return state === null ? null : { state, read: (name) => memos.readText(`${STATE} ${name}`) };
}

/** Keeps an index for the next build. */
export function keepIndex(memos: Memos, { state, files }: WrittenIndex): void {
  if (memos.readText(STATE) === state) return;
  // Of another configuration too: its files are to be forgotten.
  const former: readonly string[] = JSON.parse(memos.readTextOfAny(NAMES) ?? "[]");
  const known = new Set(memos.readText(STATE) === null ? [] : former);
  const kept = files.filter(({ name }) => KEPT_FILES.test(name));
  const names = new Set(kept.map(({ name }) => name));
  for (const file of kept) if (!known.has(file.name)) memos.writeText(`${STATE} ${file.name}`, file.text);
  for (const name of former) if (!names.has(name)) memos.remove(`${STATE} ${name}`);
  memos.writeText(NAMES, JSON.stringify([...names]));
  memos.writeText(STATE, state);
}
