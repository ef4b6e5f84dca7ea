import { gzipSync } from "node:zlib";
import type { HostFile } from "./host-files.ts";
import type { HostTextFile } from "./host-site.ts";

/** Smaller files do not benefit. In bytes. */
const COMPRESSED_MIN = 1_024;
/**
 * Position of the operating system in a gzip header (RFC 1952, 2.3): set to 255, unknown, so that
 * all systems write the same bytes.
 */
const SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

/** A `.gz` copy of each text file that benefits, for hosts that send such copies. */
export function precompress(files: readonly HostTextFile[]): HostFile[] {
  return files
    .filter(({ size }) => size >= COMPRESSED_MIN)
    .map((file) => ({ path: `${file.path}.gz`, content: { bytes: () => compress(file.text), identity: `gzip ${file.identity}` } }));
}

function compress(text: string): Uint8Array {
  const bytes = gzipSync(text);
  bytes[SYSTEM_BYTE] = UNKNOWN_SYSTEM;
  return bytes;
}
