/**
 * Measures `octavo db push` and `octavo db pull` between a file and a Durable Object in workerd:
 * `node bench/hosts/transfers.ts [--megabytes 50,200]`. Prints the time, and the CPU and peak
 * memory of the command and of workerd. Comments and raw events each fill half of the file.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { formatKey, newKeyText } from "../../server/owner/keys/key-text.ts";
import { StoredSecrets, toSecrets } from "../../server/secrets/secrets.ts";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import { renderComment } from "../../server/text/comment-markdown.ts";
import { SANITIZER_VERSION } from "../../server/text/sanitizer-version.ts";
import { startObjectProcess } from "./object-process.ts";
import { readUsage } from "./workerd-process.ts";

const MB = 1e6;
const POLL_MS = 50;
const ROOT = join(import.meta.dirname, "../..");
/** A comment of about 1,000 characters. */
const TEXT = "The tide *turned* at noon, and [the wall](https://ines.example/wall) stood in `water`. ".repeat(12);
/** Bytes of a row of raw events. */
const PACK_BYTES = 20_000;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { megabytes: { type: "string", default: "50,200" } } });
  for (const size of values.megabytes.split(",").map(Number)) {
    const folder = await mkdtemp(join(tmpdir(), "octavo-transfers-"));
    const key = newKeyText((bytes) => randomBytes(bytes));
    const server = await startObjectProcess({ key, binary: null, checkout: null });
    try {
      const file = join(folder, "octavo.db");
      await makeFile(file, size * MB, server.secrets);
      const site = ["--site", `http://127.0.0.1:${server.port}`];
      const sizes = `${((await stat(file)).size / MB).toFixed(0)} MB`;
      await measure(`push ${sizes}`, ["db", "push", file, ...site, "--rows-a-day", "none"], { key: formatKey(key), pid: server.pid });
      await measure(`pull ${sizes}`, ["db", "pull", ...site, "--out", join(folder, "pulled.db")], { key: formatKey(key), pid: server.pid });
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function makeFile(file: string, bytes: number, secrets: string): Promise<void> {
  const store = openStore({ file, clock: () => Date.now(), random: (count) => randomBytes(count) });
  await store.secrets.keep(toSecrets(StoredSecrets.parse(JSON.parse(secrets)), () => StoredSecrets.parse(null)).fingerprint);
  await store.close();
  const database = new Database(file);
  const { html } = renderComment(TEXT);
  const comment = database.prepare(
    `INSERT INTO comment (id, public_id, post_id, depth, state, author_name, body, body_html, sanitizer_version, created_at)
     VALUES (?, ?, 1, 0, 'pending', 'Ada', ?, ?, ${SANITIZER_VERSION}, ?)`,
  );
  const pack = database.prepare("INSERT INTO event_pack (id, events) VALUES (?, ?)");
  const events = JSON.stringify(Array.from({ length: PACK_BYTES / 20 }, (_, at) => [at, 0, 0, 1, 0, 0, 0, 0, 0]));
  database.transaction(() => {
    database.exec("INSERT INTO post (id, slug) VALUES (1, 'tides')");
    const count = Math.floor(bytes / 2 / (TEXT.length + html.length + 300));
    for (let at = 1; at <= count; at += 1) comment.run(at, `${at}`.padStart(24, "a"), TEXT, html, at);
    // A day has 2^24 numbers (event-packs.ts).
    const day = Math.floor(Date.now() / 86_400_000) * 2 ** 24;
    for (let at = 1; at <= bytes / 2 / events.length; at += 1) pack.run(day + at, events);
  })();
  database.close();
}

async function measure(name: string, args: readonly string[], { key, pid }: { readonly key: string; readonly pid: number }): Promise<void> {
  const cpuBefore = cpuOf(pid);
  const started = performance.now();
  const child = spawn(process.execPath, [join(ROOT, "bin/octavo.mjs"), ...args], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, OCTAVO_KEY: key },
  });
  let command = { mb: 0, cpu: 0 };
  const look = async (): Promise<void> => {
    // The process may just have ended.
    const mb = await peakOf(child.pid ?? 0).catch(() => 0);
    if (mb > 0) command = { mb, cpu: cpuOf(child.pid ?? 0) };
  };
  const timer = setInterval(() => void look(), POLL_MS);
  const [code] = (await once(child, "exit")) as [number];
  clearInterval(timer);
  if (code !== 0) throw new Error(`${name} exited with code ${code}`);
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  console.log(
    `${name}: ${seconds(performance.now() - started)} s; command ${command.mb.toFixed(0)} MB, CPU ${seconds(command.cpu)} s; ` +
      `workerd ${(await peakOf(pid)).toFixed(0)} MB, CPU ${seconds(cpuOf(pid) - cpuBefore)} s`,
  );
}

function cpuOf(pid: number): number {
  const { thread, others } = readUsage(pid);
  return thread + others;
}

/** Returns the peak resident memory so far in MB. */
async function peakOf(pid: number): Promise<number> {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes ?? 0) * 1_024) / MB;
}

await main();
