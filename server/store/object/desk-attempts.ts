import type { AccessStore } from "../access-types.ts";
import { readMetaText, writeMetaText } from "../sqlite/database/meta.ts";
import type { StoreContext } from "../sqlite/store-context.ts";
import type { RowBrakes } from "./row-brakes.ts";

const NAME = "desk-attempts";
/**
 * Number of attempts that one stored count covers. After an eviction, all of them count as made.
 */
const STEP = 100;

/**
 * Limits wrong sign-ins to the desk on an engine whose rows are billed, because a stranger can send
 * any number. They are counted in memory, in consecutive windows. The count over all clients is
 * stored in advance in one row, so that an eviction gives nobody more attempts than the limit. The
 * row names the clients whose attempts caused it to be written; after an eviction, these have no
 * attempts left.
 */
export function createDeskAttempts(context: StoreContext, brakes: RowBrakes): AccessStore["addAttempt"] {
  const { connection, clock, write } = context;
  let window: Window | null = null;
  return async (_kind, client, limits) => {
    const now = clock();
    window ??= readWindow(context, limits.client);
    if (now < window.start || now >= window.start + limits.windowMs)
      window = { start: now, made: 0, stored: 0, clients: new Map(), named: [] };
    const { start, clients, named } = window;
    const name = Buffer.from(client).toString("base64");
    const ofClient = clients.get(name) ?? 0;
    if (window.made >= (limits.all ?? Number.POSITIVE_INFINITY) || ofClient >= limits.client) return start + limits.windowMs - now;
    window.made += 1;
    clients.set(name, ofClient + 1);
    if (window.made > window.stored) {
      window.stored += STEP;
      named.push(name);
      const text = [start, window.stored, ...named].join(" ");
      if (!brakes.isUsedUp("signIns")) await write(() => writeMetaText(connection, NAME, text));
    }
    return null;
  };
}

interface Window {
  /** ms since 1970 */
  readonly start: number;
  /** Attempts of all clients. */
  made: number;
  /** The stored count, which is at least `made`. */
  stored: number;
  readonly clients: Map<string, number>;
  /** Clients that are in the stored row, in base64. */
  readonly named: string[];
}

function readWindow({ connection }: StoreContext, clientMax: number): Window {
  const text = readMetaText(connection, NAME) ?? "0 0";
  const [start = 0, made = 0, ...named] = text.split(" ");
  return {
    start: Number(start),
    made: Number(made),
    stored: Number(made),
    clients: new Map(named.map((name) => [name, clientMax])),
    named,
  };
}
