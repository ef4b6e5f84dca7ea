import { NO_NOTICES, type NoticeConfig } from "../../notices/notice-config.ts";

/** A server lends these to owner operations. A command on a file has none of it. */
export interface OwnerTools {
  /**
   * Runs a command of this program in a process of its own, because work on a whole database would
   * block visitors. Returns its standard output. Null: the operation works in this process.
   */
  readonly runCommand: ((args: readonly string[]) => Promise<string>) | null;
  /** The channels of notices. */
  readonly notices: NoticeConfig;
}

export const NO_TOOLS: OwnerTools = { runCommand: null, notices: NO_NOTICES };
