import path from "node:path";
import { counted, type Diagnostics, startOf } from "../shared/diagnostics.ts";
import { createOwnFolders, type OwnFolders } from "../shared/own-folders.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import type { SourceFile } from "../shared/source-file.ts";
import type { FileFinder } from "./find-files.ts";

export interface OutsideLinksOptions {
  /** Absolute. */
  readonly contentDir: string;
  readonly config: Pick<ResolvedConfig, "root" | "static">;
}

/** Matches names that searches skip, so that links in them are never found. */
const HIDDEN = /(?:^|\/)\./;

/**
 * Content files that are not read, because a symbolic link on their path leads out of the site's
 * folders.
 */
export class OutsideLinks {
  readonly #contentDir: string;
  readonly #linksOf: FileFinder["linksOf"];
  readonly #folders: OwnFolders;
  /** Target of each link, and the number of files found through it. */
  readonly #found = new Map<string, { readonly target: string; files: number }>();

  constructor({ contentDir, config }: OutsideLinksOptions, linksOf: FileFinder["linksOf"]) {
    this.#contentDir = contentDir;
    this.#linksOf = linksOf;
    this.#folders = createOwnFolders([contentDir, ...config.static.map((folder) => path.join(config.root, folder))]);
  }

  /** @param relative path in the content folder */
  mayRead(relative: string): boolean {
    for (const link of HIDDEN.test(relative) ? [relative] : this.#linksOf(relative)) {
      const cached = this.#found.get(link);
      const target = cached?.target ?? this.#folders.targetOutside(path.join(this.#contentDir, link));
      if (target === null) continue;
      this.#found.set(link, { target, files: (cached?.files ?? 0) + 1 });
      return false;
    }
    return true;
  }

  report(toFile: (relative: string) => Pick<SourceFile, "path">, diagnostics: Diagnostics): void {
    for (const [link, { target, files }] of this.#found) {
      const message = `is a symbolic link to ${target}, outside the site's folders: ${counted(files, "content file")} not read`;
      const hint = "name the target's folder in `static`, or copy the target";
      diagnostics.error(startOf(toFile(link).path), { code: "link-outside-content", message, hint });
    }
  }
}
