/** Hosts that a build can be made ready for, in the order of the docs. `github-pages` is any host that has nothing but files. */
export const HOST_NAMES = ["cloudflare", "netlify", "deno", "bun", "node", "nginx", "caddy", "github-pages"] as const;
export type HostName = (typeof HOST_NAMES)[number];
