import { hash } from "node:crypto";
import { inspect } from "node:util";
import type { Addresses } from "../addresses.ts";
import type { ResolvedConfig } from "../config.ts";
import { showPath } from "../show-path.ts";
import { digestEngine } from "./engine.ts";

/** Everything but the content files, and but the clock, that decides what is parsed and rendered. */
export interface KeyParts {
  readonly cwd: string;
  readonly contentDir: string;
  readonly config: ResolvedConfig;
  /** In place of the site's own. */
  readonly addresses?: Partial<Addresses>;
  /** The site's. */
  readonly timeZone: string;
}

/** Where builds of this content with this address keep what they know: others have a folder of their own. */
export function cacheNameOf({ cwd, contentDir, addresses }: Omit<KeyParts, "timeZone">): string {
  return `site-${hash("sha256", JSON.stringify([showPath(cwd, contentDir), ...toList(addresses)])).slice(0, 16)}`;
}

/** Changes with the engine, the packages, the configuration, and the source of its plugins. No machine's paths: a cache may be restored elsewhere. */
export function cacheKeyOf({ cwd, contentDir, addresses, config, timeZone }: KeyParts): string {
  const { root, markdown, ...rest } = config;
  const { remarkPlugins, rehypePlugins, ...plain } = markdown;
  const values = [digestEngine(), timeZone, showPath(cwd, contentDir), showPath(cwd, root), toList(addresses), rest, plain];
  return hash("sha256", JSON.stringify(values) + describePlugins([...remarkPlugins, "|", ...rehypePlugins]));
}

function toList({ site = "", public: files = "", canonical = "" }: Partial<Addresses> = {}): readonly string[] {
  return [site, files, canonical];
}

/** Plugins by name, with their options as far as those can be shown; what the functions do is in `config.sources`. */
function describePlugins(plugins: readonly unknown[]): string {
  return inspect(plugins, {
    depth: Number.POSITIVE_INFINITY,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Number.POSITIVE_INFINITY,
  });
}
