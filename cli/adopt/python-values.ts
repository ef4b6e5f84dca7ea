/**
 * Reads constants such as `SITENAME = "Marsh notes"` from a Python configuration, without running it.
 */

export interface PythonReading {
  readonly values: Readonly<Record<string, unknown>>;
  /** Name of a computed constant → its line. */
  readonly computed: ReadonlyMap<string, number>;
}

const TEXT = /[uUrR]?(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')/y;

/**
 * Reads assignments at the beginning of a line: strings, numbers, True, False, None, and lists of
 * strings. The last assignment to a name wins.
 */
export function readPythonConstants(text: string): PythonReading {
  const values: Record<string, unknown> = {};
  const computed = new Map<string, number>();
  for (const match of text.matchAll(/^([A-Z][A-Z0-9_]*)[ \t]*=(?!=)[ \t]*/gm)) {
    const [whole, name = ""] = match;
    const value = readLiteral(text, match.index + whole.length);
    delete values[name];
    computed.delete(name);
    if (value === undefined) computed.set(name, text.slice(0, match.index).split("\n").length);
    else values[name] = value;
  }
  return { values, computed };
}

/** Returns undefined if there is no such literal at `start`. */
function readLiteral(text: string, start: number): unknown {
  const word = /^(True|False|None|-?\d+(?:\.\d+)?)(?=[ \t]*(?:#|\n|$))/.exec(text.slice(start, start + 30))?.[1];
  if (word !== undefined) return word === "None" ? null : /^[TF]/.test(word) ? word === "True" : Number(word);
  if (/[[(]/.test(text.charAt(start))) return readTexts(text, start + 1);
  const found = readText(text, start);
  return found !== null && /^[ \t]*(?:#|\n|$)/.test(text.slice(found.end, found.end + 200)) ? found.value : undefined;
}

function readTexts(text: string, start: number): readonly string[] | undefined {
  const texts: string[] = [];
  let at = start;
  for (;;) {
    at += /^(?:[\s,]|#[^\n]*)*/.exec(text.slice(at, at + 5_000))?.[0].length ?? 0;
    if (/[\])]/.test(text.charAt(at))) return texts;
    const found = readText(text, at);
    if (found === null) return undefined;
    texts.push(found.value);
    at = found.end;
  }
}

function readText(text: string, start: number): { readonly value: string; readonly end: number } | null {
  TEXT.lastIndex = start;
  const match = TEXT.exec(text);
  if (match === null) return null;
  return { value: (match[1] ?? match[2] ?? "").replaceAll(/\\(.)/g, "$1"), end: TEXT.lastIndex };
}
