import type { BuildCache } from "./build-cache.ts";
import type { BuildOptions } from "./build-options.ts";
import { Diagnostics } from "./shared/diagnostics.ts";
import { createStages, type Stages } from "./shared/stages.ts";

/** A build on its way: what its steps share. */
export interface Build {
  readonly options: BuildOptions;
  readonly cache: BuildCache;
  readonly diagnostics: Diagnostics;
  readonly stages: Stages;
  readonly notices: string[];
  /** Whether nothing may be written. */
  failed(): boolean;
}

export function openBuild(options: BuildOptions, cache: BuildCache): Build {
  const diagnostics = new Diagnostics();
  const failed = (): boolean => diagnostics.errorCount > 0 || (options.strict && diagnostics.warningCount > 0);
  return { options, cache, diagnostics, stages: createStages(options.onProgress), notices: [], failed };
}
