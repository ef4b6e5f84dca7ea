/** How long a program has run, milliseconds. */
export interface Elapsed {
  readonly ms: number;
  readonly cpuMs: number;
}

const MICROSECONDS = 1_000;

/** Since the process began: what was waited for is more than the stages of a build, as the program has to be loaded, and what was kept to be read. */
export function sinceStart(): Elapsed {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), cpuMs: (user + system) / MICROSECONDS };
}
