import { capsTrouble } from "./kinds/caps-trouble.ts";
import { channelsTrouble } from "./kinds/channels-trouble.ts";
import { figuresTrouble } from "./kinds/figures-trouble.ts";
import { logTrouble } from "./kinds/log-trouble.ts";
import { rowsTrouble } from "./kinds/rows-trouble.ts";
import { writesTrouble } from "./kinds/writes-trouble.ts";
import type { TroubleKind } from "./trouble.ts";

/** The kinds that need no files, most urgent first: all that an engine without files can have. */
export const SERVER_TROUBLE_KINDS: readonly TroubleKind[] = [
  writesTrouble,
  channelsTrouble,
  logTrouble,
  capsTrouble,
  rowsTrouble,
  figuresTrouble,
];
