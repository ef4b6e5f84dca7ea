import { COMMENT_BODY_MAX } from "../../../contract/limits.ts";

/**
 * Bodies of maximum length on which Markdown parsers are slow, nest deeply, or produce much output.
 */

const fill = (unit: string): string => unit.repeat(Math.ceil(COMMENT_BODY_MAX / unit.length)).slice(0, COMMENT_BODY_MAX);
const stairs = (line: (level: number) => string): string =>
  Array.from({ length: 100 }, (_, level) => line(level))
    .join("\n")
    .slice(0, COMMENT_BODY_MAX);

const UNITS = [
  ..."> |>|* |- |+ |1. |1) |* - + |[|[]|[a](b |[a](|[a](<b|![|*a |a*|*a **a |_a __a |*|*_|a**b_c* |` |`a|\\``|<|<a |<!--|<?|<![CDATA[|&|&a|&#x41;".split(
    "|",
  ),
  ..."[a]: b\n|[a]:|https://a.b/|https://a.b |www.a|a@b.|a@b.c |a.|a@|a-_+.|a\n|- a\n|- a\n\n|```\n|a\n=\n|# |\\|\\[|[a\\]|[a][b|[](<|a:|<a:|<a@b|[`<a|![`<a".split(
    "|",
  ),
  ">\t",
  "漢",
  "😀",
  "\u0301",
  "a  \n",
  `${"> ".repeat(16)}a\n`,
  `${">".repeat(16)}- a\n`,
  `${"- ".repeat(16)}a\n`,
];

const BODIES: Readonly<Record<string, string>> = {
  "nested brackets": "[".repeat(2_500) + "]".repeat(2_500),
  "brackets before tags": `${"[".repeat(354)}${"`".repeat(156)}${"<a".repeat(2_245)}`,
  "nested pictures": `${"![".repeat(1_250)}${"](a)".repeat(625)}`,
  "nested emphasis": `${"*a ".repeat(833)}${"a*".repeat(1_250)}`,
  "nested emphasis within the limit": `${"*a ".repeat(250)}${"a*".repeat(250)}`.padEnd(COMMENT_BODY_MAX, "x"),
  "an address and punctuation": `https://a.b/${fill("?!.,:").slice(0, 4_900)}a`,
  "an address and brackets": `https://a.b/${"(".repeat(4_900)}`,
  "a long address in Japanese": `[a](<https://a.b/${"漢".repeat(4_970)}>)`,
  "quotes before lazy lines": `${">".repeat(2_500)}\n${fill("a\n").slice(0, 2_499)}`,
  "quotes within the limit before lazy lines": `${">".repeat(16)}a\n${fill("a\n").slice(0, 1_900)}`,
  "a list item and blank lines": `- ${"\n".repeat(4_990)}a`,
  "stepped lists": stairs((level) => `${" ".repeat(level * 2)}- a`),
  "stepped quotes": stairs((level) => `${">".repeat(level)}a`),
  "runs of backticks": stairs((level) => `${"`".repeat(level + 1)} a`),
  "stars and a letter": `${"* ".repeat(2_499)}a`,
};

export const INTRICATE_BODIES: readonly { name: string; body: string }[] = [
  ...UNITS.map((unit) => ({ name: JSON.stringify(unit.slice(0, 20)), body: fill(unit) })),
  ...Object.entries(BODIES).map(([name, body]) => ({ name, body })),
];
