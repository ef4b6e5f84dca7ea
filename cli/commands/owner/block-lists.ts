import { DATA_PLACE, shared } from "../../options/shared-options.ts";
import { type Command, type CommandGroup, defineCommand } from "../command.ts";

const DETAILS = "Works on the server's database while it runs: data/octavo.db, or the one that --db or OCTAVO_DB names.";
const bans = () => import("../../records/ban-commands.ts");

export const bansCommands: CommandGroup = {
  name: "bans",
  about: "who is banned from commenting, and until when",
  details: `Bans are of keyed hashes: nobody can tell from one whom it is of. octavo comments ban makes one from a comment. ${DETAILS}`,
  commands: [
    defineCommand({
      name: "bans list",
      about: "the bans in force",
      details: "A ban ends by itself.",
      options: shared(...DATA_PLACE, "json"),
      examples: [["octavo bans list", "all of them"]],
      run: async (settings, io) => (await bans()).listBans(settings, io),
    }),
    defineCommand({
      name: "bans add",
      words: { shown: "<e-mail>", min: 1, max: 1 },
      about: "ban an e-mail address",
      details:
        "What its owner sends is kept as spam, and nothing tells so. A ban that is in force becomes longer. What waits already is named.",
      options: shared(...DATA_PLACE, "days", "note"),
      examples: [["octavo bans add rita@casino.example --days 90", "for longer than 30 days"]],
      run: async (settings, io, words) => (await bans()).addBan(settings, io, words),
    }),
    defineCommand({
      name: "bans revoke",
      words: { shown: "<ban>…", min: 1, max: 1_000 },
      about: "take bans back",
      details: "What was kept as spam meanwhile stays spam, until you approve it.",
      options: shared(...DATA_PLACE),
      examples: [["octavo bans revoke 3", "the one with that number"]],
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
    details: "A word is found as a whole, in any case; with * at its end, at the beginning of words. Several words in quotes are a phrase.",
    options: shared(...DATA_PLACE),
    examples: [[`octavo spam-words ${action} casino* "cheap pills"`, "a beginning and a phrase"]],
    run: async (settings, io, words) => (await bans()).changeWords(action)(settings, io, words),
  });
}

export const spamWordsCommands: CommandGroup = {
  name: "spam-words",
  about: "words that make a comment spam",
  details: `A comment or an inquiry that has one of them is kept as spam; its author is told nothing. ${DETAILS}`,
  commands: [
    defineCommand({
      name: "spam-words list",
      about: "the list, a line each",
      details: "Sorted, as they are compared: in small letters.",
      options: shared(...DATA_PLACE, "json"),
      examples: [["octavo spam-words list", "all of them"]],
      run: async (settings, io) => (await bans()).listWords(settings, io),
    }),
    wordsCommand("add", "put words on the list"),
    wordsCommand("remove", "take words from the list"),
  ],
};
