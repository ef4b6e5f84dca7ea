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
    )}, service, series or one of your own kinds. The file goes into the folder of that kind. It is named and written like the existing documents (front matter in YAML or TOML, your own field names), and dated today in the site's time zone. The command prints the file's path and never replaces a file. A document of your own kind gets the fields that the kind requires, and the command lists the fields to fill in. For a photo, you can give its picture instead of a title: a picture in the content folder stays there, and any other picture is copied next to the document. The alternative text is then left for you to write, and octavo check warns until you do.`,
  options: {
    ...shared("config", "content", "now"),
    date: freeText("date", "day or instant of publication (default: today, in the site's time zone)", ONCE),
    slug: freeText("slug", "last part of the document's address (default: made from the title)", ONCE),
    draft: flag("mark the document as a draft", ONCE),
    edit: flag("open the new file in your editor (VISUAL, then EDITOR, then the system's)", ONCE),
  },
  examples: [
    ['octavo new post "A grey heron"', "content/posts/a-grey-heron.md"],
    ['octavo new post "Winter light" --draft --date 2026-12-24', "a draft with a future date"],
    ["octavo new photo ~/Pictures/grey-heron.jpg", "content/photos/grey-heron.md, and the picture next to it"],
    ['octavo new post "Fog" --edit', "also open the file in your editor"],
    ['octavo new photo "さぎ" --slug heron', "a title that cannot be transcribed needs a slug"],
  ],
  run: async (settings, io, [word = "", title = ""]) =>
    (await import("../new/new-document.ts")).writeNewDocument(word, title, settings, io),
});

export const previewLinkCommand = defineCommand({
  name: "preview-link",
  words: { shown: "[<post>]", min: 0, max: 1 },
  about: "give a draft an address that nobody can guess",
  details: `<post> is the file or the slug of a draft. The command writes preview: and a random word into the draft's front matter, changes nothing else there, and prints the address.
Anybody with the address can read the draft after the next octavo build or octavo publish; the draft is in no list, feed or search. The page disappears
when the word is removed or the post is published. Without <post>, the command lists the drafts that have such an address.`,
  options: {
    ...shared("config", "content", "now"),
    renew: flag("write another word, so that the old address stops working", ONCE),
    remove: flag("remove the word, so that the draft no longer has an address", ONCE),
  },
  examples: [
    ["octavo preview-link winter-light", "print the address of a draft"],
    ["octavo preview-link content/posts/winter-light.md --renew", "another address, if too many people know the old one"],
    ["octavo preview-link", "list the drafts that have an address"],
  ],
  run: async (settings, io, [post]) => (await import("../preview/preview-link.ts")).tellPreviewLink(post, settings, io),
});
