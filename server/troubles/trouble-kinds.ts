import { backupsTrouble } from "./kinds/backups-trouble.ts";
import { capsTrouble } from "./kinds/caps-trouble.ts";
import { channelsTrouble } from "./kinds/channels-trouble.ts";
import { diskTrouble } from "./kinds/disk-trouble.ts";
import { figuresTrouble } from "./kinds/figures-trouble.ts";
import { logTrouble } from "./kinds/log-trouble.ts";
import { rescuedTrouble } from "./kinds/rescued-trouble.ts";
import { rowsTrouble } from "./kinds/rows-trouble.ts";
import { writesTrouble } from "./kinds/writes-trouble.ts";
import type { TroubleKind } from "./trouble.ts";

/** All kinds, most urgent first. Notices, /readyz, /metrics and `octavo doctor` use this list. */
export const TROUBLE_KINDS: readonly TroubleKind[] = [
  writesTrouble,
  rescuedTrouble,
  diskTrouble,
  backupsTrouble,
  channelsTrouble,
  logTrouble,
  capsTrouble,
  rowsTrouble,
  figuresTrouble,
];
