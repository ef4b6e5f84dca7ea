/**
 * Hosts that a build can prepare files for, in the order of the docs. `github-pages` stands for any
 * host that only serves files.
 */
export const HOST_NAMES = ["cloudflare", "netlify", "deno", "bun", "node", "nginx", "caddy", "github-pages"] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** Hosts that run no program of ours, so nothing there can render pages. */
export const HOSTS_OF_FILES: readonly HostName[] = ["nginx", "caddy", "github-pages"];
