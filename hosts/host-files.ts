import type { HostName } from "./host-names.ts";
import type { HostSite } from "./host-site.ts";

/** A file that a host needs. */
export interface HostFile {
  /** Below the out folder, forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array | LateBytes;
}

/** Bytes that are made where a build has not got them yet: compressing ten thousand files takes a second. */
export interface LateBytes {
  bytes(): Uint8Array;
  /** The same for the same bytes. */
  readonly identity: string;
}

export function toBytes(content: HostFile["content"]): Uint8Array {
  if (typeof content === "string") return Buffer.from(content);
  return "bytes" in content ? content.bytes() : content;
}

/** The owner's settings for the processes behind a host. */
export interface HostOptions {
  /** Origin of the write server, `https://api.ines.example`; null: there is none. */
  readonly server: string | null;
  /** Origin of an `octavo start --read-only` that answers what files alone cannot; null: there is none. nginx and Caddy ask it. */
  readonly reader: string | null;
  /** Origins besides the site's own whose pages may like: what the write server has as `--origins`. */
  readonly origins: readonly string[];
  /** Whether it is a preview, which passes nothing on to a write server, whatever the host's settings say. Default: it is not. */
  readonly isPreview?: boolean;
  /** The out folder from where the hosts' own tools are run, with forward slashes: `dist`. */
  readonly folder: string;
}

export interface GeneratorOptions extends HostOptions {
  /** All hosts of the build: some read files of the same name. */
  readonly hosts: readonly HostName[];
}

/** Writes what a host needs from what is known of paths and of the site. The same input gives the same bytes. */
export type HostGenerator = (site: HostSite, options: GeneratorOptions) => readonly HostFile[] | Promise<readonly HostFile[]>;

/** The program of Cloudflare Pages, which knows it by its name. */
export const WORKER_FOLDER = "_worker.js";
