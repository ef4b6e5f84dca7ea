import type { CommandHelp, GroupHelp } from "../help.ts";
import type { Io } from "../io.ts";
import type { Options, SettingsOf } from "../options/option.ts";
import type { COMMON_OPTIONS } from "../options/shared-options.ts";

export interface CommandOf<O extends Options> extends CommandHelp {
  readonly options: O;
  /**
   * Returns the exit code; nothing for success. It imports its own modules, so that other commands
   * do not wait for them.
   * @param words as many as the help's `words` allow
   */
  run(settings: SettingsOf<O & typeof COMMON_OPTIONS>, io: Io, words: readonly string[]): Promise<number> | Promise<void>;
}

export type Command = CommandOf<Options>;

/** Infers the settings of `run` from the options that the command declares. */
export function defineCommand<O extends Options>(command: CommandOf<O>): CommandOf<O> {
  return command;
}

/** Commands with the same first word: `octavo comments list`. */
export interface CommandGroup extends GroupHelp {
  readonly commands: readonly Command[];
}
