import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDesk } from "../server/desk/desk-app.ts";
import { createDeskGate } from "../server/desk/desk-gate.ts";
import { createOwner, toOwnerContext } from "../server/owner/owner-operation.ts";
import { openFileHost } from "../server/store/file/file-host.ts";
import type { NewComment } from "../server/store/request-types.ts";
import { openStore } from "../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../server/store/store.ts";
import { quantile } from "./load.ts";
import { printTable } from "./table.ts";

/** Numbers of waiting comments: just over one page, for comparison, and a spammer's flood. */
const FEW = 21;
const MANY = 10_000;
/** Rounds of each kind of request, on each desk. */
const ROUNDS = 60;
const PARALLEL = 500;
const HOST = "127.0.0.1:4127";
const BODY = "The table says when, not *how high*: for that you ask at the harbour, or look at [the gauge](https://tides.example/gauge).";
const BODY_HTML = `<p>The table says when, not <em>how high</em>: for that you ask at the harbour, or look at <a href="https://tides.example/gauge" rel="nofollow ugc noopener">the gauge</a>.</p>`;

interface BenchDesk {
  readonly waiting: number;
  ask(path: string, form?: Readonly<Record<string, string>>): Promise<Response>;
  /** Waiting comments, oldest first. */
  readonly ids: readonly string[];
}

interface Sample {
  readonly ms: number;
  readonly cpuMs: number;
}

/**
 * Measures pages and decisions of `octavo desk` with 10,000 waiting comments, alternating with a
 * desk that has 21.
 */
export async function benchDesk(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-bench-desk-"));
  try {
    const desks = [await openBenchDesk(join(folder, "few.db"), FEW), await openBenchDesk(join(folder, "many.db"), MANY)];
    const works: readonly (readonly [string, (desk: BenchDesk, round: number) => Promise<unknown>])[] = [
      ["the first page", (desk) => readPage(desk, "/")],
      ["the page after the middle", ({ ask, ids }) => readPage({ ask }, `/?after=${ids[Math.floor(ids.length / 2)]}`)],
      ["a search for a word", ({ ask }) => readPage({ ask }, "/?text=harbour")],
      ["a decision and its undo", decideAndUndo],
      ["inquiries", (desk) => readPage(desk, "/inquiries")],
    ];
    const rows: string[][] = [];
    for (const [name, work] of works) {
      const samples = new Map<number, Sample[]>(desks.map(({ waiting }) => [waiting, []]));
      for (let round = -5; round < ROUNDS; round += 1)
        for (const desk of desks) {
          const sample = await measureWork(() => work(desk, Math.max(round, 0)));
          // The first rounds are not measured, because V8 compiles the code in them.
          if (round >= 0) samples.get(desk.waiting)?.push(sample);
        }
      rows.push([name, ...desks.flatMap(({ waiting }) => describeSamples(samples.get(waiting) ?? []))]);
    }
    console.log(`## The desk, ${ROUNDS} times each, in turn\n`);
    printTable(["", ...[FEW, MANY].flatMap((count) => [`${count} waiting: median ms`, "p95 ms", "CPU ms"])], rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readPage({ ask }: Pick<BenchDesk, "ask">, path: string): Promise<string> {
  const response = await ask(path);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

/** Sends two forms as a browser would, and loads the page after each. */
async function decideAndUndo(desk: BenchDesk, round: number): Promise<void> {
  const id = desk.ids[round % Math.min(desk.ids.length, 20)] ?? "";
  const form = /name="form" value="([^"]+)"/.exec(await readPage(desk, "/"))?.[1] ?? "";
  for (const [path, values] of [
    [`/comments/${id}?list=pending`, { do: "approve", revision: "1" }],
    ["/undo", { id }],
  ] as const) {
    const response = await desk.ask(path, { form, ...values });
    if (response.status !== 303) throw new Error(`${path} answered ${response.status}`);
    await readPage(desk, "/");
  }
}

async function measureWork(work: () => Promise<unknown>): Promise<Sample> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - started, cpuMs: (user + system) / 1_000 };
}

function describeSamples(samples: readonly Sample[]): string[] {
  const times = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  const cpu = samples.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / samples.length;
  return [quantile(times, 0.5), quantile(times, 0.95), cpu].map((ms) => ms.toFixed(1));
}

async function openBenchDesk(file: string, waiting: number): Promise<BenchDesk> {
  const open = (migrates: boolean): Store => openStore({ file, clock: Date.now, random: (bytes) => randomBytes(bytes), migrates });
  const store = open(true);
  const ids = await seedQueue(store, waiting);
  await store.close();
  const gate = createDeskGate({ random: (bytes) => randomBytes(bytes) });
  const answer = createDesk({
    gate,
    withOwner: async (work) => {
      const own = open(false);
      const context = { store: own, host: openFileHost({ file }), clock: Date.now, random: (bytes: number) => randomBytes(bytes) };
      return work(createOwner(toOwnerContext(context))).finally(() => own.close());
    },
    findPost: async () => null,
    findTitle: async () => null,
    warnings: () => [],
    clock: Date.now,
    script: "",
    use: () => true,
  });
  const opened = await answer(new Request(`http://${HOST}/?token=${gate.issue()}`, { headers: { Host: HOST } }));
  const cookie = opened.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  return {
    waiting,
    ids,
    ask: (path, form) =>
      answer(
        new Request(`http://${HOST}${path}`, {
          headers: { Host: HOST, Cookie: cookie, Origin: `http://${HOST}` },
          ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
        }),
      ),
  };
}

async function seedQueue({ comments }: Store, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += PARALLEL) {
    const batch = Array.from({ length: Math.min(PARALLEL, count - from) }, (_, at) => comments.submit(waitingComment(from + at)));
    for (const result of await Promise.all(batch)) if (result.kind === "accepted") ids.push(result.id);
  }
  return ids;
}

function waitingComment(number: number): NewComment {
  return {
    slug: `post-${number % 50}`,
    parentId: null,
    authorName: `Visitor ${number}`,
    authorEmail: null,
    authorUrl: null,
    body: BODY,
    bodyHtml: BODY_HTML,
    sanitizerVersion: 1,
    verdict: { state: "pending" },
    origin: "https://tides.example",
    banKeys: [],
    duplicateKey: randomBytes(32),
    idempotency: null,
    quotas: [],
  };
}
