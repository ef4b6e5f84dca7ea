import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BuildMemory } from "../../../build/build-options.ts";
import { createBuildMemory } from "../../../cli/build/build-memory.ts";
import { filesBelow } from "../site-folder.ts";
import { at, type Choice } from "./content-edits.ts";

/** The folder of a site, with the files that builds have written there. */
export interface Place {
  /** The folder for everything that a sequence writes. */
  readonly base: string;
  /** Builds in one process, as with `dev`; otherwise each build reads the files on disk. */
  readonly inMemory: boolean;
  /** The site's folder. */
  root: string;
  /** The name of the out folder in the site's folder. */
  out: string;
  memory: BuildMemory | null;
  /** The contents of files as they were last written, by path below the site's folder. */
  written: ReadonlyMap<string, string | Buffer>;
  moves: number;
}

const CACHE = ".octavo/cache";

export function createPlace(base: string, inMemory: boolean): Place {
  const memory = inMemory ? createBuildMemory() : null;
  return { base, inMemory, root: join(base, "site"), out: "dist", memory, written: new Map(), moves: 0 };
}

/**
 * Makes the site's folder contain these files: unchanged files are not touched, other files are
 * removed.
 */
export function writeSite(place: Place, files: ReadonlyMap<string, string | Buffer>): void {
  for (const path of place.written.keys()) if (!files.has(path)) rmSync(join(place.root, path));
  let saved = 0;
  for (const [path, content] of files) {
    const before = place.written.get(path);
    if (before !== undefined && Buffer.compare(Buffer.from(before), Buffer.from(content)) === 0) continue;
    saved += 1;
    // Some editors write into the file; others write a copy beside it first.
    if (saved % 2 === 0) writeFile(join(place.root, path), content);
    else replaceFile(join(place.root, path), content);
  }
  place.written = files;
}

/** Keeps the cache as it is now for "go back to an older cache". */
export function keepCache({ base, root }: Place): void {
  if (!existsSync(join(base, "older"))) cpSync(join(root, CACHE), join(base, "older"), { recursive: true });
}

export function closePlace({ memory }: Place): void {
  memory?.close();
}

/**
 * Events on the disk other than edits of content. None of them may affect dist after the next
 * build.
 */
export const DISK_EDITS = {
  nothing: () => undefined,
  "start the process again": restart,
  "delete the out folder": ({ root, out }) => rmSync(join(root, out), { recursive: true, force: true }),
  "delete a file of the out folder": (place, [a, b]) => withOutput(place, a * 12 + b, (path) => rmSync(path)),
  "change a file of the out folder": (place, [a, b]) =>
    withOutput(place, a * 12 + b, (path) => {
      const bytes = readFileSync(path);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    }),
  "build to another folder": (place) => {
    place.out = place.out === "dist" ? "preview" : "dist";
  },
  "clone to another folder, with the cache": (place) => {
    restart(place);
    const from = place.root;
    move(place);
    if (existsSync(join(from, CACHE))) cpSync(join(from, CACHE), join(place.root, CACHE), { recursive: true });
  },
  "copy the whole folder": (place) => {
    restart(place);
    const { root, written } = place;
    move(place);
    cpSync(root, place.root, { recursive: true });
    place.written = written;
  },
  "go back to an older cache": (place, [, b]) => {
    restart(place);
    rmSync(join(place.root, CACHE), { recursive: true, force: true });
    if (existsSync(join(place.base, "older"))) cpSync(join(place.base, "older"), join(place.root, CACHE), { recursive: true });
    if (b % 2 === 0) rmSync(join(place.root, place.out), { recursive: true, force: true });
  },
  "lose the cache": ({ root }) => rmSync(join(root, ".octavo"), { recursive: true, force: true }),
  "damage the cache": (place, [a, b, c]) => {
    restart(place);
    const file = join(place.root, CACHE, "build.db");
    if (!existsSync(file)) return;
    const bytes = readFileSync(file);
    const offset = Math.floor(((a * 144 + b * 12 + c) / 1_728) * bytes.length);
    bytes[offset] = (bytes[offset] ?? 0) ^ 0x11;
    writeFileSync(file, bytes);
  },
  "touch all files": ({ root, written }) => {
    for (const path of written.keys()) utimesSync(join(root, path), new Date(), new Date());
  },
  "save a file unchanged": ({ root, written }, [a]) => {
    const [path, content] = at([...written], a);
    replaceFile(join(root, path), content);
  },
} as const satisfies Readonly<Record<string, (place: Place, choice: Choice) => void>>;

function restart(place: Place): void {
  place.memory?.close();
  place.memory = place.inMemory ? createBuildMemory() : null;
}

function move(place: Place): void {
  place.moves += 1;
  place.root = join(place.base, `moved-${place.moves}`);
  place.written = new Map();
}

/**
 * Changes a file of dist, but not Octavo's list of its own files, because without that list they
 * would count as foreign files.
 */
function withOutput({ root, out }: Place, index: number, change: (path: string) => void): void {
  if (!existsSync(join(root, out))) return;
  const paths = filesBelow(join(root, out)).filter((path) => !path.startsWith("."));
  if (paths.length > 0) change(join(root, out, at(paths, index)));
}

function writeFile(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function replaceFile(path: string, content: string | Buffer): void {
  writeFile(`${path}~`, content);
  renameSync(`${path}~`, path);
}
