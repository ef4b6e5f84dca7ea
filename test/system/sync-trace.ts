/**
 * Reads the output of `strace -f -yy` for a server: when its database's log was written and synced,
 * and when answers left.
 */

/** System calls that strace reports. */
export const TRACED = "read,write,writev,sendto,sendmsg,pwrite64,pwritev,fsync,fdatasync";
/** Enough to show a whole page of the database. */
export const TRACED_BYTES = 4_200;

interface Call {
  readonly name: string;
  /** Target of its file descriptor: a path, or the two ends of a connection. */
  readonly target: string;
  readonly text: string;
  readonly result: number;
}

/**
 * System calls ordered by their ends, but writes to sockets by their beginnings, so that no answer
 * seems later than it was.
 */
function readCalls(trace: string): Call[] {
  const begun = new Map<string, string>();
  const calls: Call[] = [];
  for (const line of trace.split("\n")) {
    const [, thread = "", rest = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    const whole = resumed === undefined ? rest : (begun.get(thread) ?? "") + resumed;
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(whole)?.[1];
    if (unfinished !== undefined) begun.set(thread, unfinished);
    const call = toCall(unfinished ?? whole);
    if (call === null) continue;
    const isAnswer = isSocket(call) && call.name !== "read";
    if (isAnswer ? resumed === undefined : unfinished === undefined) calls.push(call);
  }
  return calls;
}

/** `pwrite64(24</data/octavo.db-wal>, "…", 24, 4152) = 24` */
function toCall(text: string): Call | null {
  const [, name = "", target = "", rest = ""] = /^(\w+)\(\d+<((?:->|[^<>])*)>(.*)$/s.exec(text) ?? [];
  if (name === "") return null;
  return { name, target, text: rest, result: Number(/ = (-?\d+)[^=]*$/.exec(rest)?.[1] ?? Number.NaN) };
}

const isSocket = ({ target }: Call): boolean => target.startsWith("TCP");
const isSync = ({ name }: Call): boolean => name === "fsync" || name === "fdatasync";

export interface SyncReport {
  /** Successful answers to writes. */
  readonly answers: number;
  /** Answers that were sent before the data was safe, one line each. */
  readonly faults: readonly string[];
  /** The folder was synced after the log was created, so the log's name is also safe. */
  readonly folderSynced: boolean;
}

interface Pending {
  readonly path: string;
  /** How many of the log's writes came before the request. */
  readonly written: number;
}

/**
 * Each 2xx answer to a request that writes needs, since its request was read, a write to the log
 * (one that contains `textOf(path)`, if that is not null) and after that a successful sync of the
 * log. If `textOf` is undefined, the answer may rest on an earlier write: then everything in the
 * log must have been synced, by this process.
 */
export function judgeTrace(trace: string, wal: string, textOf: (path: string) => string | null | undefined): SyncReport {
  const pending = new Map<string, Pending>();
  const writes: string[] = [];
  const faults: string[] = [];
  let synced = 0;
  let isSynced = false;
  let answers = 0;
  let folderSynced = false;

  const judge = ({ path, written }: Pending): string | null => {
    const text = textOf(path);
    if (text === undefined) return isSynced && synced === writes.length ? null : `${path}: answered before what it repeats was synced`;
    const at = writes.findIndex((write, index) => index >= written && (text === null || write.includes(text)));
    if (at < 0) return `${path}: answered before it was in the log`;
    // The last write of its transaction may come later; anything after the last sync is not safe.
    return at < synced && synced === writes.length ? null : `${path}: answered before the log was synced`;
  };

  for (const call of readCalls(trace)) {
    if (call.target === wal && call.name.startsWith("pwrite")) writes.push(call.text);
    else if (call.target === wal && isSync(call) && call.result === 0) {
      isSynced = true;
      synced = writes.length;
    } else if (isSync(call) && wal.startsWith(`${call.target}/`)) folderSynced ||= writes.length > 0;
    else if (isSocket(call) && call.name === "read") {
      const path = /^, "(?:POST|PUT|PATCH|DELETE) (\S+) HTTP/.exec(call.text)?.[1];
      if (path !== undefined) pending.set(call.target, { path, written: writes.length });
    } else if (isSocket(call) && /"HTTP\/1\.1 2\d\d /.test(call.text)) {
      const request = pending.get(call.target);
      if (request === undefined) continue;
      pending.delete(call.target);
      answers += 1;
      const fault = judge(request);
      if (fault !== null) faults.push(fault);
    }
  }
  return { answers, faults, folderSynced };
}
