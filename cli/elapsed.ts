/** How long a program has run, in milliseconds. */
export interface Elapsed {
  readonly ms: number;
  readonly cpuMs: number;
}

const MICROSECONDS = 1_000;

/**
 * Time since the process began. It includes loading the program and its cache, which no stage of a
 * build does.
 */
export function sinceStart(): Elapsed {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), cpuMs: (user + system) / MICROSECONDS };
}
