/** Measures one comment renderer, and prints JSON for comment-renderer.ts. */
import { createHash } from "node:crypto";
import { createRandom } from "./random.ts";

const [, , renderer = "", compared = "0"] = process.argv;
const { renderComment } = (await import(renderer)) as {
  renderComment: (text: string) => { readonly html: string; readonly linkCount: number };
};

const PLAIN = "the tide rises over the harbour wall and quietly leaves again before noon while gulls argue about bread".split(" ");
const MARKED = [
  ...PLAIN,
  "**bread**",
  "*more*",
  "`code`",
  "[the gauge](https://tides.example/x)",
  "https://tides.example/x",
  "é",
  "漢字",
  "&amp;",
];
/** Fragments that are combined in ways that nobody would write. */
const ODD = [
  ..."*_`[]()<>!#&\\~|\n\n\n>-+1.: ",
  "](",
  "](https://a.b)",
  "```js\n",
  "\n> ",
  "\n- ",
  "\n1. ",
  "<b>",
  "&#x41;",
  "www.a.b",
  "a@b.example",
  "mailto:a@b.c",
  "  \n",
  "\t",
  "\u202e",
  "\u0000",
  "😀",
];
const { next: random } = createRandom(30);
const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "";

function make(words: readonly string[], length: number): string {
  let text = "";
  while (text.length < length) text += pick(words) + (random() < 0.03 ? ".\n\n" : random() < 0.02 ? "\n- " : " ");
  return text.slice(0, length).trim();
}

function makeOdd(): string {
  return Array.from({ length: 1 + Math.floor(random() * 60) }, () => pick(random() < 0.5 ? ODD : MARKED)).join(random() < 0.5 ? "" : " ");
}

const KINDS = {
  "an ordinary comment": () => make(MARKED, 240),
  "5,000 characters": () => make(MARKED, 5_000),
  "5,000 characters of plain text": () => make(PLAIN, 5_000),
};

function cpuOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

const first: Record<string, number> = {};
const warm: Record<string, number> = {};
for (const [kind, makeText] of Object.entries(KINDS)) {
  const [text, more] = [makeText(), Array.from({ length: 60 }, makeText)];
  if (kind === "an ordinary comment") first[kind] = cpuOf(() => void renderComment(text));
  for (const each of more) renderComment(each);
  warm[kind] = cpuOf(() => more.forEach((each) => void renderComment(each))) / more.length;
}
const digest = createHash("sha256");
for (let n = 0; n < Number(compared); n += 1) {
  const text = n % 10 === 0 ? make(MARKED, 1_000) : makeOdd();
  digest.update(JSON.stringify(renderComment(text)));
}
console.log(JSON.stringify({ first, warm, digest: digest.digest("hex") }));
