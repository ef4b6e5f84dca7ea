import { type Dirent, readdir } from "node:fs";
import path from "node:path";
import glob, { type FileSystemAdapter } from "fast-glob";
import type { Inputs } from "../cache/inputs.ts";
import { compareText, type Diagnostics, startOf } from "../shared/diagnostics.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { showPath } from "../shared/source-file.ts";
import { createLinkedFolders, type LinkedFolders, type RepeatedFolder } from "./linked-folders.ts";

/** Folders that are never content, even if a site is built from its repository's root. */
const IGNORED = ["**/node_modules/**", "**/.git/**", "**/.octavo/**"];
/**
 * Matches paths that are never content. Globs match names that begin with a dot only if they
 * contain the dot.
 */
const NEVER_FOUND = /(?:^|[/\\])(?:\.|node_modules$)/;

export interface FindFilesOptions {
  /** Absolute. */
  readonly contentDir: string;
  readonly cwd: string;
  readonly config: Pick<ResolvedConfig, "root" | "out">;
  readonly diagnostics: Diagnostics;
  /** Records the folders. */
  readonly inputs?: Inputs;
}

/** `anyCase`: `*.md` also finds `A.MD`. */
export type FindFiles = (globs: readonly string[], options?: { readonly anyCase?: boolean }) => Promise<FoundFile[]>;

export interface FoundFile {
  readonly relative: string;
  /** Whether it is a pipe, socket or device, which would block its reader forever. */
  readonly special: boolean;
}

export interface FileFinder {
  readonly find: FindFiles;
  /**
   * Links to folders that are read elsewhere and were not searched again. They are known after the
   * first search.
   */
  repeatedFolders(): readonly RepeatedFolder[];
  /**
   * The symbolic links on the path of a file, including the file itself. Paths are relative to the
   * content folder.
   */
  linksOf(relative: string): readonly string[];
}

/**
 * Creates a finder of files. It also finds folders and broken links, for which reading fails with a
 * message.
 */
export function createFileFinder({ contentDir, cwd, config, diagnostics, inputs }: FindFilesOptions): FileFinder {
  const out = path.relative(contentDir, path.resolve(config.root, config.out)).replaceAll(path.sep, "/");
  const ignore = [...IGNORED, ...(out === "" || out.startsWith("..") ? [] : [`${glob.escapePath(out)}/**`])];
  const links = createLinkedFolders(contentDir, (relative) => relative === out || NEVER_FOUND.test(relative));
  const met = new Set<string>();
  const onLink = (link: string): void => {
    met.add(path.relative(contentDir, link).replaceAll(path.sep, "/"));
  };
  const fs = createReportingFs({ cwd, diagnostics, links, onLink, ...(inputs === undefined ? {} : { inputs }) });
  return {
    repeatedFolders: () => links.repeated(),
    linksOf: (relative) => [...met].filter((link) => `${relative}/`.startsWith(`${link}/`)),
    async find(globs, { anyCase = false } = {}) {
      if (globs.length === 0) return [];
      const options = {
        cwd: contentDir,
        objectMode: true,
        onlyFiles: false,
        ignore,
        fs,
        suppressErrors: true,
        caseSensitiveMatch: !anyCase,
      } as const;
      return (await glob(globs.map(hideFromPrototype), options))
        .map(({ path: relative, dirent }) => ({ relative, special: isSpecial(dirent) }))
        .sort((a, b) => compareText(a.relative, b.relative));
    },
  };
}

interface ReportingFsOptions extends Pick<FindFilesOptions, "cwd" | "diagnostics" | "inputs"> {
  readonly links: LinkedFolders;
  /** Called for symbolic links, with absolute paths. */
  onLink(link: string): void;
}

/**
 * Escapes a pattern, because fast-glob groups patterns by folder in an object, where `constructor`
 * already exists.
 */
function hideFromPrototype(pattern: string): string {
  const [folder = ""] = pattern.split("/");
  return folder in {} ? `[${folder.charAt(0)}]${pattern.slice(1)}` : pattern;
}

/**
 * Creates a file system that reports unreadable folders and continues the search. It skips folders
 * that are read elsewhere.
 */
function createReportingFs({ cwd, diagnostics, inputs, links, onLink }: ReportingFsOptions): Partial<FileSystemAdapter> {
  const isRepeated = (folder: string, entry: Dirent): boolean =>
    // Without links, a folder is never read twice, so nothing is looked up.
    (entry.isSymbolicLink() || (entry.isDirectory() && links.repeated().length > 0)) && links.isRepeated(path.join(folder, entry.name));
  return {
    // fast-glob always passes these three arguments; its type has an overload for every form.
    readdir: ((folder: string, options: { withFileTypes: true }, callback: ReaddirCallback) => {
      inputs?.note(folder);
      readdir(folder, options, (error, entries) => {
        // A missing folder is an empty collection.
        if (error !== null && error.code !== "ENOENT")
          diagnostics.error(startOf(showPath(cwd, folder)), {
            code: "unreadable-file",
            message: `the folder cannot be read: ${error.code ?? error.message}`,
            hint: "fix its permissions or links",
          });
        if (error !== null) return callback(error, entries);
        for (const entry of entries) if (entry.isSymbolicLink()) onLink(path.join(folder, entry.name));
        const first = entries.filter((entry) => !isRepeated(folder, entry));
        callback(error, first);
      });
    }) as unknown as FileSystemAdapter["readdir"],
  };
}

type ReaddirCallback = (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void;

function isSpecial(dirent: Pick<Dirent, "isFIFO" | "isSocket" | "isCharacterDevice" | "isBlockDevice">): boolean {
  return dirent.isFIFO() || dirent.isSocket() || dirent.isCharacterDevice() || dirent.isBlockDevice();
}
