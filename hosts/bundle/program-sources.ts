import type { SCRIPT_FILES } from "../../contract/static-files.ts";

export interface ProgramSource {
  /** Path from the root of the repository, without extension. */
  readonly entry: string;
  /**
   * `browser`: only Web APIs. `node`: `node:` modules stay imports. `worker`: modules that workerd
   * provides stay imports.
   */
  readonly platform: "browser" | "node" | "worker";
  /** `es`: a module. `iife`: a classic script. `json`: texts. */
  readonly format: "es" | "iife" | "json";
  /** The export of the entry module that holds the texts. By default, the entry is a JSON file. */
  readonly exported?: string;
}

/** The programs of hosts/, by their file names in the package. */
const HOST_PROGRAMS = {
  "cloudflare-worker": { entry: "hosts/cloudflare/cloudflare-worker", platform: "browser", format: "es" },
  "cloudflare-website-worker": { entry: "hosts/cloudflare/website-worker", platform: "browser", format: "es" },
  "cloudflare-writes-worker": { entry: "hosts/cloudflare/writes/writes-worker", platform: "browser", format: "es" },
  "cloudflare-website-writes-worker": { entry: "hosts/cloudflare/writes/website-writes-worker", platform: "browser", format: "es" },
  "cloudflare-write-program": { entry: "server/object/write-program", platform: "worker", format: "es" },
  "netlify-website-function": { entry: "hosts/netlify/website-function", platform: "browser", format: "es" },
  "netlify-edge-function": { entry: "hosts/netlify/edge-function", platform: "browser", format: "es" },
  "deno-server": { entry: "hosts/deno/server", platform: "node", format: "es" },
  "bun-server": { entry: "hosts/bun/server", platform: "node", format: "es" },
  "node-server": { entry: "hosts/node/node-standalone", platform: "node", format: "es" },
  "start-worker": { entry: "hosts/service-worker/start-worker", platform: "browser", format: "iife" },
  "service-worker": { entry: "hosts/service-worker/worker", platform: "browser", format: "iife" },
} as const satisfies Readonly<Record<string, ProgramSource>>;
export type HostProgram = keyof typeof HOST_PROGRAMS;

type WithoutEnding<File extends string> = File extends `${infer Name}.js${"" | "on"}` ? Name : never;
type ScriptName = WithoutEnding<(typeof SCRIPT_FILES)[number]>;

function textsOfElements(file: string): ProgramSource {
  return { entry: `packages/octavo-client/elements/texts/${file}`, platform: "browser", format: "json" };
}

/** Scripts that a build adds to dist for the site's pages, by their file names there. */
export const BROWSER_SCRIPTS = {
  "octavo-engagement": { entry: "packages/octavo-client/engagement/script", platform: "browser", format: "iife" },
  "octavo-elements": { entry: "packages/octavo-client/elements/elements-script", platform: "browser", format: "iife" },
  "octavo-elements.de": textsOfElements("de"),
  "octavo-elements.en": { ...textsOfElements("element-texts"), exported: "ENGLISH" },
  "octavo-elements.es": textsOfElements("es"),
  "octavo-elements.fr": textsOfElements("fr"),
  "octavo-elements.ja": textsOfElements("ja"),
  "octavo-embeds": { entry: "packages/octavo-client/embeds/embeds-script", platform: "browser", format: "iife" },
  "octavo-diagrams": { entry: "packages/octavo-client/embeds/draw-diagrams", platform: "browser", format: "es" },
} as const satisfies Readonly<Record<ScriptName, ProgramSource>>;

/** The first part of /site.js, which is never a separate file. */
export const SITE_SCRIPTS = {
  "octavo-site": { entry: "browser/site/start-pages", platform: "browser", format: "iife" },
} as const satisfies Readonly<Record<string, ProgramSource>>;

/** Scripts of our own pages: the errors that `dev` shows, the desk, and `/api/docs`. */
const OWN_PAGES = {
  live: { entry: "browser/live/start-live", platform: "browser", format: "es" },
  desk: { entry: "browser/desk/start-desk", platform: "browser", format: "es" },
  reference: { entry: "browser/reference/start-reference", platform: "browser", format: "es" },
} as const satisfies Readonly<Record<string, ProgramSource>>;

/** Everything that is bundled when the package is packed. */
export const PROGRAMS = { ...HOST_PROGRAMS, ...BROWSER_SCRIPTS, ...SITE_SCRIPTS, ...OWN_PAGES };
export type ProgramName = keyof typeof PROGRAMS;

/** A program's file name, in the package and in dist. */
export function programFileOf(name: ProgramName): string {
  return `${name}.${PROGRAMS[name].format === "json" ? "json" : "js"}`;
}
