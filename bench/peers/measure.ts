/**
 * Runs a command and measures its whole process tree, using bash, GNU time and /proc. Linux only.
 */
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

/** Resources that one build used. */
export interface Usage {
  /** User and system time of the process and of every child that it has waited for (wait4). */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /**
   * Peak memory in MiB: of the largest process by wait4, or of the whole tree if a sample of it was
   * larger.
   */
  readonly peakMib: number;
  /** Maximum number of processes seen at once. */
  readonly processes: number;
}

/**
 * Interval between samples of the tree, in ms. Shorter-lived processes may be missed, but not
 * their CPU time.
 */
const SAMPLE_MS = 50;
const WRAPPERS: ReadonlySet<string> = new Set(["bash", "time", "sh"]);
const KIB_PER_MIB = 1024;
/**
 * The first `time` is bash's own, which is exact to a millisecond. GNU time adds the peak in KiB.
 * Both write to standard error, and the tool's output goes to standard output.
 */
const SCRIPT = `TIMEFORMAT='used %3U %3S %3R'; time /usr/bin/time -q -f 'peak %M' sh -c 'exec "$@" 2>&1' sh "$@"`;

export interface MeasureOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** @throws Error with the last lines of output if the command fails */
export async function measure(command: readonly string[], { cwd, env }: MeasureOptions): Promise<Usage> {
  const child = spawn("bash", ["-c", SCRIPT, "measure", ...command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const texts = ["", ""];
  [child.stdout, child.stderr].forEach((stream, index) => {
    stream.on("data", (chunk: Buffer) => {
      texts[index] = (texts[index] + chunk.toString()).slice(-4_000);
    });
  });
  let done = false;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal));
  }).finally(() => {
    done = true;
  });
  const sampled = child.pid === undefined ? { peakMib: 0, processes: 0 } : await sampleUntil(child.pid, () => done, ended);
  const code = await ended;
  const [said = "", told = ""] = texts;
  if (code !== 0) throw new Error(`${command.join(" ")} exited with ${code}: ${said.trim()}\n${told}`);
  const [user, system, wall] = numbersAfter("used", told);
  const [peakKib] = numbersAfter("peak", told);
  if (user === undefined || system === undefined || wall === undefined || peakKib === undefined) {
    throw new Error(`bash or /usr/bin/time printed something unexpected: ${told}\nhint: apt-get install bash time`);
  }
  return {
    cpuSeconds: user + system,
    wallSeconds: wall,
    peakMib: Math.max(peakKib / KIB_PER_MIB, sampled.peakMib),
    processes: sampled.processes,
  };
}

function numbersAfter(word: string, text: string): number[] {
  const line = new RegExp(`^${word} (.*)$`, "m").exec(text)?.[1] ?? "";
  return line.split(" ").map(Number).filter(Number.isFinite);
}

async function sampleUntil(root: number, isDone: () => boolean, ended: Promise<unknown>): Promise<{ peakMib: number; processes: number }> {
  let peakMib = 0;
  let processes = 0;
  while (!isDone()) {
    const tree = await sampleTree(root);
    peakMib = Math.max(peakMib, tree.reduce((sum, kib) => sum + kib, 0) / KIB_PER_MIB);
    processes = Math.max(processes, tree.length);
    await Promise.race([ended.catch(() => {}), new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))]);
  }
  return { peakMib, processes };
}

/** Returns the resident KiB of every process below `root`, except the measuring ones. */
async function sampleTree(root: number): Promise<number[]> {
  const found: number[] = [];
  const walk = async (pid: number): Promise<void> => {
    const status = await readText(`/proc/${pid}/status`);
    const name = /^Name:\t(.*)$/m.exec(status)?.[1] ?? "";
    const rss = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    if (!WRAPPERS.has(name) && rss > 0) found.push(rss);
    const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
    for (const task of tasks) {
      const children = (await readText(`/proc/${pid}/task/${task}/children`)).split(" ").filter((text) => text !== "");
      for (const next of children) await walk(Number(next));
    }
  };
  await walk(root);
  return found;
}

/** Returns "" if the file cannot be read, because a process may end between two reads. */
async function readText(path: string): Promise<string> {
  return await readFile(path, "utf8").catch(() => "");
}
