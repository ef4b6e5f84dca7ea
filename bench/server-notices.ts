/**
 * `npm run bench -- --notices` measures how long a visitor waits for the answer to an inquiry and
 * to a comment in three cases: without notices, with a mail server that accepts them, and with one
 * that accepts the connection and never answers. The cases take turns in five rounds. Target: the
 * median of the rounds' ratios is within a tenth of 1.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { quantile } from "./load.ts";
import { type ServerChild, startLoadGenerator, startServer } from "./server-children.ts";
import type { RequestKind } from "./server-requests.ts";
import { buildSite } from "./server-site.ts";
import { printTable } from "./table.ts";

export interface NoticesOptions {
  readonly durationMs: number;
}

const ROUNDS = 5;
/** Fewer than the server can handle, because latency is measured, not throughput. */
const CONNECTIONS = 8;
const KINDS: readonly RequestKind[] = ["inquiry", "comment"];
/**
 * Requests per measurement. Their number is fixed, so that the database grows equally in all three
 * cases.
 */
const REQUESTS = 4_000;

export async function benchNotices({ durationMs }: NoticesOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
  const load = startLoadGenerator();
  const servers: ServerChild[] = [];
  const silent = createServer(() => undefined);
  let emails = 0;
  const taking = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      emails += 1;
      stream.resume().on("end", () => done());
    },
  });
  try {
    const site = await buildSite(folder);
    const ports = { silent: await listen(silent), taking: await listen(taking.server) };
    const start = async (name: string, port: number | null): Promise<ServerChild> => {
      await mkdir(join(folder, name));
      const args = ["api", "--db", join(folder, name, "octavo.db"), "--published", site.distDir, "--trust-proxy", "127.0.0.1"];
      const env = port === null ? {} : { OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${port}`, OCTAVO_MAIL_TO: "owner@site.example" };
      const server = await startServer({
        script: "../bin/octavo.mjs",
        args,
        env,
        path: "/api/v1/counts",
        logFile: join(folder, `${name}.log`),
      });
      servers.push(server);
      return server;
    };
    const none = await start("none", null);
    const others = [
      { name: "mail server that accepts notices", server: await start("taking", ports.taking) },
      { name: "mail server that never answers", server: await start("silent", ports.silent) },
    ];
    let seed = 0;
    const p99Of = async (server: ServerChild, kind: RequestKind): Promise<number> => {
      seed += 1;
      const job = { port: server.port, kind, slugs: site.slugs, seed, connections: CONNECTIONS, durationMs, requests: REQUESTS };
      return (await load.run(job)).p99;
    };
    const inTurn = [none, ...others.map(({ server }) => server)];
    const rows: string[][] = [];
    for (const kind of KINDS) {
      const times = inTurn.map((): number[] => []);
      // Each case is first, second and third in turn, because the disk still has work to do after
      // each case.
      for (let turn = 0; turn < ROUNDS * inTurn.length; turn += 1) {
        const at = (turn + Math.floor(turn / inTurn.length)) % inTurn.length;
        const server = inTurn[at];
        if (server !== undefined) times[at]?.push(await p99Of(server, kind));
      }
      const [bases = [], ...found] = times;
      rows.push([`${kind}, no notices`, `${middle(bases).toFixed(1)} ms`, "", ""]);
      for (const [index, { name }] of others.entries()) {
        const ratios = (found[index] ?? []).map((time, round) => time / (bases[round] ?? 0));
        rows.push([`${kind}, ${name}`, "", middle(ratios).toFixed(2), ratios.map((ratio) => ratio.toFixed(2)).join(" ")]);
      }
    }
    printTable(["p99 at 8 connections", "time", "median of ratios", "ratios"], rows);
    console.log(`${emails} emails were accepted\n`);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    load.stop();
    silent.close();
    await new Promise<void>((resolve) => taking.close(() => resolve()));
    await rm(folder, { recursive: true, force: true });
  }
}

function middle(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}
