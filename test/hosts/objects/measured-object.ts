import { type ObjectServer, type ObjectServerOptions, prepareObjectServers } from "./object-server.ts";

/**
 * A write object whose clock the test moves, whose alarm follows that clock, and whose written rows
 * are counted as Cloudflare bills them.
 */

/** Sunday, 2026-03-01, noon UTC. */
const MEASURED_NOON = Date.UTC(2026, 2, 1, 12);

const FRONT = `import { ErasuresClass, WritesClass } from "./writes.js";
export { ErasuresClass as OctavoErasures };
let now = ${MEASURED_NOON};
Date.now = () => now;
export class OctavoWrites {
  alarmAt = null;
  rows = 0;
  fails = null;
  failures = 0;
  isUsedUp = false;
  constructor(state, env) {
    this.env = env;
    const { sql } = state.storage;
    const admitWrite = () => {
      if (this.isUsedUp) throw new Error("Exceeded allowed rows written in Durable Objects free tier.");
    };
    const exec = (text, ...values) => {
      if (!/^(?:SELECT|PRAGMA)/i.test(text.trim())) admitWrite();
      // A request in the inbox is JSON of an object: it can be stored, but not counted.
      const isFailing = (each) => typeof each === "string" && !each.startsWith("{") && each.includes(this.fails);
      if (this.fails !== null && [text, ...values].some(isFailing)) {
        this.failures += 1;
        throw new Error("made to fail");
      }
      const cursor = sql.exec(text, ...values);
      return {
        toArray: () => {
          const found = cursor.toArray();
          this.rows += cursor.rowsWritten;
          return found;
        },
        raw: () => cursor.raw(),
        get rowsWritten() { return cursor.rowsWritten; },
      };
    };
    this.state = {
      waitUntil: (work) => state.waitUntil(work),
      storage: {
        sql: { exec, get databaseSize() { return sql.databaseSize; } },
        transactionSync: (work) => state.storage.transactionSync(work),
        getAlarm: async () => this.alarmAt,
        setAlarm: async (at) => {
          admitWrite();
          this.alarmAt = at;
          this.rows += 1;
        },
      },
    };
    this.writes = new WritesClass(this.state, env);
  }
  async fetch(request) {
    if (!request.url.includes("/measured")) return this.writes.fetch(request);
    const { until, fails, sleeps, usedUp } = await request.json();
    if (usedUp !== undefined) this.isUsedUp = usedUp;
    if (fails !== undefined) this.fails = fails;
    if (sleeps === true) this.writes = new WritesClass(this.state, this.env);
    while (until !== undefined && this.alarmAt !== null && this.alarmAt <= until) {
      now = Math.max(now, this.alarmAt);
      this.alarmAt = null;
      await this.writes.alarm();
    }
    now = until ?? now;
    return Response.json({ rows: this.rows, alarmAt: this.alarmAt, failures: this.failures });
  }
}
export default {
  fetch(request, env) {
    const inner = new Request(request);
    inner.headers.set("Host", new URL(request.url).host);
    for (const [name, value] of request.headers) if (name.startsWith("x-test-sec-")) inner.headers.set(name.slice("x-test-".length), value);
    inner.headers.set("X-Forwarded-For", request.headers.get("X-Test-Client") ?? "192.0.2.1");
    return env.WRITES.get(env.WRITES.idFromName("writes")).fetch(inner);
  },
};`;

export interface MeasuredObject extends ObjectServer {
  /** Moves the clock. The alarm runs on the way, whenever it is due. */
  advance(ms: number): Promise<void>;
  readonly now: number;
  /** Rows written so far, including those of alarms. */
  rows(): Promise<number>;
  /** When the alarm is due; null if it is not set. */
  alarmAt(): Promise<number | null>;
  /** Makes statements fail whose text or one of whose values contains this; null for none. */
  failAt(text: string | null): Promise<void>;
  /** Whether the platform refuses all writes, as when the rows of the plan are used up. */
  useUp(isUsedUp: boolean): Promise<void>;
  /** Statements that were made to fail. */
  failures(): Promise<number>;
  /** Loses everything that is only in memory, as after ten idle seconds. */
  sleep(): Promise<void>;
}

interface Measured {
  readonly rows: number;
  readonly alarmAt: number | null;
  readonly failures: number;
}

export type StartMeasuredObject = (
  folder: string,
  variables?: Readonly<Record<string, string>>,
  options?: ObjectServerOptions,
) => Promise<MeasuredObject>;

export async function prepareMeasuredObjects(): Promise<StartMeasuredObject> {
  const start = await prepareObjectServers(FRONT);
  return async (folder, variables, options) => {
    const server = await start(folder, variables, options);
    let now = MEASURED_NOON;
    const ask = async (body: object): Promise<Measured> => (await server.control("/measured", body)) as Measured;
    return {
      ...server,
      get now() {
        return now;
      },
      advance: async (ms) => {
        now += ms;
        await ask({ until: now });
      },
      rows: async () => (await ask({})).rows,
      alarmAt: async () => (await ask({})).alarmAt,
      failures: async () => (await ask({})).failures,
      failAt: async (fails) => void (await ask({ fails })),
      useUp: async (usedUp) => void (await ask({ usedUp })),
      sleep: async () => void (await ask({ sleeps: true })),
    };
  };
}
