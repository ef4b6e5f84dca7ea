/** The measured tools: how each is run, where it writes, and what it keeps between builds. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const PEERS_ROOT = fileURLToPath(new URL(".", import.meta.url));

export interface Peer {
  readonly name: string;
  /** Shown in the table, with the version. */
  readonly label: string;
  /** Folder of sites/ that is copied before the posts are added; null if there is only content. */
  readonly template: string | null;
  /** Command and arguments, run in the site's folder. */
  readonly command: readonly string[];
  /** Folder of its output, in the site's folder. */
  readonly output: string;
  /** The caches in the site's folder that its documentation tells CI to keep. */
  readonly caches: readonly string[];
  /** Folder with one JSON file per post, and the member with the HTML. */
  readonly posts: { readonly folder: string; readonly member: string };
  /** The JSON file with all posts; null if lists come from the read handler. */
  readonly list: string | null;
  /**
   * A script that serves the output with the read handler and prints its address, and whether it
   * must answer searches.
   */
  readonly api: { readonly host: string; readonly search: boolean } | null;
}

const OUT = {
  output: "out",
  posts: { folder: "out/posts", member: "html" },
  list: "out/posts.json",
  api: null,
} as const;

/**
 * Reads the versions of installed tools.
 * @param octavo the checkout to measure, a folder
 * @param command the file of its command
 */
export function listPeers(octavo: string, command: string): readonly Peer[] {
  const ours = (name: string, label: string, flags: readonly string[]): Peer => ({
    name,
    label,
    template: null,
    command: [process.execPath, command, "build", "--quiet", ...flags],
    output: "dist",
    caches: [".octavo/cache"],
    posts: { folder: "dist/api/v1/posts", member: "bodyHtml" },
    list: null,
    api: { host: join(octavo, "bench", "host-child.ts"), search: flags.length === 0 },
  });
  return [
    {
      name: "hugo",
      label: `Hugo ${hugoVersion()}`,
      template: "hugo",
      command: ["hugo", "--quiet", "--destination", "out"],
      caches: [],
      ...OUT,
    },
    ours("octavo", "Octavo --no-search", ["--no-search"]),
    ours("octavo-search", "Octavo", []),
    {
      name: "eleventy",
      label: `Eleventy ${version("@11ty/eleventy")}`,
      template: "eleventy",
      command: [bin("@11ty/eleventy/cmd.cjs")],
      caches: [],
      ...OUT,
    },
    {
      name: "astro",
      label: `Astro ${version("astro")}`,
      template: "astro",
      command: [bin("astro/bin/astro.mjs"), "build", "--silent"],
      caches: [".cache", "node_modules"],
      ...OUT,
    },
    {
      name: "velite",
      label: `Velite ${version("velite")}`,
      template: "velite",
      command: [bin("velite/bin/velite.js"), "build", "--silent"],
      caches: [],
      ...OUT,
    },
    {
      name: "content-collections",
      label: `content-collections ${version("@content-collections/core")}`,
      template: "content-collections",
      command: [bin("@content-collections/cli/dist/index.js"), "build"],
      caches: [".content-collections/cache"],
      ...OUT,
    },
  ].map((peer) => (peer.command[0]?.startsWith(PEERS_ROOT) ? { ...peer, command: [process.execPath, ...peer.command] } : peer));
}

function bin(path: string): string {
  return join(PEERS_ROOT, "node_modules", path);
}

function version(name: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(PEERS_ROOT, "node_modules", name, "package.json"), "utf8"));
  return manifest.version;
}

/** Returns "?" if Hugo is not installed, which is an error only if Hugo is measured. */
function hugoVersion(): string {
  try {
    const said = execFileSync("hugo", ["version"], { encoding: "utf8" });
    return `${/v(\d+\.\d+\.\d+)/.exec(said)?.[1] ?? "?"}${said.includes("debian") ? " (Debian)" : ""}`;
  } catch {
    return "?";
  }
}
