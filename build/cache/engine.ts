import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compareText } from "../diagnostics.ts";
import { Inputs } from "./inputs.ts";
import { packNumbers, readLines, unpackNumbers, writeRecords } from "./record-file.ts";
import { isAsLooked, settle, toLooks } from "./stamps.ts";

/** Folders of our own source that decide what a build gives. */
const ROOMS = ["build", "contract", "edge", "hosts", "search"];

const NOBODY = { note: () => undefined };
let known: string | null = null;

/**
 * A digest of what builds: our own source as it stands, the exact versions of all packages, and Node. A cache of another engine is not
 * believed.
 */
export function digestEngine(): string {
  known ??= computeDigest(NOBODY);
  return known;
}

interface Head {
  /** Where the engine stands: another one says nothing of this. */
  readonly root: string;
  /** What is not in files. */
  readonly runtime: readonly string[];
  readonly digest: string;
}

/**
 * Finds out the same; while all files look as they did when it was last computed, none is read.
 * @param file absolute: where it is kept
 * @param since when this build began, by the file system's clock, nanoseconds
 */
export function recallEngine(file: string, since: bigint): void {
  if (known !== null) return;
  const records = readLines(file, isHead);
  if (records?.head.root === ROOT && isSameList(records.head.runtime, RUNTIME)) {
    const paths: readonly string[] = JSON.parse(records.line(0));
    const looks = unpackNumbers(records.line(1));
    if (paths.length > 0 && paths.every((path, at) => isAsLooked(looks, at, path))) {
      known = records.head.digest;
      return;
    }
  }
  const inputs = new Inputs();
  known = computeDigest(inputs);
  const stamps = inputs.entries().map(([, stamp]) => (stamp === null ? "" : settle(stamp, since)));
  const head: Head = { root: ROOT, runtime: RUNTIME, digest: known };
  try {
    writeRecords(file, head, [JSON.stringify(inputs.entries().map(([path]) => path)), packNumbers(toLooks(stamps))]);
  } catch {
    // The next build computes it again.
  }
}

const { unicode = "", icu = "", tz = "" } = process.versions;
const ROOT = join(import.meta.dirname, "..", "..");
const RUNTIME = [process.version, process.platform, process.arch, unicode, icu, tz];

/** @param looked told of all files and folders that it depends on, before they are read */
function computeDigest(looked: Pick<Inputs, "note">): string {
  const parts = [...RUNTIME, ...digestPackages(ROOT, looked)];
  for (const room of ROOMS) {
    const names = listSources(join(ROOT, room), looked);
    for (const name of names.sort(compareText)) {
      looked.note(join(ROOT, room, name));
      parts.push(name, readFileSync(join(ROOT, room, name), "utf8"));
    }
  }
  return hash("sha256", parts.join("\0"));
}

/** Paths below a folder. */
function listSources(folder: string, looked: Pick<Inputs, "note">): string[] {
  looked.note(folder);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return listSources(join(folder, entry.name), looked).map((name) => `${entry.name}/${name}`);
    return /\.[jt]s$/.test(entry.name) ? [entry.name] : [];
  });
}

/** Lists of what is installed, with exact versions, as npm, pnpm and Yarn keep them in node_modules. */
const PACKAGE_LISTS = [".package-lock.json", ".pnpm/lock.yaml", ".yarn-state.yml", ".yarn-integrity"];

/** The list of packages installed in a folder or in the nearest one above it that has any; null where nobody keeps one. */
export function readPackageList(from: string, looked: Pick<Inputs, "note"> | null = null): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    for (const name of PACKAGE_LISTS) {
      looked?.note(join(folder, "node_modules", name));
      const list = readIfThere(join(folder, "node_modules", name));
      if (list !== null) return list;
    }
    if (folder === dirname(folder)) return null;
  }
}

/** Wherever octavo is installed; without a list, the versions of what octavo asks for. */
function digestPackages(root: string, looked: Pick<Inputs, "note">): string[] {
  const list = readPackageList(root, looked);
  if (list !== null) return [list];
  looked.note(join(root, "package.json"));
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readIfThere(join(root, "package.json")) ?? "{}");
  return Object.keys(dependencies).map((name) => `${name} ${versionOf(name, root, looked)}`);
}

function versionOf(name: string, root: string, looked: Pick<Inputs, "note">): string {
  for (let folder = root; ; folder = dirname(folder)) {
    looked.note(join(folder, "node_modules", name, "package.json"));
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

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}

function isHead(value: unknown): value is Head {
  return (
    typeof value === "object" &&
    value !== null &&
    "root" in value &&
    "runtime" in value &&
    Array.isArray(value.runtime) &&
    "digest" in value
  );
}
