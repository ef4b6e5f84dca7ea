import { escapeHtml } from "../../contract/text/escape-html.ts";
import type { CardFonts } from "./card-fonts.ts";

/** Size in pixels, as social networks show it. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Text of a card. */
export interface CardText {
  readonly title: string;
  /** The line below the title; "" if there is none. */
  readonly below: string;
}

export interface CardColors {
  readonly accent: string;
}

const MARGIN = 80;
const TEXT_WIDTH = CARD_SIZE.width - 2 * MARGIN;
/** Sizes of titles in pixels, with the number of lines that fit, largest first. */
const TITLES = [
  { size: 84, lines: 3 },
  { size: 68, lines: 4 },
  { size: 56, lines: 5 },
] as const;
const LINE_HEIGHT = 1.16;
const TITLE_TOP = 92;
const BELOW = { size: 34, y: 560 } as const;
export const CARD_PAPER = "#fbfaf7";
const INK = "#23262b";
const QUIET = "#5c6068";
/** Characters of scripts without spaces between words. A line may end between any two of them. */
const WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\u3000-\u303f\uff00-\uff60]/v;

/** Draws a card as SVG, with the title in the largest size that fits and a line below it. */
export function drawCard({ title, below }: CardText, { accent }: CardColors, fonts: CardFonts): string {
  const { lines, size } = fitTitle(title, fonts);
  const [shownBelow = ""] = cutLines(below, TEXT_WIDTH / BELOW.size, fonts);
  const text = (line: string, y: number, letters: number, fill: string): string =>
    `<text x="${MARGIN}" y="${y}" font-size="${letters}" fill="${fill}">${escapeHtml(line)}</text>`;
  const titles = lines.map((line, at) => text(line, Math.round(TITLE_TOP + size + at * size * LINE_HEIGHT), size, INK));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_SIZE.width}" height="${CARD_SIZE.height}" font-weight="600"><rect width="100%" height="100%" fill="${CARD_PAPER}"/><rect width="100%" height="18" fill="${accent}"/>${titles.join("")}${text(shownBelow, BELOW.y, BELOW.size, QUIET)}</svg>`;
}

function fitTitle(title: string, fonts: CardFonts): { readonly lines: readonly string[]; readonly size: number } {
  const smallest = TITLES[TITLES.length - 1] ?? TITLES[0];
  for (const { size, lines: most } of TITLES) {
    const lines = cutLines(title, TEXT_WIDTH / size, fonts);
    if (lines.length <= most) return { lines, size };
  }
  const lines = cutLines(title, TEXT_WIDTH / smallest.size, fonts).slice(0, smallest.lines);
  return { lines: [...lines.slice(0, -1), `${lines.at(-1)?.replace(/.{2}$/u, "") ?? ""}…`], size: smallest.size };
}

/**
 * Breaks text into lines of at most `width`, which is relative to the font size. A word that is
 * too long is cut.
 */
function cutLines(text: string, width: number, fonts: CardFonts): string[] {
  const lines: string[] = [];
  let line = "";
  const add = (part: string): void => {
    if (fonts.measure((line + part).trimEnd()) <= width) line += part;
    else {
      if (line.trim() !== "") lines.push(line.trimEnd());
      line = part.trimStart();
    }
  };
  for (const part of toParts(text))
    if (fonts.measure(part.trimEnd()) <= width) add(part);
    else for (const character of part) add(character);
  if (line.trim() !== "") lines.push(line.trimEnd());
  return lines;
}

/** Parts of a text that cannot be broken, each with the spaces after it. */
function toParts(text: string): readonly string[] {
  const words = text.trim().match(/\S+\s*/g) ?? [];
  return words.flatMap((word) => (WITHOUT_SPACES.test(word) ? [...word] : [word]));
}
