import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compareText } from "../shared/diagnostics.ts";
import { type FileStat, isSameStat, readStat, toKeptStat } from "../shared/file-stat.ts";
import { COMPILED_FOLDER, PACKAGE_ROOT } from "../shared/package-root.ts";
import type { CacheStorage } from "./storage/cache-storage.ts";

/**
 * Folders of Octavo's code that determine the result of a build: rooms in the source tree, compiled
 * files in the package.
 */
export const CODE_FOLDERS = [
  "build",
  "contract",
  "edge",
  "hosts",
  "kinds",
  "search",
  "threads",
  "scripts/pack",
  "views",
  "packages/octavo-client",
  COMPILED_FOLDER,
];

/** A stored toolchain. As long as the stats of all its files are the same, none of them is read. */
interface CachedToolchain {
  readonly digest: string;
  /** Absolute paths of files and folders with their stats (null if nothing existed there). */
  readonly files: readonly (readonly [path: string, stat: FileStat | null])[];
}

const MEMO = "toolchain";

/**
 * Reads the digest of everything that produces a build: Octavo's source, the exact versions of all
 * packages, and Node. Results of another toolchain are not used.
 * @param since start of this build by the file system's clock, in milliseconds
 * @returns the digest and, if new, the toolchain to store
 */
export function readToolchain(
  storage: Pick<CacheStorage, "value">,
  since: number,
): { readonly digest: string; readonly toStore: Uint8Array | null } {
  const memo = storage.value(MEMO);
  if (memo?.key === TOOLCHAIN_PLACE) {
    const cached: CachedToolchain = JSON.parse(Buffer.from(memo.bytes).toString("utf8"));
    if (cached.files.every(([path, stat]) => isSameStat(stat, readStat(path)))) return { digest: cached.digest, toStore: null };
  }
  const { digest, stats } = OWN_TOOLCHAIN.read();
  const files = [...stats].map(([path, stat]) => [path, stat === null ? null : toKeptStat(stat, since)] as const);
  return { digest, toStore: Buffer.from(JSON.stringify({ digest, files } satisfies CachedToolchain)) };
}

/**
 * The toolchain of this process. Its files are read once, because code that is replaced on disk
 * later is not the code that runs.
 */
const OWN_TOOLCHAIN = {
  found: null as { readonly digest: string; readonly stats: ReadonlyMap<string, FileStat | null> } | null,
  read() {
    if (this.found !== null) return this.found;
    const stats = new Map<string, FileStat | null>();
    const digest = digestToolchain((path) => stats.set(path, readStat(path)));
    this.found = { digest, stats };
    return this.found;
  },
};

export const TOOLCHAIN_MEMO = { name: MEMO, key: () => TOOLCHAIN_PLACE };

const { unicode = "", icu = "", tz = "" } = process.versions;
const RUNTIME = [process.version, process.platform, process.arch, unicode, icu, tz];

/**
 * Location of the toolchain, and facts that are not in any file. A stored toolchain is valid only
 * if all of them are the same.
 */
const TOOLCHAIN_PLACE = [PACKAGE_ROOT, ...RUNTIME].join(" ");

/** Called for each file and folder before it is read. */
type Note = (path: string) => void;

function digestToolchain(note: Note): string {
  const digest = createHash("sha256").update([...RUNTIME, ...digestPackages(PACKAGE_ROOT, note)].join("\0"));
  for (const folder of CODE_FOLDERS.filter((name) => existsSync(join(PACKAGE_ROOT, name)))) {
    const names = listSources(join(PACKAGE_ROOT, folder), note);
    for (const name of names.sort(compareText)) {
      note(join(PACKAGE_ROOT, folder, name));
      digest.update(`\0${name}\0`).update(readFileSync(join(PACKAGE_ROOT, folder, name)));
    }
  }
  return digest.digest("hex");
}

/** Lists source files by their paths relative to a folder. */
function listSources(folder: string, note: Note): string[] {
  note(folder);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return listSources(join(folder, entry.name), note).map((name) => `${entry.name}/${name}`);
    return /\.(?:[jt]s|json)$/.test(entry.name) ? [entry.name] : [];
  });
}

/**
 * Files in node_modules in which npm, pnpm and Yarn list installed packages with exact versions.
 */
const PACKAGE_LISTS = [".package-lock.json", ".pnpm/lock.yaml", ".yarn-state.yml", ".yarn-integrity"];

/**
 * The list of the packages that are installed in a folder, or in the nearest folder above it that
 * has such a list; null if there is none.
 */
export function readPackageList(from: string, note: Note = () => undefined): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    for (const name of PACKAGE_LISTS) {
      note(join(folder, "node_modules", name));
      const list = readIfThere(join(folder, "node_modules", name));
      if (list !== null) return list;
    }
    if (folder === dirname(folder)) return null;
  }
}

/**
 * The list of packages where Octavo is installed or, without such a list, the versions of Octavo's
 * dependencies.
 */
function digestPackages(root: string, note: Note): string[] {
  const list = readPackageList(root, note);
  if (list !== null) return [list];
  note(join(root, "package.json"));
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readIfThere(join(root, "package.json")) ?? "{}");
  return Object.keys(dependencies).map((name) => `${name} ${versionOf(name, root, note)}`);
}

function versionOf(name: string, root: string, note: Note): string {
  for (let folder = root; ; folder = dirname(folder)) {
    note(join(folder, "node_modules", name, "package.json"));
    const text = readIfThere(join(folder, "node_modules", name, "package.json"));
    if (text !== null) return String(JSON.parse(text).version);
    if (folder === dirname(folder)) return "";
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
