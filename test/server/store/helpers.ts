import type { EngagementEvent, EngagementExportRow } from "../../../server/store/engagement-types.ts";
import type { NewComment } from "../../../server/store/request-types.ts";
import type { Timers } from "../../../server/store/sqlite/database/write-queue.ts";
import type { Store } from "../../../server/store/store.ts";

/** Sunday, 2026-03-01, noon UTC. */
export const NOON = Date.UTC(2026, 2, 1, 12);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A fresh store of any engine, in the form that the contract's tests need (contract/). */
export interface ContractStore {
  store: Store;
  /** Moves the clock. */
  clock: { now: number };
  /** Closes and opens the same data again; later answers come from stored data. */
  reopen(): Promise<Store>;
  /** Opens the same data as another process would. It is closed at the end of the test. */
  another(): Store;
  /** Mistakes in the data that the engine's own checks find, one line each. */
  problems(): Promise<readonly string[]>;
}

/**
 * A second store in a test may replace the first.
 * @param options `fast`: for long sequences that do not test the disk
 */
export type OpenStore = (options?: { fast?: boolean }) => ContractStore;

export function seededRandom(seed = 1): (bytes: number) => Uint8Array {
  let state = seed;
  return (bytes) =>
    Uint8Array.from({ length: bytes }, () => {
      // Numerical Recipes' generator; the upper bits are the better ones.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
}

/** Timers that a test controls: nothing runs until the test says so. */
export function manualTimers(): Timers & {
  at: number;
  run(): void;
  advance(ms: number): void;
  waiting: { run: () => void; due: number }[];
} {
  const timers = {
    at: 0,
    waiting: [] as { run: () => void; due: number }[],
    now: () => timers.at,
    soon: (run: () => void) => void timers.waiting.push({ run, due: timers.at }),
    later: (run: () => void, ms: number) => void timers.waiting.push({ run, due: timers.at + ms }),
    /** Runs everything that is due, and everything that becomes due as a result. */
    run: () => {
      for (;;) {
        const index = timers.waiting.findIndex(({ due }) => due <= timers.at);
        if (index < 0) return;
        timers.waiting.splice(index, 1)[0]?.run();
      }
    },
    advance: (ms: number) => {
      const end = timers.at + ms;
      for (;;) {
        const next = timers.waiting.map(({ due }) => due).sort((a, b) => a - b)[0];
        if (next === undefined || next > end) break;
        timers.at = Math.max(timers.at, next);
        timers.run();
      }
      timers.at = end;
    },
  };
  return timers;
}

/** Different bytes for different texts, like a keyed hash. */
export function key(text: string, length = 32): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set(new TextEncoder().encode(text).subarray(0, length));
  return bytes;
}

let commentNumber = 0;
export function newComment(given: Partial<NewComment> = {}): NewComment {
  commentNumber += 1;
  return {
    slug: "hello",
    parentId: null,
    authorName: "Ada",
    authorEmail: null,
    authorUrl: null,
    body: `Text ${commentNumber}`,
    bodyHtml: `<p>Text ${commentNumber}</p>`,
    sanitizerVersion: 1,
    verdict: { state: "pending" },
    origin: null,
    banKeys: [],
    duplicateKey: key(`duplicate ${commentNumber}`),
    idempotency: null,
    quotas: [],
    ...given,
  };
}

export function newEvent(given: Partial<EngagementEvent> = {}): EngagementEvent {
  return {
    type: "post_view",
    at: NOON,
    retryId: null,
    path: "/posts/hello",
    isPage: false,
    slug: "hello",
    referrer: null,
    target: null,
    value: null,
    activeMs: null,
    visitor: null,
    ...given,
  };
}

/** Submits, expects it to be accepted, and returns its id. */
export async function submit(store: Store, given: Partial<NewComment> = {}): Promise<string> {
  const result = await store.comments.submit(newComment(given));
  if (result.kind !== "accepted") throw new Error(`not accepted: ${result.kind}`);
  return result.id;
}

/** Decides on the comment in its current state. */
export async function decide(store: Store, id: string, decision: "approve" | "reject" | "spam" | "delete"): Promise<void> {
  const result = await store.comments.decide({ id, revision: (await store.comments.get(id))?.revision ?? 0, decision });
  if (result.kind !== "decided") throw new Error(`not decided: ${result.kind}`);
}

/** Submits and approves; returns the id. */
export async function publish(store: Store, given: Partial<NewComment> = {}): Promise<string> {
  const id = await submit(store, given);
  await decide(store, id, "approve");
  return id;
}

/** All raw events as a list. */
export async function listEvents(events: AsyncIterable<EngagementExportRow>): Promise<EngagementExportRow[]> {
  const rows: EngagementExportRow[] = [];
  for await (const row of events) rows.push(row);
  return rows;
}
