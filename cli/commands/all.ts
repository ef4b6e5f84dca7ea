import { privacyCommands } from "../privacy/privacy-group.ts";
import { apiCommand } from "./api.ts";
import { buildCommand, nextChangeCommand } from "./build.ts";
import { checkCommand } from "./check.ts";
import type { Command, CommandGroup } from "./command.ts";
import { commentsCommands } from "./comments.ts";
import { dbCommands, secretsCommands } from "./database.ts";
import { importCommands } from "./import.ts";
import { adoptCommand, initCommand } from "./init.ts";
import { newCommand, previewLinkCommand } from "./new.ts";
import { notifyCommands } from "./notify.ts";
import { bansCommands, spamWordsCommands } from "./owner/block-lists.ts";
import { deskAccessCommands, deskCommand } from "./owner/desk.ts";
import { doctorCommand } from "./owner/doctor.ts";
import { keysCommands } from "./owner/keys.ts";
import { publishCommand } from "./publish.ts";
import { crmCommands, engagementCommands, inquiriesCommands } from "./records.ts";
import { schemaCommand, typesCommand } from "./schema.ts";
import { devCommand, previewCommand, startCommand } from "./start.ts";

/** In the order of the help. */
export const COMMANDS: readonly (Command | CommandGroup)[] = [
  initCommand,
  adoptCommand,
  importCommands,
  newCommand,
  previewLinkCommand,
  buildCommand,
  startCommand,
  devCommand,
  previewCommand,
  checkCommand,
  publishCommand,
  nextChangeCommand,
  schemaCommand,
  typesCommand,
  apiCommand,
  doctorCommand,
  deskCommand,
  ...deskAccessCommands,
  commentsCommands,
  inquiriesCommands,
  crmCommands,
  notifyCommands,
  engagementCommands,
  bansCommands,
  spamWordsCommands,
  privacyCommands,
  keysCommands,
  dbCommands,
  secretsCommands,
];
