import type { PictureMemo } from "../pictures/store.ts";

/**
 * What builds of one process keep for the next in memory, so that a rebuild reads no cache from disk: `dev` builds on every save. Given back
 * to disk by `flush`, and now and then.
 */
export interface BuildMemory {
  readonly parts: Map<string, unknown>;
  readonly pictures: PictureMemo;
  /** What to write when there is time; the latest of each name. */
  readonly pending: Map<string, () => void>;
  /** Writes what is pending. Called once no build is under way. */
  flush(): void;
}

export function createBuildMemory(): BuildMemory {
  const pending = new Map<string, () => void>();
  return {
    parts: new Map(),
    pictures: new Map(),
    pending,
    flush() {
      const writes = [...pending.values()];
      pending.clear();
      for (const write of writes) write();
    },
  };
}
