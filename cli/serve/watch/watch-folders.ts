import { type Dirent, type FSWatcher, lstatSync, readdirSync, readlinkSync, realpathSync, statSync, watch } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

interface FolderWatchOptions {
  /** Ignored paths are neither watched nor reported. */
  isIgnored(path: string): boolean;
  /**
   * Called, often more than once, with the path of a file or folder that may have changed, appeared
   * or vanished.
   */
  onEvent(path: string): void;
}

type OnChange = (kind: string, name: string | null) => void;

/**
 * Watches files and folders through their parent folders, on systems whose kernel reports the name
 * of the changed file (Linux). A folder is listed once, when it is first seen, because listing ten
 * thousand files on every save would take longer than the build. A watched path may be missing if
 * its parent folder exists.
 */
export class FolderWatcher {
  readonly #options: FolderWatchOptions;
  readonly #roots = new Set<string>();
  /** Watchers of folders and links, by path. */
  readonly #watchers = new Map<string, FSWatcher[]>();
  /** Folders that are watched only for the roots in them. */
  readonly #parents = new Map<string, FSWatcher>();
  #isRunning = false;

  constructor(paths: readonly string[], options: FolderWatchOptions) {
    this.#options = options;
    this.add(paths);
    this.#isRunning = true;
  }

  add(paths: readonly string[]): void {
    for (const path of paths) {
      if (this.#roots.has(path)) continue;
      this.#roots.add(path);
      this.#watchParent(path);
      this.#restart(path);
    }
  }

  close(): void {
    for (const watcher of [...[...this.#watchers.values()].flat(), ...this.#parents.values()]) watcher.close();
    this.#watchers.clear();
    this.#parents.clear();
  }

  #start(path: string, onChange: OnChange): FSWatcher | null {
    try {
      const watcher = watch(path);
      watcher.on("change", (kind, name) => onChange(kind, name === null ? null : name.toString()));
      // The folder no longer exists. Its parent's watcher reports that.
      watcher.on("error", () => watcher.close());
      return watcher;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES" || code === "ELOOP") return null;
      if (!this.#isRunning) throw error;
      // The system's limit is probably reached. The other watchers continue.
      process.emitWarning(`${path} is not watched: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  #watch(path: string, target: string, onChange: OnChange): void {
    const watcher = this.#start(target, onChange);
    if (watcher !== null) this.#watchers.set(path, [...(this.#watchers.get(path) ?? []), watcher]);
  }

  /** Watches a path again after something there appeared, vanished or was replaced. */
  #restart(path: string): void {
    for (const [watched, watchers] of this.#watchers) {
      if (watched !== path && !watched.startsWith(path + sep)) continue;
      for (const watcher of watchers) watcher.close();
      this.#watchers.delete(watched);
    }
    const isLink = ifReachable(() => lstatSync(path))?.isSymbolicLink() === true;
    if (isLink) this.#watchLink(path, []);
    else this.#watchFolder(path, []);
  }

  #watchFolder(path: string, within: readonly string[]): void {
    if (ifReachable(() => statSync(path))?.isDirectory() !== true) return;
    const real = ifReachable(() => realpathSync(path));
    // The folder no longer exists, or links form a cycle.
    if (real === null || within.includes(real)) return;
    const { isIgnored, onEvent } = this.#options;
    this.#watch(path, path, (kind, name) => {
      // A deleted folder is reported by its own name, as if it were a file inside it.
      if (name === null || (name === basename(path) && ifReachable(() => lstatSync(path)) === null)) return onEvent(path);
      const changed = join(path, name);
      if (isIgnored(changed)) return;
      if (kind === "rename") this.#restart(changed);
      onEvent(changed);
    });
    for (const entry of listFolder(path)) {
      const inside = join(path, entry.name);
      if (isIgnored(inside)) continue;
      if (entry.isDirectory()) this.#watchFolder(inside, [...within, real]);
      else if (entry.isSymbolicLink()) this.#watchLink(inside, [...within, real]);
    }
  }

  /** Watches the folder of the link's target, which also reports a replaced target. */
  #watchLink(path: string, within: readonly string[]): void {
    for (const target of followLinks(path))
      this.#watch(path, dirname(target), (kind, name) => {
        if (name !== null && name !== basename(target)) return;
        if (kind === "rename") this.#restart(path);
        this.#options.onEvent(path);
      });
    this.#watchFolder(path, within);
  }

  #watchParent(root: string): void {
    const folder = dirname(root);
    if (this.#parents.has(folder) || folder === root) return;
    const watcher = this.#start(folder, (kind, name) => {
      const changed = name === null ? null : join(folder, name);
      for (const one of this.#roots) {
        if (dirname(one) !== folder || (changed !== null && changed !== one)) continue;
        if (kind === "rename") this.#restart(one);
        this.#options.onEvent(one);
      }
    });
    if (watcher !== null) this.#parents.set(folder, watcher);
  }
}

/** Absolute targets of a link, in order. The last one is not a link, or does not exist. */
function followLinks(path: string): readonly string[] {
  const targets: string[] = [];
  for (let at = path; ; ) {
    const target = ifReachable(() => resolve(realpathSync(dirname(at)), readlinkSync(at)));
    // Links may form a cycle.
    if (target === null || targets.includes(target)) return targets;
    targets.push(target);
    at = target;
  }
}

/**
 * Returns null if the path does not exist, cannot be read, or is a cycle of links. If that matters,
 * the build reports it.
 */
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
    // The folder no longer exists or is not readable. The build reports that.
    return [];
  }
}
