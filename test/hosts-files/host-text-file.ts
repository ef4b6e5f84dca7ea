import { hash } from "node:crypto";
import type { HostTextFile } from "../../hosts/host-site.ts";

/** A file of a site in the form in which a build passes it to hosts. */
export function toHostTextFile(path: string, text: string): HostTextFile {
  return { path, text, size: Buffer.byteLength(text), identity: hash("sha1", text) };
}
