/** A link that a channel may show as a button. */
export interface MessageButton {
  readonly label: string;
  readonly url: string;
}

/** The page behind a message's link, for channels that only the owner reads. */
export interface MessageCard {
  readonly url: string;
  /** Its label in a text. */
  readonly word: string;
  /** Buttons that lead to it. */
  readonly buttons: readonly MessageButton[];
}

/**
 * A part of a message. The text, the email's HTML and the buttons are made from the same parts.
 * `quote` is a visitor's text. Other parts contain a visitor's text only on a single line.
 */
export type MessagePart =
  | { readonly kind: "text"; readonly lines: readonly (string | { readonly url: string })[] }
  | { readonly kind: "section"; readonly title: string; readonly lines: readonly string[] }
  | { readonly kind: "quote"; readonly text: string }
  /** A sentence that ends just before an address. */
  | { readonly kind: "link"; readonly lead: string; readonly button: MessageButton }
  | MessageWays;

/** Links and commands for one comment or inquiry. */
export interface MessageWays {
  readonly kind: "ways";
  /** Identifies the item among others, on one short line. */
  readonly name: string;
  readonly card: MessageCard | null;
  /** Its page at the desk, which requires signing in; null without a hosted desk. */
  readonly desk: string | null;
  readonly commands: readonly string[];
}

/** A message's parts, and its texts. */
export interface MessageTexts {
  readonly parts: readonly MessagePart[];
  /** For channels with readers other than the owner. */
  readonly text: string;
  readonly privateText: string;
}

const AT_DESK = "At the desk";

/**
 * @param publicParts for channels with other readers. Default: the same parts without links to
 * cards
 */
export function toMessageTexts(parts: readonly MessagePart[], publicParts = parts): MessageTexts {
  return { parts, text: renderText(publicParts, false), privateText: renderText(parts, true) };
}

export function paragraph(...lines: readonly (string | { readonly url: string })[]): MessagePart {
  return { kind: "text", lines };
}

/**
 * Buttons of a whole message: its links, then all buttons of a single item or one for each of
 * several items, then the desk's.
 */
export function listButtons(parts: readonly MessagePart[]): MessageButton[] {
  const ways = parts.filter((part) => part.kind === "ways");
  const cards = ways.flatMap(({ name, card }) => (card === null ? [] : [{ name, card }]));
  const [first, ...more] = cards;
  const links = parts.flatMap((part) => (part.kind === "link" ? [part.button] : []));
  const own =
    first !== undefined && more.length === 0 ? first.card.buttons : cards.map(({ name, card }) => ({ label: name, url: card.url }));
  const desk = findDesk(parts);
  return [...links, ...own, ...(desk === null ? [] : [{ label: AT_DESK, url: desk }])];
}

/**
 * The address that a tap on the message opens: its only card, otherwise the desk, otherwise its
 * first link.
 */
export function findTarget(parts: readonly MessagePart[]): string | null {
  const cards = parts.flatMap((part) => (part.kind === "ways" && part.card !== null ? [part.card.url] : []));
  return (cards.length === 1 ? cards[0] : null) ?? findDesk(parts) ?? listButtons(parts)[0]?.url ?? null;
}

/** The desk's page for the message's only item. For several items, their list, which comes last. */
export function findDesk(parts: readonly MessagePart[]): string | null {
  return parts.flatMap((part) => (part.kind === "ways" && part.desk !== null ? [part.desk] : [])).at(-1) ?? null;
}

function renderText(parts: readonly MessagePart[], isPrivate: boolean): string {
  return `${parts
    .map((part) => renderPart(part, isPrivate))
    .filter((text) => text !== "")
    .join("\n\n")}\n`;
}

function renderPart(part: MessagePart, isPrivate: boolean): string {
  switch (part.kind) {
    case "text":
      return part.lines.map((line) => (typeof line === "string" ? line : line.url)).join("\n");
    case "section":
      return [part.title, ...part.lines.map((line) => `  ${line}`)].join("\n");
    case "quote":
      return quote(part.text);
    case "link":
      return `${part.lead}\n${part.button.url}`;
    case "ways": {
      const { card, desk, commands } = part;
      return [
        ...(card === null || !isPrivate ? [] : [`  ${card.word}: ${card.url}`]),
        ...(desk === null ? [] : [`  at the desk: ${desk}`]),
        ...commands.map((command) => `  ${command}`),
      ].join("\n");
    }
  }
}

/** Some mail programs also break lines at U+2028 and U+2029. */
const LINE_END = /\r\n?|[\n\u2028\u2029]/;

/** Quotes a visitor's text, so that no line of it can pass for the server's own text. */
function quote(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}
