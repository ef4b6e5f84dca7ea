import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureViews } from "../test/hosts/objects/measure-views.ts";
import { type MeasuredObject, prepareMeasuredObjects, type StartMeasuredObject } from "../test/hosts/objects/measured-object.ts";
import { printTable } from "./table.ts";

const MINUTE_MS = 60_000;
/** Writes of one kind, each by a visitor of its own. */
const WRITES = 100;

/**
 * `npm run bench -- --rows`: rows that each kind of write costs in a Durable Object, as workerd
 * counts them: those of indexes and alarms are among them. It needs the programs of test/hosts,
 * which `npm run test:hosts` installs.
 */
export async function benchRows(): Promise<void> {
  const start = await prepareMeasuredObjects();
  const rows: string[][] = [];
  for (const [name, everyMs, views] of [
    ["a view with its reading, one a minute", MINUTE_MS, 720],
    ["a view with its reading, ten a second", 100, 2_000],
  ] as const) {
    const { written, deleted } = await withObject(start, (server) => measureViews(server, everyMs, views));
    rows.push([name, ...[written, deleted, written + deleted].map((each) => each.toFixed(1))]);
  }
  for (const [name, [path, toBody]] of Object.entries(KINDS)) {
    const each = await withObject(start, (server) => measureWrites(server, path, toBody));
    rows.push([name, each.toFixed(1), "", each.toFixed(1)]);
  }
  console.log("## Rows written in a Durable Object\n");
  printTable(["", "each", "deleted later", "in all"], rows);
}

type ToBody = (n: number) => object | undefined;

const KINDS: Readonly<Record<string, readonly [path: string, toBody: ToBody]>> = {
  "a like": ["/posts/tides/like", () => undefined],
  "a comment, still waiting": [
    "/posts/tides/comments",
    (n) => ({ authorName: "Ada", authorEmail: `ada${n}@ada.example`, body: `Comment ${n}` }),
  ],
  "an inquiry": ["/services/inquiries", (n) => ({ email: "ada@ada.example", message: `Question ${n}` })],
};

async function withObject<T>(start: StartMeasuredObject, work: (server: MeasuredObject) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
  const server = await start(folder);
  try {
    return await work(server);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

async function measureWrites(server: MeasuredObject, path: string, toBody: ToBody): Promise<number> {
  const write = async (n: number): Promise<void> => {
    const answer = await server.send("POST", path, toBody(n), { "X-Test-Client": `10.1.${n}.1` });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    await server.advance(MINUTE_MS);
  };
  await write(0);
  const before = await server.rows();
  for (let n = 1; n <= WRITES; n += 1) await write(n);
  return ((await server.rows()) - before) / WRITES;
}
