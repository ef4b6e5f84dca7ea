import { type Dirent, type FSWatcher, lstatSync, readdirSync, readlinkSync, realpathSync, statSync, watch } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

export interface FolderWatcher {
  add(paths: readonly string[]): void;
  close(): void;
}

export interface FolderWatchOptions {
  /** Not looked into, nor told of. */
  isIgnored(path: string): boolean;
  /** Called with the path of a file or folder that may have changed, come or gone; mostly more than once. */
  onEvent(path: string): void;
}

/**
 * Watches files and folders through their folders, for systems whose kernel says what it was in a folder that changed (Linux). A folder is listed
 * when it is first seen and not again: to list one of ten thousand files on every save takes longer than the build. What is to be watched need
 * not exist yet, as long as the folder around it does.
 */
export function watchFolders(paths: readonly string[], { isIgnored, onEvent }: FolderWatchOptions): FolderWatcher {
  const roots = new Set<string>();
  /** By path: of folders, and of links. */
  const watchers = new Map<string, FSWatcher[]>();
  /** Folders that are watched for the sake of roots in them, and not for all that they hold. */
  const around = new Map<string, FSWatcher>();

  let isRunning = false;
  const start = (path: string, onChange: (kind: string, name: string | null) => void): FSWatcher | null => {
    try {
      const watcher = watch(path);
      watcher.on("change", (kind, name) => onChange(kind, name === null ? null : name.toString()));
      // It is gone, and the folder around it tells.
      watcher.on("error", () => watcher.close());
      return watcher;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES" || code === "ELOOP") return null;
      if (!isRunning) throw error;
      // The system's bound, most likely; what is watched already goes on.
      process.emitWarning(`${path} is not watched: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const keep = (path: string, watcher: FSWatcher | null): void => {
    if (watcher !== null) watchers.set(path, [...(watchers.get(path) ?? []), watcher]);
  };
  const forget = (path: string): void => {
    for (const [one, ofOne] of watchers) {
      if (one !== path && !one.startsWith(path + sep)) continue;
      for (const watcher of ofOne) watcher.close();
      watchers.delete(one);
    }
  };
  /** Something came, went, or was put in the place of something else. */
  const lookAgain = (path: string): void => {
    forget(path);
    const isLink = ifReachable(() => lstatSync(path))?.isSymbolicLink() === true;
    if (isLink) lookAtLink(path, []);
    else look(path, []);
  };
  const look = (path: string, within: readonly string[]): void => {
    if (ifReachable(() => statSync(path))?.isDirectory() !== true) return;
    const real = ifReachable(() => realpathSync(path));
    // It has gone meanwhile, or links go in a circle.
    if (real === null || within.includes(real)) return;
    keep(
      path,
      start(path, (kind, name) => {
        // A deleted folder is reported by its own name, as if it were a file inside it.
        if (name === null || (name === basename(path) && ifReachable(() => lstatSync(path)) === null)) return onEvent(path);
        const changed = join(path, name);
        if (isIgnored(changed)) return;
        if (kind === "rename") lookAgain(changed);
        onEvent(changed);
      }),
    );
    for (const entry of listFolder(path)) {
      const inside = join(path, entry.name);
      if (isIgnored(inside)) continue;
      if (entry.isDirectory()) look(inside, [...within, real]);
      else if (entry.isSymbolicLink()) lookAtLink(inside, [...within, real]);
    }
  };
  /** The folder around what a link leads to tells of it, also when something else is put in its place. */
  const lookAtLink = (path: string, within: readonly string[]): void => {
    for (const target of followLinks(path))
      keep(
        path,
        start(dirname(target), (kind, name) => {
          if (name !== null && name !== basename(target)) return;
          if (kind === "rename") lookAgain(path);
          onEvent(path);
        }),
      );
    look(path, within);
  };
  const lookAround = (root: string): void => {
    const folder = dirname(root);
    if (around.has(folder) || folder === root) return;
    const watcher = start(folder, (kind, name) => {
      const changed = name === null ? null : join(folder, name);
      for (const one of roots) {
        if (dirname(one) !== folder || (changed !== null && changed !== one)) continue;
        if (kind === "rename") lookAgain(one);
        onEvent(one);
      }
    });
    if (watcher !== null) around.set(folder, watcher);
  };
  const add = (more: readonly string[]): void => {
    for (const path of more) {
      if (roots.has(path)) continue;
      roots.add(path);
      lookAround(path);
      lookAgain(path);
    }
  };
  add(paths);
  isRunning = true;
  return {
    add,
    close() {
      for (const watcher of [...[...watchers.values()].flat(), ...around.values()]) watcher.close();
      watchers.clear();
      around.clear();
    },
  };
}

/** Absolute paths that a link leads to one after the other: the last is no link, or is not there. */
function followLinks(path: string): readonly string[] {
  const targets: string[] = [];
  for (let at = path; ; ) {
    const target = ifReachable(() => resolve(realpathSync(dirname(at)), readlinkSync(at)));
    // Links may go in a circle.
    if (target === null || targets.includes(target)) return targets;
    targets.push(target);
    at = target;
  }
}

/** null: nothing is there, it may not be read, or links lead round in a circle. The build says so, where it matters. */
function ifReachable<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

function listFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    // It went meanwhile, or may not be read: the build says so.
    return [];
  }
}
