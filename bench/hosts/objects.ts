/**
 * Measures the write server in a Durable Object, in workerd: `node bench/hosts/objects.ts
 * [--requests 400] [--rounds 5] [--workerd binary] [--program <checkout>]`. Prints the processor
 * time of all workerd threads per request over HTTP, with 16 connections and without the first run
 * of each kind, and the number of likes per second that one object handles. Rate limits are counted
 * in the table that outlives the object's memory, but never reached. Linux only.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { formatKey, newKeyText } from "../../server/owner/keys/key-text.ts";
import { openHttpClient } from "../http-client.ts";
import { quantile } from "../load.ts";
import { createRequestSource, type RequestKind } from "../server-requests.ts";
import { printTable } from "../table.ts";
import { type ObjectProcess, startObjectProcess } from "./object-process.ts";

const CONNECTIONS = 16;
/** Number of comments on the measured page. */
const SHOWN = 25;

const KINDS: readonly (readonly [name: string, kind: RequestKind, wantedMs: number])[] = [
  ["a like of a new visitor", "like", 2],
  ["a batch of 20 records", "engagement-batch", 4],
  ["an ordinary comment", "comment", 4],
  ["a comment of 5,000 characters", "comment-long", 30],
  ["a page of comments", "comment-page", 1.5],
];
const LIKES_A_SECOND = 500;

interface Run {
  /** Processor time per request. */
  readonly cpuMs: number;
  readonly perSecond: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      requests: { type: "string", default: "400" },
      rounds: { type: "string", default: "5" },
      workerd: { type: "string" },
      program: { type: "string" },
    },
  });
  const key = newKeyText((bytes) => randomBytes(bytes));
  const server = await startObjectProcess({ key, binary: values.workerd ?? null, checkout: values.program ?? null });
  try {
    await fillPages(server, formatKey(key));
    const runs = new Map<RequestKind, Run[]>(KINDS.map(([, kind]) => [kind, []]));
    // The first round warms up.
    for (let round = 0; round <= Number(values.rounds); round += 1)
      for (const [kind, found] of runs) {
        const run = await measure(server, kind, { requests: Number(values.requests), seed: 1 + round });
        if (round > 0) found.push(run);
      }
    printTable(
      ["", "CPU ms per request, median (minimum to maximum)", "target", "per second"],
      KINDS.map(([name, kind, wanted]) => {
        const times = (runs.get(kind) ?? []).map(({ cpuMs }) => cpuMs).toSorted((a, b) => a - b);
        const perSecond = quantile(
          (runs.get(kind) ?? []).map((run) => run.perSecond).toSorted((a, b) => a - b),
          0.5,
        );
        const [least, median, most] = [0, 0.5, 1].map((share) => quantile(times, share));
        return [
          name,
          `${median?.toFixed(2)} (${least?.toFixed(2)} to ${most?.toFixed(2)})`,
          `${wanted}: ${(median ?? 0) <= wanted ? "met" : "MISSED"}`,
          `${perSecond.toFixed(0)}${kind === "like" ? `, target ${LIKES_A_SECOND}` : ""}`,
        ];
      }),
    );
  } finally {
    await server.stop();
  }
}

/** Publishes comments on each measured post. */
async function fillPages({ port, slugs }: ObjectProcess, key: string): Promise<void> {
  const ask = async (path: string, body: object, headers: Record<string, string>): Promise<Record<string, unknown>> => {
    const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  for (const slug of slugs) {
    const targets = [];
    for (let count = 0; count < SHOWN; count += 1) {
      const body = `Comment ${count} of **${slug}**, with [a link](https://tides.example/${count}) and some words more.`;
      const address = { "X-Forwarded-For": `10.9.${count}.${slug.length}` };
      const { id } = await ask(`/api/v1/posts/${slug}/comments`, { authorName: `Reader ${count}`, body }, address);
      targets.push({ id, revision: 1 });
    }
    await ask("/owner/v1/comments.decide", { targets, decision: "approve" }, { Authorization: `Bearer ${key}` });
  }
}

async function measure(
  server: ObjectProcess,
  kind: RequestKind,
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Promise<Run> {
  const source = createRequestSource(kind, { slugs: server.slugs, seed });
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => openHttpClient(server.port)));
  const [before, started] = [server.cpuMs(), performance.now()];
  let left = requests;
  await Promise.all(
    clients.map(async (client) => {
      while (left > 0) {
        left -= 1;
        const { status } = await client.ask(source.next());
        if (!source.statuses.has(status)) throw new Error(`a request of the kind ${kind} was answered with status ${status}`);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  for (const client of clients) client.close();
  return { cpuMs: (server.cpuMs() - before) / requests, perSecond: requests / seconds };
}

await main();
