import type { CommandHelp } from "../help.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../options.ts";

export interface Command extends CommandHelp {
  /** Returns the exit code. */
  run(settings: Settings, io: Io): Promise<number>;
}
