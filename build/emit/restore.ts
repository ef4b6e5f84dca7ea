import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { MANIFEST_FILE } from "../../contract/paths.ts";
import type { OutputCopy } from "../cache/copy-table.ts";
import { CacheDamageError } from "../cache/damage.ts";
import type { OutputCopies } from "../cache/output-copies.ts";
import type { PackStore } from "../cache/pack-store.ts";
import { lockOutDir } from "./emit.ts";
import type { KnownOutputs } from "./known-outputs.ts";
import { isHashed } from "./order.ts";
import { UNLISTED } from "./output-file.ts";
import { LIST_FILE, writeOwnedFiles } from "./owned-files.ts";
import { removeStaging, STAGING_PREFIX } from "./staging.ts";
import { writeNew } from "./write-file.ts";

export interface RestoreInput {
  readonly outDir: string;
  /** What the last build left there. */
  readonly known: KnownOutputs;
  readonly copies: OutputCopies;
  /** Where bodies are kept. */
  readonly packs: PackStore;
}

/**
 * Writes what the last build left in an out folder that is gone since, from copies. All of it is written to a staging folder, and renamed into place by its
 * topmost folders, the manifest last.
 * @param finish is given the folder before anything of it is to be seen, and may change the site in it; null: it is not to be
 * @returns null: something of it stands there, or is not to be had as it was; nothing was changed then
 */
export async function restoreOutputs<T>(
  { outDir, known, copies, packs }: RestoreInput,
  finish: (folder: string, outputs: KnownOutputs) => Promise<T | null>,
): Promise<{ readonly result: T; readonly outputs: KnownOutputs } | null> {
  const found = findCopies(known, copies);
  if (found === null) return null;
  const isNew = (await mkdir(outDir, { recursive: true })) !== undefined;
  const release = await lockOutDir(outDir);
  let folder: string | null = null;
  let isDone = false;
  try {
    const tops = new Set([...known.paths()].map((path) => path.split("/", 1)[0] ?? ""));
    if ([...tops].some((name) => existsSync(join(outDir, name)))) return null;
    await removeStaging(outDir);
    folder = await mkdtemp(join(outDir, STAGING_PREFIX));
    const outputs = known.elsewhere(folder);
    writeCopies(folder, outputs, found, { copies, packs });
    await writeOwnedFiles(
      folder,
      found.map(({ path }) => path),
      new Set(found.filter(({ identity }) => identity.startsWith(UNLISTED)).map(({ path }) => path)),
    );
    outputs.keep(LIST_FILE, "");
    const result = await finish(folder, outputs);
    if (result === null) return null;
    publish(folder, outDir, outputs);
    isDone = true;
    return { result, outputs };
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
    await release();
    // As it was: not there.
    if (isNew && !isDone) await rmdir(outDir).catch(() => undefined);
  }
}

interface Found {
  readonly path: string;
  readonly identity: string;
  readonly copy: OutputCopy;
}

/** null: some file was not kept. */
function findCopies(known: KnownOutputs, copies: OutputCopies): Found[] | null {
  const found: Found[] = [];
  for (const path of known.paths()) {
    if (path === LIST_FILE) continue;
    const identity = known.identityOf(path) ?? "";
    const copy = copies.find(path, identity);
    if (copy === null) return null;
    found.push({ path, identity, copy });
  }
  return found.length === 0 ? null : found;
}

function writeCopies(
  folder: string,
  outputs: KnownOutputs,
  found: readonly Found[],
  from: { readonly copies: OutputCopies; readonly packs: PackStore },
): void {
  const made = new Set<string>();
  for (const { path, identity, copy } of found) {
    const bytes = readCopy(copy, from);
    const size = outputs.sizeOf(path);
    if (bytes.length !== size) throw new CacheDamageError(`${path} is not of its size`);
    const target = `${folder}/${path}`;
    const parent = dirname(target);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    outputs.add(path, identity, writeNew(target, bytes));
  }
}

/** For all files, one after the other. */
let scratch = Buffer.allocUnsafeSlow(1 << 18);

function readCopy(copy: OutputCopy, { copies, packs }: { readonly copies: OutputCopies; readonly packs: PackStore }): Buffer {
  if (copy.kind === "file") return readFile(copy);
  const length = copy.bytes[2] + (copy.kind === "framed" ? copy.body[2] : 0);
  if (scratch.length < length) scratch = Buffer.allocUnsafeSlow(length * 2);
  copies.read(copy.bytes, scratch, 0);
  if (copy.kind === "framed") {
    scratch.copyWithin(copy.at + copy.body[2], copy.at, copy.bytes[2]);
    packs.copy(copy.body, scratch, copy.at);
  }
  return scratch.subarray(0, length);
}

function readFile({ from, checksum }: Extract<OutputCopy, { kind: "file" }>): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(from);
  } catch (cause) {
    throw new CacheDamageError(`${from} is gone`, { cause });
  }
  if (crc32(bytes) !== checksum) throw new CacheDamageError(`${from} is not what was copied`);
  return bytes;
}

/** The list of what is ours first, then what has hashed names, then the others; the manifest and its compressed copies last. */
function publish(folder: string, outDir: string, outputs: KnownOutputs): void {
  const last = [...outputs.paths()].filter((path) => path.startsWith(MANIFEST_FILE));
  const held = last.map((path, at) => ({ path, aside: join(folder, `.last-${at}`) }));
  for (const { path, aside } of held) renameSync(join(folder, path), aside);
  const names = readdirSync(folder).filter((name) => !held.some(({ aside }) => aside.endsWith(`/${name}`)) && name !== LIST_FILE);
  const hashed = new Set([...outputs.paths()].filter(isHashed).map((path) => path.split("/", 1)[0] ?? ""));
  const rank = (name: string): number => (hashed.has(name) ? 0 : 1);
  for (const name of [LIST_FILE, ...names.sort((a, b) => rank(a) - rank(b))]) renameSync(join(folder, name), join(outDir, name));
  for (const { path, aside } of held) renameSync(aside, join(outDir, path));
  outputs.moveTo(outDir);
  for (const path of outputs.paths()) if (!path.includes("/") || last.includes(path)) outputs.keep(path, outputs.identityOf(path) ?? "");
}
