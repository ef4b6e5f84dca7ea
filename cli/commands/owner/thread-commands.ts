import { DATA_PLACE, shared } from "../../options/shared-options.ts";
import { type Command, defineCommand } from "../command.ts";

const edit = defineCommand({
  name: "comments edit",
  words: { shown: "<comment> [<text>]", min: 1, max: 2 },
  about: "change the text of your own reply",
  details:
    "The reply stays public and shows when it was changed. Without <text>, the command asks for the text and starts with the current text.",
  options: shared(...DATA_PLACE, "json"),
  examples: [['octavo comments edit ab2cd3ef4gh5ij6kl7mn2op3 "Thank you, *corrected twice*."', "a new text in Markdown"]],
  run: async (settings, io, words) => (await import("../../comments/threads/edit-reply.ts")).runEdit(settings, io, words),
});

const preview = defineCommand({
  name: "comments preview",
  words: { shown: "<text>", min: 1, max: 1 },
  about: "show a reply's HTML as it would be published",
  details: "Renders the text with the server's renderer and stores nothing.",
  options: shared(...DATA_PLACE, "json"),
  examples: [['octavo comments preview "Thank you, *corrected*."', "show the HTML, and publish nothing"]],
  run: async (settings, io, words) => (await import("../../comments/threads/edit-reply.ts")).printPreview(settings, io, words),
});

const move = defineCommand({
  name: "comments move",
  words: { shown: "<comment> <post>", min: 2, max: 2 },
  about: "move a comment's whole thread to another post",
  details: `<comment> is any comment of the thread. States, replies and dates stay as they are. The post must already have a comment or a like, so that a mistyped slug does not hide the thread;
--force moves the thread anyway.`,
  options: shared(...DATA_PLACE, "force", "json"),
  examples: [["octavo comments move ab2cd3ef4gh5ij6kl7mn2op3 first-ice", "to the post first-ice"]],
  run: async (settings, io, words) => (await import("../../comments/threads/run-threads.ts")).runMove(settings, io, words),
});

function closing(name: "close" | "reopen", about: string, details: string): Command {
  return defineCommand({
    name: `comments ${name}`,
    words: { shown: "<post>", min: 1, max: 1 },
    about,
    details,
    options: shared(...DATA_PLACE, "force", "json"),
    examples: [[`octavo comments ${name} first-ice`, "for one post"]],
    run: async (settings, io, words) =>
      (await import("../../comments/threads/run-threads.ts")).runClosing(name === "close")(settings, io, words),
  });
}

const closed = defineCommand({
  name: "comments closed",
  about: "list the posts whose comments you have closed",
  details: "Posts whose own front matter closes their comments are not listed.",
  options: shared(...DATA_PLACE, "json"),
  examples: [["octavo comments closed", "list the most recently closed post first"]],
  run: async (settings, io) => (await import("../../comments/threads/run-threads.ts")).printClosed(settings, io),
});

/** Commands for public threads. */
export const THREAD_COMMANDS: readonly Command[] = [
  edit,
  preview,
  move,
  closing(
    "close",
    "stop accepting comments on a post",
    "Existing comments stay public. New comments are refused with 403 comments-closed, at once and without a build.",
  ),
  closing("reopen", "accept comments on a post again", "A post that its own front matter closes stays closed."),
  closed,
];
