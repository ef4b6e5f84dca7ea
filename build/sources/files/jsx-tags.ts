/** Finds the ends of JSX tags, in a text that an MDX parser has accepted. */

/** Offset after the `>` of the tag that begins at `start`. Quotes and braces are skipped. */
export function endOfTag(body: string, start: number): number {
  for (const { at, character } of charactersOfTag(body, start)) if (character === ">") return at + 1;
  return body.length;
}

interface TagCharacter {
  readonly at: number;
  readonly character: string;
}

/**
 * The characters of a tag outside quotes and braces, up to its final `>`. For braces, only the
 * closing `}` is yielded.
 */
export function* charactersOfTag(body: string, start: number): Generator<TagCharacter, void, undefined> {
  for (let at = start; at < body.length; at += 1) {
    const character = body.charAt(at);
    if (character === '"' || character === "'") {
      // JSX has no escapes.
      const end = body.indexOf(character, at + 1);
      at = end === -1 ? body.length : end;
      continue;
    }
    if (character === "{") {
      at = endOfExpression(body, at + 1) - 1;
      yield { at, character: "}" };
      continue;
    }
    yield { at, character };
    if (character === ">") return;
  }
}

/**
 * Offset after the `}` of the expression that begins at `start`. Quotes delimit strings, except in
 * JSX inside the expression, where they are ordinary characters: `<B>it's</B>`.
 */
function endOfExpression(body: string, start: number): number {
  let at = start;
  while (at < body.length) {
    const character = body.charAt(at);
    if (character === "}") return at + 1;
    if (character === "{") at = endOfExpression(body, at + 1);
    else if (character === '"' || character === "'" || character === "`") at = endOfText(body, at);
    else if (body.startsWith("/*", at)) at = past(body, "*/", at + 2);
    else if (body.startsWith("//", at)) at = past(body, "\n", at + 2);
    else if (character === "<" && isElementStart(body, at)) at = endOfElement(body, at);
    else at += 1;
  }
  return body.length;
}

/** Offset after a quoted string. Escapes and `${…}` are skipped. */
function endOfText(body: string, start: number): number {
  const quote = body.charAt(start);
  let at = start + 1;
  while (at < body.length) {
    const character = body.charAt(at);
    if (character === quote) return at + 1;
    if (character === "\\") at += 2;
    else if (quote === "`" && body.startsWith("${", at)) at = endOfExpression(body, at + 2);
    else at += 1;
  }
  return body.length;
}

/**
 * Whether a `<` begins an element. It does not if it follows a value, because then it is a
 * comparison.
 */
function isElementStart(body: string, at: number): boolean {
  if (!/[A-Za-z_$>]/.test(body.charAt(at + 1))) return false;
  const before = body.slice(Math.max(0, at - BEFORE_MAX), at).trimEnd();
  return !/[\w$)\]]$/.test(before) || /\b(?:return|default|case)$/.test(before);
}
/** How many characters before a `<` are examined, in UTF-16 code units. */
const BEFORE_MAX = 100;

/** Offset after the closing tag of the element that begins at `start`. */
function endOfElement(body: string, start: number): number {
  let at = endOfTag(body, start);
  if (body.charAt(at - 2) === "/") return at;
  while (at < body.length) {
    const character = body.charAt(at);
    if (body.startsWith("</", at)) return past(body, ">", at);
    if (character === "{") at = endOfExpression(body, at + 1);
    else at = character === "<" ? endOfElement(body, at) : at + 1;
  }
  return body.length;
}

function past(body: string, text: string, from: number): number {
  const found = body.indexOf(text, from);
  return found === -1 ? body.length : found + text.length;
}
