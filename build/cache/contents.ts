import { hash } from "node:crypto";
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";

/** Above this a file's content is not looked at to find out whether only its times are new, bytes. */
const BYTES_MAX = 1 << 22;

/** Names what a file holds, or what a folder lists; "": it is not to be had, or too large. */
export function digestOfPath(path: string): string {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return digestOfFolder(readdirSync(path, { withFileTypes: true }));
    return stat.isFile() && stat.size <= BYTES_MAX ? digestOfBytes(readFileSync(path)) : "";
  } catch {
    return "";
  }
}

export function digestOfBytes(bytes: Uint8Array): string {
  return hash("sha1", bytes);
}

function digestOfFolder(entries: readonly Dirent[]): string {
  const lines = entries.map((entry) => `${entry.isDirectory() ? "/" : entry.isFile() ? "" : "?"}${entry.name}`);
  return `/${hash("sha1", lines.sort().join("\0"))}`;
}
