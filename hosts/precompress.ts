import { gzipSync } from "node:zlib";
import type { HostFile } from "./host-files.ts";
import type { HostTextFile } from "./host-site.ts";

/** Smaller ones gain nothing by it. Bytes. */
const COMPRESSED_MIN = 1_024;
/** Where a gzip header names the system (RFC 1952, 2.3): 255, unknown, so that all systems write the same bytes. */
const SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

/** A `.gz` beside each text file that is worth it, for hosts that send those as they are. */
export function precompress(files: readonly HostTextFile[]): HostFile[] {
  return files
    .filter(({ text }) => text.length >= COMPRESSED_MIN)
    .map(({ path, text }) => {
      const content = gzipSync(text);
      content[SYSTEM_BYTE] = UNKNOWN_SYSTEM;
      return { path: `${path}.gz`, content };
    });
}
