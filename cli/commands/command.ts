import type { CommandHelp, GroupHelp } from "../help.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../options.ts";

export interface Command extends CommandHelp {
  /**
   * Returns the exit code. What it needs is imported in here: the others must not wait for it.
   * @param words as many as `words` of the help says
   */
  run(settings: Settings, io: Io, words: readonly string[]): Promise<number>;
}

/** Commands with a first word in common: `octavo comments list`. */
export interface CommandGroup extends GroupHelp {
  readonly commands: readonly Command[];
}
