import { dirname, sep } from "node:path";

/** The out folder is one that a build must not fill. */
class OutFolderError extends Error {
  override readonly name = "OutFolderError";
  readonly hint = "name a folder of its own for what is built: --out dist";
}

/**
 * Refuses an out folder that is, or holds, the content or the root of the disk.
 * @param outDir absolute, as is `contentDir`
 */
export function checkOutFolder(outDir: string, contentDir: string): void {
  if (outDir === dirname(outDir)) throw new OutFolderError(`${outDir} is the root of the disk, not a folder to build into`);
  if (outDir === contentDir) throw new OutFolderError(`${outDir} is the content folder`);
  if (contentDir.startsWith(outDir + sep)) throw new OutFolderError(`${outDir} holds the content folder`);
}
