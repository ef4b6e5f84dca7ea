import { isUtf8 } from "node:buffer";
import { type Diagnostics, startOf } from "../shared/diagnostics.ts";
import { NOT_A_FILE, NotAFileError, readRegularFile } from "../shared/file-io.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { SourceText } from "./source-text.ts";

/**
 * Reads a content file as UTF-8, without a byte order mark and with newlines as `\n`.
 *
 * @param present the file's bytes, if already read
 * @returns null if it cannot be read or is not UTF-8 (reported)
 */
export function readSourceText(file: SourceFile, diagnostics: Diagnostics, present: Buffer | null = null): SourceText | null {
  let bytes: Buffer;
  try {
    bytes = present ?? readRegularFile(file.absolute);
  } catch (error) {
    diagnostics.error(startOf(file.path), { code: "unreadable-file", ...explainReadError(error) });
    return null;
  }
  if (isUtf8(bytes)) return toSource(file, bytes);
  const offset = findBadByte(bytes);
  const before = toSource(file, bytes.subarray(0, offset));
  diagnostics.error(before.locate(before.text.length), { code: "bad-utf8", ...explainEncoding(bytes, offset) });
  return null;
}

/** Like `readSourceText`, without reporting mistakes. */
export function readSource(file: SourceFile): SourceText | null {
  try {
    const bytes = readRegularFile(file.absolute);
    return isUtf8(bytes) ? toSource(file, bytes) : null;
  } catch {
    return null;
  }
}

function toSource(file: SourceFile, bytes: Buffer): SourceText {
  const marked = bytes.toString("utf8");
  const text = marked.startsWith("\ufeff") ? marked.slice(1) : marked;
  return new SourceText(file.path, text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);
}

function explainReadError(error: unknown): { message: string; hint: string } {
  if (error instanceof NotAFileError) return NOT_A_FILE;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EISDIR") return { message: "is a folder with the name of a file", hint: "rename it" };
  if (code === "ENOENT") return { message: "cannot be read: it is a link to a file that does not exist", hint: "fix or remove the link" };
  if (code === "EACCES" || code === "EPERM")
    return { message: "cannot be read: permission denied", hint: "change its permissions so that you can read it" };
  if (code === "ELOOP") return { message: "cannot be read: its symbolic links form a loop", hint: "remove the link" };
  return { message: `cannot be read: ${String(code ?? "unknown reason")}`, hint: "check the disk" };
}

function explainEncoding(bytes: Buffer, offset: number): { message: string; hint: string } {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe" || mark === "feff") return { message: "is UTF-16", hint: "save the file as UTF-8" };
  const bad = bytes.subarray(offset, offset + 1).toString("hex");
  return { message: `is not UTF-8: the byte 0x${bad} is not valid here`, hint: "save the file as UTF-8" };
}

/** Offset of the first invalid byte. A decoder replaces it with U+FFFD. */
function findBadByte(bytes: Buffer): number {
  const replacement = Buffer.from("\ufffd");
  let offset = 0;
  for (const part of bytes.toString("utf8").split("\ufffd")) {
    offset += Buffer.byteLength(part);
    // The file may contain U+FFFD itself.
    if (!bytes.subarray(offset, offset + replacement.length).equals(replacement)) break;
    offset += replacement.length;
  }
  return offset;
}
