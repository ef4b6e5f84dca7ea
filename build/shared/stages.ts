export interface ProgressEvent {
  readonly stage: StageName;
  readonly done: number;
  readonly total: number;
}

export type StageName = "parse" | "render" | "assemble" | "index" | "search" | "hosts" | "write";

export interface StageTime {
  readonly name: StageName;
  /** Wall-clock time in milliseconds. */
  readonly ms: number;
  /** CPU time of the whole process during that time, in milliseconds. */
  readonly cpuMs: number;
}

/** Measures the wall-clock and CPU time of the stages of a build, and reports their progress. */
export interface Stages {
  run<T>(name: StageName, work: (progress: (done: number, total: number) => void) => Promise<T> | T): Promise<T>;
  readonly times: readonly StageTime[];
}

const MICROSECONDS = 1_000;

export function createStages(onProgress: ((event: ProgressEvent) => void) | undefined): Stages {
  const times: StageTime[] = [];
  return {
    times,
    async run(stage, work) {
      const started = performance.now();
      const cpu = process.cpuUsage();
      try {
        return await work((done, total) => onProgress?.({ stage, done, total }));
      } finally {
        const { user, system } = process.cpuUsage(cpu);
        times.push({ name: stage, ms: performance.now() - started, cpuMs: (user + system) / MICROSECONDS });
      }
    },
  };
}
