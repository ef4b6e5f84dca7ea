import {
  BACKSLASH,
  BEYOND,
  BLANK,
  BLANK_BYTE,
  ESCAPED,
  ESCAPES,
  findReference,
  KIND_BITS,
  KINDS,
  KINDS_MASK,
  LESS,
  LETTER_N,
  LETTER_T,
  LINE_FEED,
  OTHER,
  PLAIN_KINDS,
  QUOTE,
  REFERENCE,
  STEPS,
  STOP,
  TAG,
  UNUSUAL,
} from "./byte-kinds.ts";
import { type Gap, isWithoutSpace, LINE, SPACE, TAB } from "./text-sink.ts";
import { countWords, toStatistics, type WordStatistics } from "./words.ts";

/** A byte of HTML becomes at most so many, an id that is put in included. */
const GROWTH_MAX = 6;

/**
 * Copies HTML, and the text that is in it beside it: both come out as JSON strings in UTF-8, byte by byte, so that neither is ever a text of its own in
 * memory. What blanks and gaps become in the text is what TextSink makes of them.
 */
export class TwinWriter {
  /** The HTML that is read, and a `<` behind its end. */
  source = Buffer.allocUnsafeSlow(1 << 16);
  /** Without that. */
  length = 0;
  #html = Buffer.allocUnsafeSlow(1 << 18);
  #text = Buffer.allocUnsafeSlow(1 << 18);
  #htmlLength = 0;
  #textLength = 0;
  #gap: Gap = 0;
  #words = 0;
  /** The last kinds of bytes of the text. */
  #kinds = 0;
  #isAscii = true;
  /** Where blocks of code begin and end in the text. */
  #code: number[] = [];

  /** What was written is gone then. @param html well-formed */
  begin(html: string): void {
    if (this.source.length <= html.length * 3) this.source = Buffer.allocUnsafeSlow(html.length * 6);
    this.length = this.source.write(html, 0);
    this.source[this.length] = LESS;
    const room = (this.length + 2) * GROWTH_MAX;
    if (this.#html.length < room) this.#html = Buffer.allocUnsafeSlow(room * 2);
    if (this.#text.length < room) this.#text = Buffer.allocUnsafeSlow(room * 2);
    this.#html[0] = QUOTE;
    this.#text[0] = QUOTE;
    this.#htmlLength = 1;
    this.#textLength = 1;
    this.#gap = 0;
    this.#words = 0;
    this.#kinds = 0;
    this.#isAscii = true;
    this.#code = [];
  }

  /** Both as JSON, until the next begin. */
  end(): { readonly html: Uint8Array; readonly text: Uint8Array } {
    this.#html[this.#htmlLength] = QUOTE;
    this.#text[this.#textLength] = QUOTE;
    return { html: this.#html.subarray(0, this.#htmlLength + 1), text: this.#text.subarray(0, this.#textLength + 1) };
  }

  /** How much HTML was written. */
  get htmlLength(): number {
    return this.#htmlLength;
  }

  /** How much text was written. */
  get textLength(): number {
    return this.#textLength;
  }

  /** The text behind a place, without the gap there. */
  textFrom(start: number): string {
    const isGap = this.#text[start] === BACKSLASH && this.#text[start + 1] === LETTER_N;
    return this.#textOf(isGap ? start + 2 : start, this.#textLength);
  }

  #textOf(start: number, end: number): string {
    const json = this.#text.toString("utf8", start, Math.max(start, end));
    return json.includes("\\") ? JSON.parse(`"${json}"`) : json;
  }

  /** Of all that is not a block of code. */
  statistics(): WordStatistics {
    if (this.#isAscii) return toStatistics(this.#words);
    const ends = [1, ...this.#code, this.#textLength];
    const parts: string[] = [];
    for (let at = 0; at < ends.length; at += 2) parts.push(this.#textOf(ends[at] ?? 0, ends[at + 1] ?? 0));
    return countWords(parts.join("\n"));
  }

  /** Begins a line, a cell or a word; the strongest of several gaps counts. */
  separate(gap: Gap): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  /** Adds HTML that is JSON already: some bytes, for which a loop is quicker than a call. */
  add(json: Buffer): void {
    const html = this.#html;
    let to = this.#htmlLength;
    for (let at = 0; at < json.length; at += 1) html[to++] = json[at] ?? 0;
    this.#htmlLength = to;
  }

  /** Puts HTML in at a place that was written already. */
  insert(html: string, at: number): void {
    const json = JSON.stringify(html).slice(1, -1);
    const added = Buffer.byteLength(json);
    this.#html.copyWithin(at + added, at, this.#htmlLength);
    this.#html.write(json, at);
    this.#htmlLength += added;
  }

  /** Copies a tag. @returns false: there is something unusual in it */
  copyTag(from: number, end: number): boolean {
    const { source } = this;
    const html = this.#html;
    let to = this.#htmlLength;
    for (let at = from; at < end; ) {
      const byte = source[at] ?? 0;
      const kind = KINDS[byte] ?? UNUSUAL;
      const reference = kind === REFERENCE ? findReference(source, at) : null;
      if (reference !== null) {
        html.set(reference.numeric, to);
        to += reference.numeric.length;
        at += reference.written.length;
        continue;
      }
      if (kind === UNUSUAL || (kind === BLANK && byte !== BLANK_BYTE)) return false;
      if (kind === ESCAPED) html[to++] = BACKSLASH;
      html[to++] = byte;
      at += 1;
    }
    this.#htmlLength = to;
    return true;
  }

  /** Copies what is a text up to the next tag. @returns where that begins; -1: there is something unusual in it */
  copyText(start: number): number {
    const { source } = this;
    const html = this.#html;
    const text = this.#text;
    let to = this.#htmlLength;
    let textTo = this.#textLength;
    let kinds = this.#kinds;
    for (let at = start; ; ) {
      let byte = source[at] ?? 0;
      const kind = KINDS[byte] ?? UNUSUAL;
      if (kind === BLANK) {
        this.separate(SPACE);
        if (byte !== BLANK_BYTE) html[to++] = BACKSLASH;
        html[to++] = ESCAPES[byte] ?? 0;
        at += 1;
        continue;
      }
      if (kind === TAG || kind === UNUSUAL) {
        this.#htmlLength = to;
        this.#textLength = textTo;
        this.#kinds = kinds;
        return kind === TAG ? at : -1;
      }
      if (this.#gap !== 0) {
        if (kind === BEYOND && this.#gap === SPACE && this.#isOneLine(start, at)) this.#gap = 0;
        textTo = this.#writeGap(textTo);
        kinds = BLANK;
      }
      if (PLAIN_KINDS[byte] !== 0) {
        let words = 0;
        for (;;) {
          const next = ((kinds << KIND_BITS) | (PLAIN_KINDS[byte] ?? 0)) & KINDS_MASK;
          const step = STEPS[next] ?? STOP;
          if (step === STOP) break;
          kinds = next;
          words += step;
          html[to++] = byte;
          text[textTo++] = byte;
          at += 1;
          byte = source[at] ?? 0;
        }
        this.#words += words;
        if ((kinds & 7) === BLANK) {
          textTo -= 1;
          this.separate(SPACE);
        }
        continue;
      }
      kinds = OTHER;
      if (kind === REFERENCE) {
        const reference = findReference(source, at);
        if (reference === null) return -1;
        html.set(reference.numeric, to);
        to += reference.numeric.length;
        at += reference.written.length;
        if (reference.character === QUOTE) text[textTo++] = BACKSLASH;
        text[textTo++] = reference.character;
        continue;
      }
      if (kind === BEYOND) this.#isAscii = false;
      else if (kind === ESCAPED) {
        html[to++] = BACKSLASH;
        text[textTo++] = BACKSLASH;
      }
      html[to++] = byte;
      text[textTo++] = byte;
      at += 1;
    }
  }

  /** Copies the text of a block of code. @returns where it ends; -1: there is something unusual in it */
  copyCode(start: number): number {
    const { source } = this;
    const html = this.#html;
    const text = this.#text;
    let to = this.#htmlLength;
    this.separate(LINE);
    this.#code.push(this.#textLength);
    let textTo = this.#writeGap(this.#textLength);
    let at = start;
    for (let byte = source[at] ?? 0; byte !== LESS; byte = source[at] ?? 0) {
      const kind = KINDS[byte] ?? UNUSUAL;
      const reference = kind === REFERENCE ? findReference(source, at) : null;
      if (kind === UNUSUAL || (kind === REFERENCE && reference === null)) return -1;
      if (reference !== null) {
        html.set(reference.numeric, to);
        to += reference.numeric.length;
        if (reference.character === QUOTE) text[textTo++] = BACKSLASH;
        text[textTo++] = reference.character;
        at += reference.written.length;
        continue;
      }
      if (kind === ESCAPED || (kind === BLANK && byte !== BLANK_BYTE)) {
        html[to++] = BACKSLASH;
        text[textTo++] = BACKSLASH;
      }
      html[to++] = ESCAPES[byte] ?? 0;
      text[textTo++] = ESCAPES[byte] ?? 0;
      at += 1;
    }
    // Its last line feed is the block's own end.
    if (at - start < 2 || source[at - 1] !== LINE_FEED || source[at - 2] === LINE_FEED) return -1;
    this.#htmlLength = to;
    this.#textLength = textTo - 2;
    this.#code.push(this.#textLength);
    this.#kinds = 0;
    this.separate(LINE);
    return at;
  }

  /** @returns where the text goes on */
  #writeGap(at: number): number {
    const gap = this.#gap;
    const text = this.#text;
    this.#gap = 0;
    // Nothing begins with one.
    if (gap === 0 || at === 1) return at;
    if (gap === SPACE) {
      text[at] = BLANK_BYTE;
      return at + 1;
    }
    text[at] = BACKSLASH;
    text[at + 1] = gap === TAB ? LETTER_T : LETTER_N;
    return at + 2;
  }

  /** Whether the blanks before a character are a line's end between two of a script without spaces. */
  #isOneLine(start: number, at: number): boolean {
    const { source } = this;
    let from = at;
    let lines = 0;
    for (; from > start && KINDS[source[from - 1] ?? 0] === BLANK; from -= 1) if (source[from - 1] === LINE_FEED) lines += 1;
    if (lines !== 1 || from === start || KINDS[source[from - 1] ?? 0] !== BEYOND) return false;
    return isWithoutSpace(source.toString("utf8", characterAt(source, from - 1), from), source.toString("utf8", at, at + CHARACTER_MAX));
  }
}

/** Bytes of UTF-8. */
const CHARACTER_MAX = 4;

/** Where the character begins of which there is a byte. */
function characterAt(source: Buffer, at: number): number {
  let start = at;
  while (start > 0 && ((source[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
