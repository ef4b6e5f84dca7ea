import { type Dirent, readdir } from "node:fs";
import path from "node:path";
import glob, { type FileSystemAdapter } from "fast-glob";
import type { Inputs } from "../cache/inputs.ts";
import { compareText, type Diagnostics, startOf } from "../shared/diagnostics.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { showPath } from "../shared/source-file.ts";
import { createLinkedFolders, type LinkedFolders, type RepeatedFolder } from "./linked-folders.ts";

/** Never content, wherever a site is built from its repository's root. */
const IGNORED = ["**/node_modules/**", "**/.git/**", "**/.octavo/**"];
/** The same for paths; and no glob finds a name that begins with a dot unless it says so. */
const NEVER_FOUND = /(?:^|[/\\])(?:\.|node_modules$)/;

export interface FindFilesOptions {
  /** Absolute. */
  readonly contentDir: string;
  readonly cwd: string;
  readonly config: Pick<ResolvedConfig, "root" | "out">;
  readonly diagnostics: Diagnostics;
  /** Told of the folders. */
  readonly inputs?: Inputs;
}

/** `anyCase`: `*.md` finds `A.MD` too. */
export type FindFiles = (globs: readonly string[], options?: { readonly anyCase?: boolean }) => Promise<FoundFile[]>;

export interface FoundFile {
  readonly relative: string;
  /** A pipe, socket or device: reading it would wait for ever. */
  readonly special: boolean;
}

export interface FileFinder {
  readonly find: FindFiles;
  /** Links to folders that are read elsewhere: nothing behind them was found. Known once something was searched for. */
  repeatedFolders(): readonly RepeatedFolder[];
  /** The symbolic links by which a file was found: itself and folders above it. Paths in the content folder. */
  linksOf(relative: string): readonly string[];
}

/** Folders and links that lead nowhere are found too: they fail, in words, when they are read. */
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
  /** Told of symbolic links, by absolute paths. */
  onLink(link: string): void;
}

/** fast-glob groups patterns by their folders in an object, where `constructor` is there already. */
function hideFromPrototype(pattern: string): string {
  const [folder = ""] = pattern.split("/");
  return folder in {} ? `[${folder.charAt(0)}]${pattern.slice(1)}` : pattern;
}

/** Lets a search go on past a folder that cannot be read, and reports it; keeps it out of folders that are read elsewhere. */
function createReportingFs({ cwd, diagnostics, inputs, links, onLink }: ReportingFsOptions): Partial<FileSystemAdapter> {
  const isRepeated = (folder: string, entry: Dirent): boolean =>
    // Without a link in it no folder is read twice, and nothing is looked up.
    (entry.isSymbolicLink() || (entry.isDirectory() && links.repeated().length > 0)) && links.isRepeated(path.join(folder, entry.name));
  return {
    // fast-glob calls it with these three alone; its type has an overload for each way there is.
    readdir: ((folder: string, options: { withFileTypes: true }, callback: ReaddirCallback) => {
      inputs?.note(folder);
      readdir(folder, options, (error, entries) => {
        // A folder that is not there is an empty collection.
        if (error !== null && error.code !== "ENOENT")
          diagnostics.error(startOf(showPath(cwd, folder)), {
            code: "unreadable-file",
            message: `the folder cannot be read: ${error.code ?? error.message}`,
            hint: "mend its permissions or links",
          });
        if (error !== null) return callback(error, entries);
        for (const entry of entries) if (entry.isSymbolicLink()) onLink(path.join(folder, entry.name));
        callback(
          error,
          entries.filter((entry) => !isRepeated(folder, entry)),
        );
      });
    }) as unknown as FileSystemAdapter["readdir"],
  };
}

type ReaddirCallback = (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void;

function isSpecial(dirent: Pick<Dirent, "isFIFO" | "isSocket" | "isCharacterDevice" | "isBlockDevice">): boolean {
  return dirent.isFIFO() || dirent.isSocket() || dirent.isCharacterDevice() || dirent.isBlockDevice();
}
