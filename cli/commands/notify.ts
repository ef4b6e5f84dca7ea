import { DATA_PLACE, shared } from "../options/shared-options.ts";
import { type CommandGroup, defineCommand } from "./command.ts";

const commands = () => import("../notices/notify-commands.ts");

export const notifyCommands: CommandGroup = {
  name: "notify",
  about: "notices about comments and inquiries",
  details: "The server sends messages on each channel that the environment configures. docs/notices.md describes the channels.",
  commands: [
    defineCommand({
      name: "notify test",
      about: "send yourself a message on each channel, now",
      details:
        "Uses the settings in this shell's environment, which should be the same as the server's; with --site, the command uses the server's own settings. For each channel, it reports that the message was accepted, or states the mistake.",
      options: shared("site", "keyFile", "json"),
      examples: [["octavo notify test", "before the first comment arrives"]],
      run: async (settings, io) => (await commands()).sendTest({ ...settings, db: null }, io),
    }),
    defineCommand({
      name: "notify list",
      about: "list messages that are waiting to be sent or have failed",
      details:
        "A message that fails is sent again, 14 times in all, after pauses that grow from half a minute to six hours; then the server gives up on the message, whose state becomes dead. To list other messages, use --state sent or --state all.",
      options: shared(...DATA_PLACE, "state", "json"),
      examples: [["octavo notify list", "what is waiting or has failed, and why"]],
      run: async (settings, io) => (await commands()).listNotices(settings, io),
    }),
    defineCommand({
      name: "notify retry",
      words: { shown: "[<notice>…]", min: 0, max: 1_000 },
      about: "resend messages that the server gave up on",
      details: "Resends all these messages, or only those that you name.",
      options: shared(...DATA_PLACE),
      examples: [["octavo notify retry", "after the mail server's password was corrected"]],
      run: async (settings, io, words) => (await commands()).retryNotices(settings, io, words),
    }),
  ],
};
