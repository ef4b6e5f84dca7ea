import { basename, dirname, sep } from "node:path";
import { readStat } from "../../../build/shared/file-stat.ts";
import type { Io } from "../../io.ts";
import { FolderWatcher } from "./watch-folders.ts";

/**
 * Pause after a change, in milliseconds, because editors save in several steps, or several files at
 * once.
 */
const SETTLE_MS = 20;
/**
 * Pause after a file became empty or vanished, in milliseconds, because an editor is probably about
 * to write it. It must exceed 50, because chokidar drops a second change of a file within 50 ms.
 */
const UNFINISHED_MS = 60;

export interface Watcher {
  /** Also watches these paths. */
  add(paths: readonly string[]): void;
  close(): Promise<void>;
}

export interface WatchOptions {
  readonly io: Pick<Io, "setTimer">;
  /** Absolute; they need not exist yet. */
  readonly paths: readonly string[];
  /** Absolute folders that builds write. */
  readonly ignored: readonly string[];
  /** Called with the paths that changed, absolute and sorted, once they have settled. */
  onChange(paths: readonly string[]): void;
}

/** Watches files and folders. Resolves when the watchers are ready. */
export async function watchPaths({ io, paths, ignored, onChange }: WatchOptions): Promise<Watcher> {
  const ownEvents = process.platform === "linux";
  const changed = new Set<string>();
  const watched = new Set(paths);
  const isInside = (path: string): boolean => [...watched].some((one) => path === one || path.startsWith(one + sep));
  // The parents of watched paths are also watched. Otherwise a replaced folder (after switching
  // branches) would be lost.
  const isAround = (path: string): boolean => [...watched].some((one) => path === dirname(one));
  const unfinished = new Set<string>();
  let cancel = (): void => {};
  const settle = (path: string): void => {
    changed.add(path);
    if (isWhole(path)) unfinished.delete(path);
    else unfinished.add(path);
    cancel();
    cancel = io.setTimer(
      () => {
        const settled = [...changed].sort();
        changed.clear();
        unfinished.clear();
        onChange(settled);
      },
      ownEvents && unfinished.size === 0 ? SETTLE_MS : UNFINISHED_MS,
    );
  };
  const isIgnored = (path: string): boolean => !isAround(path) && (!isInside(path) || ignored.includes(path) || isNoise(basename(path)));
  const onEvent = (path: string): void => {
    if (isInside(path)) settle(path);
  };
  const watcher = ownEvents ? new FolderWatcher(paths, { isIgnored, onEvent }) : await watchElsewhere(paths, isIgnored, onEvent);
  return {
    add(more) {
      const added = more.filter((path) => !watched.has(path));
      for (const path of added) watched.add(path);
      if (added.length > 0) watcher.add(added);
    },
    async close() {
      cancel();
      await watcher.close();
    },
  };
}

/** Does the same with chokidar, which supports other systems. */
async function watchElsewhere(
  paths: readonly string[],
  ignored: (path: string) => boolean,
  onEvent: (path: string) => void,
): Promise<Watcher> {
  const { watch } = await import("chokidar");
  const withFolders = (all: readonly string[]): string[] => [...all, ...all.map((path) => dirname(path))];
  const watcher = watch(withFolders(paths), { ignoreInitial: true, ignored });
  watcher.on("all", (_event, path) => onEvent(path));
  await new Promise<void>((resolve, reject) => {
    watcher.once("ready", () => resolve());
    watcher.once("error", reject);
  });
  return { add: (more) => void watcher.add(withFolders(more)), close: () => watcher.close() };
}

/** Whether the file exists and is not empty. */
function isWhole(path: string): boolean {
  return (readStat(path)?.size ?? 0) > 0;
}

/** Recognizes files that editors and systems leave behind: `.hello.md.swp`, `hello.md~`, `.git`. */
function isNoise(name: string): boolean {
  return name.startsWith(".") || name.endsWith("~") || name === "node_modules";
}
