/**
 * Verifies the Node that the package `node` unpacks into node_modules. An install script fetches it
 * from a package that the lock file does not list, so the SHA-256 in pinned-node.json is the only
 * proof that the right Node was fetched. This file is plain JavaScript, because whatever Node the
 * system has must be able to run it.
 */
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULES = join(dirname(dirname(fileURLToPath(import.meta.url))), "node_modules");
/** Number of bytes to read in one step; the file has 120 MB. */
const PIECE_BYTES = 4 * 1024 * 1024;

export const PINNED_NODE = join(MODULES, "node", "bin", process.platform === "win32" ? "node.exe" : "node");
/** Records which file was verified last, because hashing takes half a second. */
const CHECKED = join(MODULES, ".cache", "pinned-node.json");

/**
 * Checks whether the executable may be run: missing, right, wrong, or unknown if there is no hash
 * for this platform.
 * @returns {{ state: "missing" | "right" | "unknown" } | { state: "wrong", message: string, hint:
 * string }}
 */
export function checkPinnedNode() {
  if (!existsSync(PINNED_NODE)) return { state: "missing" };
  const { version, sha256 } = JSON.parse(readFileSync(new URL("pinned-node.json", import.meta.url), "utf8"));
  const wanted = sha256[platformName()];
  if (wanted === undefined) return { state: "unknown" };
  const mark = `${wanted} ${statOf(PINNED_NODE)}`;
  if (readText(CHECKED) === mark) return { state: "right" };
  const found = hashOf(PINNED_NODE);
  if (found === wanted) {
    keep(mark);
    return { state: "right" };
  }
  return {
    state: "wrong",
    message: `${PINNED_NODE} is not Node ${version} for ${platformName()}: its SHA-256 is ${found}, but scripts/pinned-node.json requires ${wanted}`,
    hint: "it was not run. Delete node_modules and try again. If the hash is still wrong, do not use it: find out where your registry gets that Node from",
  };
}

export function platformName() {
  return `${process.platform}-${process.arch}`;
}

function statOf(path) {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(" ");
}

function hashOf(path) {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const file = openSync(path, "r");
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}

function keep(mark) {
  try {
    mkdirSync(dirname(CHECKED), { recursive: true });
    writeFileSync(CHECKED, mark);
  } catch {
    // Without a writable cache, each start verifies it again.
  }
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
