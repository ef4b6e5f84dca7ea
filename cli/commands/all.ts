import type { Command, CommandGroup } from "./command.ts";

type Entry = Command | CommandGroup;

/**
 * Loads each command by its name, in the order of the help. Commands are loaded on demand, because
 * loading all of them takes nearly as long as a build without changes.
 */
const LOADERS: Readonly<Record<string, () => Promise<Entry>>> = {
  init: async () => (await import("./init.ts")).initCommand,
  adopt: async () => (await import("./init.ts")).adoptCommand,
  import: async () => (await import("./import.ts")).importCommands,
  new: async () => (await import("./new.ts")).newCommand,
  "preview-link": async () => (await import("./new.ts")).previewLinkCommand,
  build: async () => (await import("./build.ts")).buildCommand,
  start: async () => (await import("./start.ts")).startCommand,
  dev: async () => (await import("./start.ts")).devCommand,
  preview: async () => (await import("./start.ts")).previewCommand,
  check: async () => (await import("./check.ts")).checkCommand,
  publish: async () => (await import("./publish.ts")).publishCommand,
  "next-change": async () => (await import("./build.ts")).nextChangeCommand,
  schema: async () => (await import("./schema.ts")).schemaCommand,
  types: async () => (await import("./schema.ts")).typesCommand,
  api: async () => (await import("./api.ts")).apiCommand,
  doctor: async () => (await import("./owner/doctor.ts")).doctorCommand,
  desk: async () => (await import("./owner/desk.ts")).deskCommand,
  "desk invite": async () => (await import("./owner/desk.ts")).deskInviteCommand,
  "desk access": async () => (await import("./owner/desk.ts")).deskAccessCommand,
  "desk revoke": async () => (await import("./owner/desk.ts")).deskRevokeCommand,
  comments: async () => (await import("./comments.ts")).commentsCommands,
  inquiries: async () => (await import("./records.ts")).inquiriesCommands,
  crm: async () => (await import("./records.ts")).crmCommands,
  notify: async () => (await import("./notify.ts")).notifyCommands,
  engagement: async () => (await import("./records.ts")).engagementCommands,
  bans: async () => (await import("./owner/block-lists.ts")).bansCommands,
  "spam-words": async () => (await import("./owner/block-lists.ts")).spamWordsCommands,
  privacy: async () => (await import("../privacy/privacy-group.ts")).privacyCommands,
  keys: async () => (await import("./owner/keys.ts")).keysCommands,
  db: async () => (await import("./database.ts")).dbCommands,
  secrets: async () => (await import("./database.ts")).secretsCommands,
};

export const COMMAND_NAMES: readonly string[] = Object.keys(LOADERS);

/** @returns null if no command or group has this name */
export async function loadCommand(name: string): Promise<Entry | null> {
  return Object.hasOwn(LOADERS, name) ? ((await LOADERS[name]?.()) ?? null) : null;
}

/** All commands and groups, in the order of the help. */
export function loadCommands(): Promise<readonly Entry[]> {
  return Promise.all(Object.values(LOADERS).map((load) => load()));
}

/** The command itself, or the commands of a group. */
export function commandsOf(entry: Entry): readonly Command[] {
  return "commands" in entry ? entry.commands : [entry];
}
