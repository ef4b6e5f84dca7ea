import { hash } from "node:crypto";
import { inspect } from "node:util";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import type { Addresses } from "../shared/site-addresses.ts";
import { showPath } from "../shared/source-file.ts";

/** Everything but the content files, and but the clock, that decides what is parsed and rendered. */
export interface KeyParts {
  readonly cwd: string;
  readonly contentDir: string;
  readonly config: ResolvedConfig;
  /** In place of the site's own. */
  readonly addresses?: Partial<Addresses>;
  /** null: not known yet. */
  readonly site: SiteFacts | null;
}

/** Values of site.yaml that decide how other files are read and rendered. */
export interface SiteFacts {
  readonly timeZone: string;
  readonly language: string;
  /** Which parts of file names are languages. */
  readonly locales: readonly string[];
  /** Links to its own pages are checked. */
  readonly url: string;
}

/** Changes with the toolchain, the configuration, and the source of its plugins. No machine's paths: a cache may be restored elsewhere. */
export function cacheKeyOf({ cwd, contentDir, addresses, config, site }: KeyParts, toolchain: string): string {
  // The effects of schemas are in `config.sources`.
  const { root, markdown, extraSchemas: _, ...rest } = config;
  const { remarkPlugins, rehypePlugins, ...plain } = markdown;
  const values = [
    toolchain,
    site?.timeZone ?? "",
    site?.language ?? "",
    site?.locales ?? [],
    site?.url ?? "",
    showPath(cwd, contentDir),
    showPath(cwd, root),
    toList(addresses),
    rest,
    plain,
  ];
  return hash("sha256", JSON.stringify(values) + describePlugins(remarkPlugins, rehypePlugins));
}

function toList({ site = "", public: files = "", canonical = "" }: Partial<Addresses> = {}): readonly string[] {
  return [site, files, canonical];
}

/** Plugins by name, with their options as far as those can be shown; what the functions do is in `config.sources`. */
function describePlugins(remark: readonly unknown[], rehype: readonly unknown[]): string {
  // Most sites have none; what shows them takes milliseconds to come up.
  if (remark.length + rehype.length === 0) return "";
  return inspect([...remark, "|", ...rehype], {
    depth: Number.POSITIVE_INFINITY,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Number.POSITIVE_INFINITY,
  });
}
