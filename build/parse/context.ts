import type { ResolvedConfig } from "../config.ts";
import type { Diagnostics, Location } from "../diagnostics.ts";
import type { FileFacts } from "./parsed-file.ts";

/** What parsing any one document needs to know. */
export interface FileContext {
  readonly config: ResolvedConfig;
  /** The site's: dates without an offset are read in it. */
  readonly timeZone: string;
  /** The place of values that come from the configuration. */
  readonly elsewhere: Location;
}

/** The same for one document of a collection, with what takes its findings. */
export interface ParseContext extends FileContext {
  readonly diagnostics: Diagnostics;
  readonly facts: FileFacts;
}
