import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import type { Diagnostics } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { SourceText } from "./source-text.ts";

/**
 * Reads a content file: UTF-8, a byte order mark dropped, newlines as `\n`.
 *
 * @param present its bytes, where they were read already
 * @returns null where it cannot be read or is not UTF-8 (reported)
 */
export function readSourceText(file: SourceFile, diagnostics: Diagnostics, present: Buffer | null = null): SourceText | null {
  const start = { file: file.path, line: 1, column: 1 };
  let bytes: Buffer;
  try {
    bytes = present ?? readFileOnly(file.absolute);
  } catch (error) {
    diagnostics.error(start, { code: "unreadable-file", ...explainReadError(error) });
    return null;
  }
  if (!isUtf8(bytes)) {
    diagnostics.error(placeOfBadUtf8(file.path, bytes), { code: "bad-utf8", ...explainEncoding(bytes) });
    return null;
  }
  return toSource(file, bytes);
}

/** The same without a word on what is wrong. */
export function readSource(file: SourceFile): SourceText | null {
  try {
    const bytes = readFileOnly(file.absolute);
    return isUtf8(bytes) ? toSource(file, bytes) : null;
  } catch {
    return null;
  }
}

/** To open a pipe would wait for ever for somebody to write into it. */
function readFileOnly(path: string): Buffer {
  const stat = statSync(path);
  if (!stat.isFile() && !stat.isDirectory()) throw new NotAFileError(`${path} is a pipe, a socket or a device`);
  return readFileSync(path);
}

class NotAFileError extends Error {
  override readonly name = "NotAFileError";
}

function toSource(file: SourceFile, bytes: Buffer): SourceText {
  const marked = bytes.toString("utf8");
  const text = marked.startsWith("\ufeff") ? marked.slice(1) : marked;
  return new SourceText(file.path, text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);
}

function explainReadError(error: unknown): { message: string; hint: string } {
  if (error instanceof NotAFileError) return { message: "is a pipe, a socket or a device", hint: "remove it" };
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EISDIR") return { message: "is a folder with the name of a file", hint: "rename it" };
  if (code === "ENOENT") return { message: "cannot be read: it is a link to a file that does not exist", hint: "mend or remove the link" };
  if (code === "EACCES" || code === "EPERM")
    return { message: "cannot be read: permission denied", hint: "give yourself the right to read it" };
  if (code === "ELOOP") return { message: "cannot be read: its links go in a circle", hint: "remove the link" };
  return { message: `cannot be read: ${String(code ?? "unknown reason")}`, hint: "see whether the disk is well" };
}

function explainEncoding(bytes: Buffer): { message: string; hint: string } {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe" || mark === "feff") return { message: "is UTF-16", hint: "save the file as UTF-8" };
  const { bad } = badUtf8At(bytes);
  return { message: `is not UTF-8: the byte 0x${bad.toString(16).padStart(2, "0")} cannot stand here`, hint: "save the file as UTF-8" };
}

function placeOfBadUtf8(file: string, bytes: Buffer) {
  const { offset } = badUtf8At(bytes);
  const before = new TextDecoder("utf-8").decode(bytes.subarray(0, offset)).replace(/\r\n?/g, "\n");
  const lineStart = before.lastIndexOf("\n") + 1;
  return { file, line: before.split("\n").length, column: before.length - lineStart + 1 };
}

/** The first byte that is not UTF-8, by bisection: the longest prefix that decodes, a character cut off at its end allowed. */
function badUtf8At(bytes: Buffer): { offset: number; bad: number } {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isPrefixOfUtf8(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  // Cut off at the end of the file, or by the bad byte: point at the start of that character.
  let offset = low;
  while (offset > 0 && !isUtf8(bytes.subarray(0, offset))) offset -= 1;
  return { offset, bad: bytes[offset] ?? 0 };
}

function isPrefixOfUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
