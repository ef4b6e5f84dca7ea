import { hash } from "node:crypto";
import { inspect } from "node:util";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import type { Addresses } from "../shared/site-addresses.ts";
import { showPath } from "../shared/source-file.ts";

/**
 * Everything that determines how files are parsed and rendered, except the content files and the
 * clock.
 */
export interface KeyParts {
  readonly cwd: string;
  readonly contentDir: string;
  readonly config: ResolvedConfig;
  /** Replaces the site's own addresses. */
  readonly addresses?: Partial<Addresses>;
  /** null if not known yet. */
  readonly site: SiteFacts | null;
}

/** Values of site.yaml that affect how other files are read and rendered. */
export interface SiteFacts {
  readonly timeZone: string;
  readonly language: string;
  /** The languages that file names can contain. */
  readonly locales: readonly string[];
  /** Needed to recognize links to the site's own pages. */
  readonly url: string;
}

/**
 * A key that changes with the toolchain, the configuration, the source of its plugins, and the
 * facts about the site. It contains no paths of this machine, so a cache may be restored elsewhere.
 */
export function cacheKeyOf({ cwd, contentDir, addresses, config, site }: KeyParts, toolchain: string): string {
  // The code of schemas is part of `config.sources`. Each row contains the dates of its file.
  const { root, markdown, extraSchemas: _, publish: __, fileDates: ___, ...rest } = config;
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

/**
 * Describes plugins by name, with their options as far as they can be printed. Their code is part
 * of `config.sources`.
 */
function describePlugins(remark: readonly unknown[], rehype: readonly unknown[]): string {
  // Most sites have no plugins, and loading the inspector takes milliseconds.
  if (remark.length + rehype.length === 0) return "";
  return inspect([...remark, "|", ...rehype], {
    depth: Number.POSITIVE_INFINITY,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Number.POSITIVE_INFINITY,
  });
}
