import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";

/*
 * Parses a large JSON document in pieces: cuts out its rows, parses them one by one, and then
 * parses the rest as a whole. JSON.parse reads all of the document, but never all at once.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export interface CutDocument {
  /** The document with a text in place of each row. */
  readonly frame: unknown;
  /** The row for a text of the frame. Any other value is returned unchanged. */
  toRow(value: unknown): unknown;
}

const MARK = "\u0000row ";

/**
 * @param depth number of brackets at which a row begins, including its own: 4 in
 * `{ "data": { "posts": [ {`
 * @param keep returns the parts of a row to keep
 * @throws SyntaxError like JSON.parse, and for invalid UTF-8
 */
export async function cutRows(path: string, depth: number, keep: (row: unknown) => unknown): Promise<CutDocument> {
  const rows: unknown[] = [];
  const frame: string[] = [];
  let pieces: Buffer[] = [];
  let [level, inText, isEscaped] = [0, false, false];
  const endPiece = (piece: Buffer): string => {
    const whole = pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]);
    pieces = [];
    if (!isUtf8(whole)) throw new SyntaxError("not UTF-8");
    return whole.toString();
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) inText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        level += 1;
        if (level !== depth || byte !== OPEN_OBJECT) continue;
        frame.push(endPiece(chunk.subarray(start, at)));
        start = at;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        level -= 1;
        if (level !== depth - 1 || byte !== CLOSE_OBJECT) continue;
        frame.push(` ${JSON.stringify(MARK + rows.length)} `);
        rows.push(keep(JSON.parse(endPiece(chunk.subarray(start, at + 1)))));
        start = at + 1;
      }
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  }
  frame.push(endPiece(Buffer.alloc(0)));
  return {
    frame: JSON.parse(frame.join("").replace(/^\uFEFF/, "")),
    toRow: (value) => (typeof value === "string" && value.startsWith(MARK) ? rows[Number(value.slice(MARK.length))] : value),
  };
}
