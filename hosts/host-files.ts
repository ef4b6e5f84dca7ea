import type { HostName } from "./host-names.ts";
import type { HostSite } from "./host-site.ts";

/** A file that a host needs. */
export interface HostFile {
  /** Relative to the out folder, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array | LateBytes;
}

/**
 * Bytes that are made only if a build does not have them yet, because compressing ten thousand
 * files takes a second.
 */
export interface LateBytes {
  bytes(): Uint8Array;
  /** Identical for identical bytes. */
  readonly identity: string;
}

export function toBytes(content: HostFile["content"]): Uint8Array {
  if (typeof content === "string") return Buffer.from(content);
  return "bytes" in content ? content.bytes() : content;
}

/**
 * Where the write server serves the owner's desk: at a separate host name, or under a path of the
 * site.
 */
export type HostDesk = { readonly origin: string; readonly path?: never } | { readonly origin?: never; readonly path: string };

/** The write server that a host runs itself. */
export interface HostWrites {
  /** The version of this program. */
  readonly version: string;
  /** `eu`: data stays in the EU; null for anywhere. */
  readonly jurisdiction: "eu" | null;
  /** `object`: a Durable Object searches; null if the Worker does. */
  readonly search: "object" | null;
  /** The server's variables that are not secrets: `OCTAVO_REPORT`. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The owner's settings for the processes behind a host. */
export interface HostOptions {
  /** Origin of the write server, `https://api.ines.example`; null if there is none. */
  readonly server: string | null;
  /**
   * Origin of an `octavo start --read-only` that answers requests that files cannot answer; null if
   * there is none. Used by nginx and Caddy.
   */
  readonly reader: string | null;
  /**
   * Origins, besides the site's own, whose pages may send likes: the write server's `--origins`.
   */
  readonly origins: readonly string[];
  /**
   * Used by nginx and Caddy, and by Cloudflare with writes. Default: the desk has no address.
   */
  readonly desk?: HostDesk | null;
  /** Used by Cloudflare. Default: the host does not run the write server. */
  readonly writes?: HostWrites | null;
  /**
   * Whether it is a preview, which never forwards requests to a write server, whatever the host's
   * settings. Default: false.
   */
  readonly isPreview?: boolean;
  /**
   * The out folder relative to the folder in which the hosts' tools run, with forward slashes:
   * `dist`.
   */
  readonly folder: string;
}

export interface GeneratorOptions extends HostOptions {
  /** All hosts of the build, because some read files of the same name. */
  readonly hosts: readonly HostName[];
}

/** Makes the files of a host from the site and its paths. The same input gives the same bytes. */
export type HostGenerator = (site: HostSite, options: GeneratorOptions) => readonly HostFile[] | Promise<readonly HostFile[]>;

/** The program's folder on Cloudflare Pages, which requires this name. */
export const WORKER_FOLDER = "_worker.js";
