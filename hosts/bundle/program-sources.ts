export interface ProgramSource {
  /** Below hosts/, without its ending. */
  readonly entry: string;
  /** `browser`: Web APIs alone. `node`: `node:` modules stay imports. */
  readonly platform: "browser" | "node";
  /** `es`: a module. `iife`: a classic script. */
  readonly format: "es" | "iife";
}

/** The programs of hosts/, by the names of their files in the package. */
export const HOST_PROGRAMS = {
  "cloudflare-worker": { entry: "cloudflare/cloudflare-worker", platform: "browser", format: "es" },
  "netlify-edge-function": { entry: "netlify/edge-function", platform: "browser", format: "es" },
  "deno-server": { entry: "deno/server", platform: "node", format: "es" },
  "bun-server": { entry: "bun/server", platform: "node", format: "es" },
  "node-server": { entry: "node/node-standalone", platform: "node", format: "es" },
  "service-worker": { entry: "service-worker/worker", platform: "browser", format: "iife" },
} as const satisfies Readonly<Record<string, ProgramSource>>;
export type HostProgram = keyof typeof HOST_PROGRAMS;
