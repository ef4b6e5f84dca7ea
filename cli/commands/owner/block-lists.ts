import { DATA_PLACE, ON_DATABASE, shared } from "../../options/shared-options.ts";
import { type Command, type CommandGroup, defineCommand } from "../command.ts";

const bans = () => import("../../records/ban-commands.ts");

export const bansCommands: CommandGroup = {
  name: "bans",
  about: "list, add and revoke bans",
  details: `Bans are stored as keyed hashes, which do not reveal the person. To ban the author of a comment, use octavo comments ban. ${ON_DATABASE}`,
  commands: [
    defineCommand({
      name: "bans list",
      about: "list the bans in force",
      details: "Bans expire automatically.",
      options: shared(...DATA_PLACE, "json"),
      examples: [["octavo bans list", "list all bans"]],
      run: async (settings, io) => (await bans()).listBans(settings, io),
    }),
    defineCommand({
      name: "bans add",
      words: { shown: "<email>", min: 1, max: 1 },
      about: "ban an email address",
      details:
        "Later comments and inquiries from this address are marked as spam, and the sender is not told. An existing ban is extended. Waiting items are listed.",
      options: shared(...DATA_PLACE, "days", "note"),
      examples: [["octavo bans add rita@casino.example --days 90", "for longer than 30 days"]],
      run: async (settings, io, words) => (await bans()).addBan(settings, io, words),
    }),
    defineCommand({
      name: "bans revoke",
      words: { shown: "<ban>…", min: 1, max: 1_000 },
      about: "end bans",
      details: "Comments that were marked as spam stay spam until you approve them.",
      options: shared(...DATA_PLACE),
      examples: [["octavo bans revoke 3", "end the ban with that number"]],
      run: async (settings, io, words) => (await bans()).revokeBans(settings, io, words),
    }),
  ],
};

const WORDS = { shown: "<word>…", min: 1, max: 10_000 };

function wordsCommand(action: "add" | "remove", about: string): Command {
  return defineCommand({
    name: `spam-words ${action}`,
    words: WORDS,
    about,
    details:
      "A word matches whole words, regardless of case; with * at its end, it matches the beginnings of words. Several words in quotes form a phrase.",
    options: shared(...DATA_PLACE),
    examples: [[`octavo spam-words ${action} casino* "cheap pills"`, "a beginning and a phrase"]],
    run: async (settings, io, words) => (await bans()).changeWords(action)(settings, io, words),
  });
}

export const spamWordsCommands: CommandGroup = {
  name: "spam-words",
  about: "words that make a comment or an inquiry spam",
  details: `A comment or an inquiry with one of these words is marked as spam, and its author is not told. ${ON_DATABASE}`,
  commands: [
    defineCommand({
      name: "spam-words list",
      about: "print the list, one word per line",
      details: "The words are sorted and in lower case, because they are compared in lower case.",
      options: shared(...DATA_PLACE, "json"),
      examples: [["octavo spam-words list", "print all words"]],
      run: async (settings, io) => (await bans()).listWords(settings, io),
    }),
    wordsCommand("add", "add words to the list"),
    wordsCommand("remove", "remove words from the list"),
  ],
};
