import { LISTS } from "../../kinds/list-kinds.ts";
import { flag, freeText, ONCE } from "../options/readers.ts";
import { shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const newCommand = defineCommand({
  name: "new",
  words: { shown: '<kind> "<title>"', min: 2, max: 2 },
  about: "write the file of a new document of any kind",
  details: `<kind> is ${Object.values(LISTS)
    .map(({ one }) => one)
    .join(
      ", ",
    )}, service, series or a kind of your own. The file lies where the site's configuration has that kind, and is named and written as the documents that are there (front matter in YAML or TOML, your own
names of fields) and dated today in the site's time zone. Its path is printed; no file is replaced. A document of your own kind has its required fields, and
you are told which are to be filled in. A photo may be given its picture instead of a title: one
in the content folder stays where it is, any other is copied beside the document.`,
  options: {
    ...shared("config", "content", "now"),
    date: freeText("date", "day or instant of publication (default: today, in the site's time zone)", ONCE),
    slug: freeText("slug", "last part of its address (default: made from the title)", ONCE),
    draft: flag("mark it as a draft", ONCE),
    edit: flag("open the new file in your editor (VISUAL, else EDITOR, else the system's)", ONCE),
  },
  examples: [
    ['octavo new post "A grey heron"', "content/posts/a-grey-heron.md"],
    ['octavo new post "Winter light" --draft --date 2026-12-24', "a draft, for a day to come"],
    ["octavo new photo ~/Pictures/grey-heron.jpg", "content/photos/grey-heron.md, and the picture beside it"],
    ['octavo new post "Fog" --edit', "and open the file in your editor"],
    ['octavo new photo "さぎ" --slug heron', "a title whose letters do not say how they are read needs a slug"],
  ],
  run: async (settings, io, [word = "", title = ""]) =>
    (await import("../new/new-document.ts")).writeNewDocument(word, title, settings, io),
});
