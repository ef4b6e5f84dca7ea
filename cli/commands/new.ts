import { LISTS } from "../../kinds/list-kinds.ts";
import { flag, freeText, ONCE } from "../options/readers.ts";
import { shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const newCommand = defineCommand({
  name: "new",
  words: { shown: '<kind> "<title>"', min: 2, max: 2 },
  about: "create the file for a new document of any kind",
  details: `<kind> is ${Object.values(LISTS)
    .map(({ one }) => one)
    .join(
      ", ",
    )}, service, series or one of your own kinds. The file goes into the folder of that kind. It is named and written like the existing documents (front matter in YAML or TOML, your own field names), and dated today in the site's time zone. The command prints its path and never replaces a file. A document of your own kind gets its required fields, and the command lists the ones to fill in. For a photo, you can give its picture instead of a title: a picture in the content folder stays there, any other is copied beside the document. The alternative text is then left for you to write, and octavo check warns until you do.`,
  options: {
    ...shared("config", "content", "now"),
    date: freeText("date", "day or instant of publication (default: today, in the site's time zone)", ONCE),
    slug: freeText("slug", "last part of its address (default: made from the title)", ONCE),
    draft: flag("mark it as a draft", ONCE),
    edit: flag("open the new file in your editor (VISUAL, then EDITOR, then the system's)", ONCE),
  },
  examples: [
    ['octavo new post "A grey heron"', "content/posts/a-grey-heron.md"],
    ['octavo new post "Winter light" --draft --date 2026-12-24', "a draft with a future date"],
    ["octavo new photo ~/Pictures/grey-heron.jpg", "content/photos/grey-heron.md, and the picture beside it"],
    ['octavo new post "Fog" --edit', "and open the file in your editor"],
    ['octavo new photo "さぎ" --slug heron', "a title that cannot be transcribed needs a slug"],
  ],
  run: async (settings, io, [word = "", title = ""]) =>
    (await import("../new/new-document.ts")).writeNewDocument(word, title, settings, io),
});

export const previewLinkCommand = defineCommand({
  name: "preview-link",
  words: { shown: "[<post>]", min: 0, max: 1 },
  about: "give a draft an address that nobody can guess",
  details: `<post> is the file of a draft or its slug. Writes preview: and a random word into its front matter, changes nothing else there, and prints the address.
Anybody with the address can read the draft after the next octavo build or octavo publish; it is in no list, feed or search. The page disappears
when the word is removed or the post is published. Without <post> it lists the addresses.`,
  options: {
    ...shared("config", "content", "now"),
    renew: flag("write another word: the old address stops working", ONCE),
    remove: flag("remove the word: the draft no longer has an address", ONCE),
  },
  examples: [
    ["octavo preview-link winter-light", "print the address of a draft"],
    ["octavo preview-link content/posts/winter-light.md --renew", "another address, if too many people know the old one"],
    ["octavo preview-link", "list the drafts with an address"],
  ],
  run: async (settings, io, [post]) => (await import("../preview/preview-link.ts")).tellPreviewLink(post, settings, io),
});
