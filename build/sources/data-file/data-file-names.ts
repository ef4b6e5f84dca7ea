/** Whether the files of a kind are one file with many entries. @param globs of the kind */
export function isDataFile(globs: readonly string[]): boolean {
  return globs.length === 1 && globs.every((glob) => DATA_FILE.test(glob) && !/[*?[\]{}()!]/.test(glob));
}

export const DATA_FILE = /\.(?:ya?ml|json|csv)$/i;
