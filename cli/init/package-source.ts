import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { PACKAGE_ROOT } from "../../build/shared/package-root.ts";
import { CliError } from "../io.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { readVersion } from "../version.ts";

/**
 * Name of the package on npm. Code uses only this constant; a test checks the documentation
 * (test/house/name.test.ts).
 */
export const PACKAGE_NAME = "octavo";
/** The documentation in an installed package. */
export const DOCS_FOLDER = `node_modules/${PACKAGE_NAME}/docs`;

/**
 * The client, which front ends need. It is packed and published together with the main package,
 * with the same version.
 */
export const CLIENT_PACKAGE_NAME = `${PACKAGE_NAME}-client`;

/** In the source tree, the folder that `npm run pack` writes to. */
const PACKED_FOLDER = "packed";
const TARBALL = new RegExp(`^(.*/)${PACKAGE_NAME}(-[^/]+\\.t(?:ar\\.)?gz)$`);

/** The source from which a site gets octavo. */
export interface PackageSource {
  /** For `dependencies`: `^0.2.0`, `file:../octavo-0.2.0.tgz`, an address. */
  readonly range: string;
  /** Whether it is on this machine only, outside the site, so nobody else has it. */
  readonly isLocal: boolean;
  /** Absolute; null if it is not on this machine. */
  readonly path: string | null;
}

/**
 * @param asked value of OCTAVO_PACKAGE or --package, in any form that npm accepts; null for the
 * running octavo
 * @param cwd base of relative paths in it
 * @param site the folder whose package.json it is for
 */
export function findPackageSource(asked: string | null, cwd: string, site: string): PackageSource {
  const source = asked ?? ownSource();
  const path = toPath(source, cwd);
  if (path !== null) {
    const shown = toRelative(site, path);
    return { range: `file:${shown}`, isLocal: !shown.startsWith("./"), path };
  }
  return { range: source.replace(new RegExp(`^${PACKAGE_NAME}@`), ""), isLocal: false, path: null };
}

/**
 * The client that belongs to an octavo: with the same version, or the tarball that was packed with
 * it.
 * @param site the folder whose package.json it is for
 * @throws CliError if that tarball is missing
 */
export function findClientRange({ range, path }: PackageSource, site: string, cwd: string): string {
  if (path === null) {
    const tarball = TARBALL.exec(range);
    if (tarball !== null) return `${tarball[1]}${CLIENT_PACKAGE_NAME}${tarball[2]}`;
    return /^[~^]?\d|^[a-z]+$/.test(range) ? range : `^${readVersion()}`;
  }
  const tarball = TARBALL.exec(path.replaceAll(sep, "/"));
  const folder = tarball === null ? join(path, PACKED_FOLDER) : dirname(path);
  const file = join(folder, `${CLIENT_PACKAGE_NAME}${tarball?.[2] ?? `-${readVersion()}.tgz`}`);
  if (existsSync(file)) return `file:${toRelative(site, file)}`;
  throw new CliError(`this template needs ${CLIENT_PACKAGE_NAME}, but there is no ${shortenPath(file, cwd)}`, {
    hint:
      tarball === null
        ? `run npm run pack in ${shortenPath(path, cwd)}`
        : `put it next to ${shortenPath(path, cwd)}: npm run pack writes both`,
  });
}

/** The version or place from which npm installed this octavo; in the source tree, its folder. */
function ownSource(): string {
  const parent = dirname(PACKAGE_ROOT);
  if (!parent.endsWith(`${sep}node_modules`)) return PACKAGE_ROOT;
  const { version }: { version: string } = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
  const list = join(parent, ".package-lock.json");
  const locked: { packages?: Record<string, { resolved?: string }> } = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : {};
  const resolved = locked.packages?.[`node_modules/${PACKAGE_NAME}`]?.resolved ?? "";
  // Such paths are relative to the folder that contains node_modules.
  if (resolved.startsWith("file:")) return resolve(dirname(parent), resolved.slice("file:".length));
  // Registry addresses have `/-/` between the name and the file.
  return resolved === "" || resolved.includes("/-/") ? `^${version}` : resolved;
}

/** Absolute; null if it is not a path. */
function toPath(source: string, cwd: string): string | null {
  const plain = source.replace(/^file:/, "");
  const isPath =
    source.startsWith("file:") || isAbsolute(plain) || /^\.{1,2}(?:[/\\]|$)/.test(plain) || /^[^:@]+\.t(?:ar\.)?gz$/.test(plain);
  return isPath ? resolve(cwd, plain) : null;
}

function toRelative(from: string, to: string): string {
  const path = relative(from, to).replaceAll(sep, "/");
  return path.startsWith(".") || isAbsolute(path) ? path : `./${path}`;
}
