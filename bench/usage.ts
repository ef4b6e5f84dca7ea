/** What a process has used so far. */
export interface Usage {
  /** Resident memory now. */
  readonly rssBytes: number;
  /** User and system together. */
  readonly cpuSeconds: number;
}

/** Answers each message over IPC with what this process has used. That alone does not keep it alive. */
export function answerUsage(): void {
  process.on("message", () => process.send?.(readUsage()));
  process.channel?.unref();
}

function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { rssBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1_000_000 };
}
