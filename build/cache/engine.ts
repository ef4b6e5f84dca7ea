import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compareText } from "../diagnostics.ts";

/** Folders of our own source that decide what a build gives. */
const ROOMS = ["build", "contract", "edge", "hosts", "search"];

let known: string | null = null;

/**
 * A digest of what builds: our own source as it stands, the exact versions of all packages, and Node. A cache of another engine is not
 * believed.
 */
export function digestEngine(): string {
  known ??= computeDigest();
  return known;
}

function computeDigest(): string {
  const root = join(import.meta.dirname, "..", "..");
  const parts = [
    process.version,
    process.platform,
    process.arch,
    process.versions.unicode ?? "",
    process.versions.icu ?? "",
    process.versions.tz ?? "",
    ...digestPackages(root),
  ];
  for (const room of ROOMS) {
    const names = readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).filter((name) => /\.[jt]s$/.test(name));
    for (const name of names.sort(compareText)) parts.push(name, readFileSync(join(root, room, name), "utf8"));
  }
  return hash("sha256", parts.join("\0"));
}

/** Lists of what is installed, with exact versions, as npm, pnpm and Yarn keep them in node_modules. */
const PACKAGE_LISTS = [".package-lock.json", ".pnpm/lock.yaml", ".yarn-state.yml", ".yarn-integrity"];

/** The list of packages installed in a folder or in the nearest one above it that has any; null where nobody keeps one. */
export function readPackageList(from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    for (const name of PACKAGE_LISTS) {
      const list = readIfThere(join(folder, "node_modules", name));
      if (list !== null) return list;
    }
    if (folder === dirname(folder)) return null;
  }
}

/** Wherever quire is installed; without a list, the versions of what quire asks for. */
function digestPackages(root: string): string[] {
  const list = readPackageList(root);
  if (list !== null) return [list];
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readIfThere(join(root, "package.json")) ?? "{}");
  return Object.keys(dependencies).map((name) => `${name} ${versionOf(name, root)}`);
}

function versionOf(name: string, root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
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
