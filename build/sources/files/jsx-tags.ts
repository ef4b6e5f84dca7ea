/** Where tags of JSX end, in a text that a parser of MDX has taken. */

/** Past the `>` of the tag that begins at `start`; quotes and braces are stepped over. */
export function endOfTag(body: string, start: number): number {
  for (const { at, character } of charactersOfTag(body, start)) if (character === ">") return at + 1;
  return body.length;
}

interface TagCharacter {
  readonly at: number;
  readonly character: string;
}

/** The characters of a tag that stand neither in quotes nor in braces, up to the `>` that ends it; of what is in braces the last one, `}`. */
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

/** Past the `}` of the expression that begins at `start`. Quotes of its texts count; in JSX inside of it, `<B>it's</B>`, they are letters. */
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

/** Past a text in quotes, escapes and `${…}` stepped over. */
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

/** A `<` that compares stands behind a value. */
function isElementStart(body: string, at: number): boolean {
  if (!/[A-Za-z_$>]/.test(body.charAt(at + 1))) return false;
  const before = body.slice(Math.max(0, at - BEFORE_MAX), at).trimEnd();
  return !/[\w$)\]]$/.test(before) || /\b(?:return|default|case)$/.test(before);
}
/** Spaces and a word before a `<` that are looked at. UTF-16 code units. */
const BEFORE_MAX = 100;

/** Past the closing tag of the element that begins at `start`. */
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
