import type { BuildOptions } from "./build-options.ts";
import type { BuildCache } from "./cache/build-cache.ts";
import { Diagnostics } from "./shared/diagnostics.ts";
import { createStages, type Stages } from "./stages.ts";

/** A running build: the state that its steps share. */
export interface Build {
  readonly options: BuildOptions;
  readonly cache: BuildCache;
  readonly diagnostics: Diagnostics;
  readonly stages: Stages;
  readonly notices: string[];
  /** Whether the build must not write anything. */
  failed(): boolean;
}

export function openBuild(options: BuildOptions, cache: BuildCache): Build {
  const diagnostics = new Diagnostics();
  const failed = (): boolean => diagnostics.errorCount > 0 || (options.strict && diagnostics.warningCount > 0);
  return { options, cache, diagnostics, stages: createStages(options.onProgress), notices: [], failed };
}
