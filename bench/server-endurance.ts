import { statSync } from "node:fs";
import Database from "better-sqlite3";
import type { LoadChild, ServerChild } from "./server-children.ts";
import { BATCH_RECORDS } from "./server-requests.ts";

/** Interval between memory samples, in ms. */
const SAMPLE_MS = 1_000;
/** Number of connections that send events: enough to keep the server busy. */
const FEED_CONNECTIONS = 16;
const HOUR_MS = 3_600_000;

export interface SoakOptions {
  readonly load: LoadChild;
  readonly server: ServerChild;
  readonly slugs: readonly string[];
  readonly connections: number;
  readonly minutes: number;
}

export interface Soak {
  readonly requests: number;
  readonly rate: number;
  readonly p99: number;
  /** Resident memory in bytes: the median of each quarter of the time. */
  readonly quarters: readonly number[];
  readonly largest: number;
}

/** Runs a mixed load and samples the memory every second. */
export async function soak({ load, server, slugs, connections, minutes }: SoakOptions): Promise<Soak> {
  const samples: number[] = [];
  let sampling = true;
  const sampler = (async () => {
    while (sampling) {
      samples.push((await server.usage()).rssBytes);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  const { port } = server;
  const report = await load
    .run({ port, kind: "mixed", slugs, seed: 900, connections, durationMs: minutes * 60_000, requests: Number.MAX_SAFE_INTEGER })
    .finally(() => {
      sampling = false;
    });
  await sampler;
  const quarter = (index: number): number => {
    const part = samples
      .slice(Math.floor((samples.length * index) / 4), Math.floor((samples.length * (index + 1)) / 4))
      .sort((a, b) => a - b);
    return part[Math.floor(part.length / 2)] ?? Number.NaN;
  };
  return {
    requests: report.requests,
    rate: report.requests / report.seconds,
    p99: report.p99,
    quarters: [0, 1, 2, 3].map(quarter),
    largest: Math.max(...samples),
  };
}

export interface FeedOptions {
  readonly load: LoadChild;
  readonly server: ServerChild;
  readonly slugs: readonly string[];
  readonly events: number;
}

/** Sends this many records in batches of 20; returns records per second. */
export async function feedEvents({ load, server, slugs, events }: FeedOptions): Promise<number> {
  const requests = Math.ceil(events / BATCH_RECORDS);
  const { port } = server;
  const report = await load.run({
    port,
    kind: "engagement-batch",
    slugs,
    seed: 777,
    connections: FEED_CONNECTIONS,
    durationMs: HOUR_MS,
    requests,
  });
  return (report.requests * BATCH_RECORDS) / report.seconds;
}

export interface DatabaseSize {
  /** Size of the file without its log. */
  readonly bytes: number;
  readonly events: number;
  /** Size of the data that is deleted after two days: keys that identify visitors and repeats. */
  readonly passingBytes: number;
}

/** Measures a database whose server has stopped and has therefore emptied its log. */
export function measureDatabase(file: string): DatabaseSize {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const count = (sql: string): number => database.prepare<[], { n: number }>(sql).get()?.n ?? 0;
    return {
      bytes: statSync(file).size,
      events: count("SELECT coalesce(sum(json_array_length(events)), 0) AS n FROM event_pack"),
      passingBytes: count("SELECT sum(pgsize) AS n FROM dbstat WHERE name = 'seen'"),
    };
  } finally {
    database.close();
  }
}
