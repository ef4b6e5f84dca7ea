import type { MoreFiles } from "../build/build.ts";
import type { Settings } from "./options.ts";

/** What the hosts of `--host` need, made from the site's own files. */
export function toHostFiles({ hosts, server, reader }: Pick<Settings, "hosts" | "server" | "reader">): MoreFiles {
  return {
    key: JSON.stringify([hosts, server, reader]),
    make: async (site) => {
      // Loaded when it is needed: it brings a bundler.
      const { generateHostFiles } = await import("../hosts/hosts.ts");
      return generateHostFiles(hosts, site, { server, reader });
    },
  };
}
