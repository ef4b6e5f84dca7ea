/**
 * Blocks of Markdown from which bodies are composed. Together they contain everything that a build
 * takes from a text, and every kind of reference to other files.
 */

/** A block of a body, and the number of its text. */
export type Block = readonly [name: BlockName, variant: number];

export type BlockName = keyof typeof BLOCKS;

export const BLOCKS = {
  // The first two have the same length, so a file's size does not distinguish them.
  text: ["Rain on the marsh.", "Mist on the marsh.", "The loom stood still, größer als je.", "雨が降る。歩く。"],
  heading: ["## Same heading", "## Some heading", "### A `coded` heading", "#### Too deep"],
  code: [
    "```ts\nconst x = 1;\n```",
    "```js\nconst x = 1;\n```",
    "    indented();",
    "```\nplain\n```",
    "```ts {1} showLineNumbers\nconst x = 1;\n```",
  ],
  link: [
    "See [two](two.md).",
    "See [three](../posts/three.md#same-heading).",
    "See [it](/posts/two).",
    "See [the book](../books/weaving.md).",
    "See [two](/fixed/two/#x) and [another](/old/two).",
    "See [uses](/uses/), [the docs](/docs) and [a file](../pages/docs/install.md).",
  ],
  "wiki link": [
    "See [[two]] and [[three|that one]].",
    "See [[posts/three#Same heading]] and ![[loom.png]].",
    "See [[former]] and [[books/weaving#Nowhere]].",
    "See [[nowhere]] and ![[heron.svg|20]] %%quiet%%.",
    "Some ==marked== words on #rain and #looms/old.",
  ],
  "broken link": ["Gone: [nowhere](nowhere.md).", "Gone: [nowhere](/posts/nowhere)."],
  place: [
    "On [this page](#same-heading).",
    "On [this page](#nowhere).",
    "See [a place of three](three.md#same-heading).",
    "See [a place of two](two.md#some-heading).",
    "See [a place of the book](/books/weaving#a-coded-heading).",
  ],
  "own page": [
    "See [the tag](/tags/rain).",
    "See [an old page](/posts/long-gone).",
    "See [one](https://marsh.example/posts/one#some-heading).",
    "See [a former one](//marsh.example/posts/long-gone).",
    "See [another site](https://one.example/posts/long-gone#same-heading).",
  ],
  mistyped: [
    "See [the docs][docs] and [all](#same-heading).",
    "See [the docs][docs].\n\n[docs]: one.md#same-heading",
    "Said before[^gone].",
    "<<<<<<< HEAD\nRain.\n=======\nSun.\n>>>>>>> other",
    "[]( https://one.example ) and [two]().",
    // Everything after this in the body is code.
    "```js\nconst x = 1;",
  ],
  "linked file": ["[Notes](../notes.txt).", "[The notes](/notes.txt)."],
  picture: [
    "![A heron](../pictures/heron.svg)",
    "![A loom](/loom.png)",
    "![](../pictures/heron.svg)",
    "![None](../pictures/none.svg)",
    "![Own](https://marsh.example/loom.png)",
    '![A loom](/loom.png "The loom")',
  ],
  html: ["<p>Raw <b>html</b> <a href='two.md'>link</a></p>", "Some <mark>raw</mark> html.", "<img src='/loom.png' alt='A loom'>"],
  table: ["| a | b |\n|---|--:|\n| 1 | 2 |", "| a |\n|---|\n| `1` |"],
  marker: ["<!-- more -->", "<!-- cut -->"],
  footnote: ["Said[^1].\n\n[^1]: Here.", "Said[^note].\n\n[^note]: There, in [two](two.md)."],
  // Sätteri misreads this, so the reference parser reads the whole text.
  "weak spot": ["a**_b**c", "d**_e**f"],
  list: ["- [ ] one\n- [x] two", "1. one\n2. two\n\n   more", "> quoted"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const BLOCK_NAMES = Object.keys(BLOCKS) as readonly BlockName[];

export function toMarkdown(blocks: readonly Block[]): string {
  const texts = blocks.map(([name, variant]) => BLOCKS[name][variant % BLOCKS[name].length]);
  return `${texts.join("\n\n")}\n`;
}
