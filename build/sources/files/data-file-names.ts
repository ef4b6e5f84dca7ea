/**
 * Whether a kind has one file with many entries.
 * @param globs globs of the kind
 */
export function isDataFile(globs: readonly string[]): boolean {
  return globs.length === 1 && globs.every((glob) => DATA_FILE.test(glob) && !/[*?[\]{}()!]/.test(glob));
}

/** Describes the mistake in a glob of content files. null: it is valid. */
export function problemOfGlob(glob: string): string | null {
  if (glob.trim() === "") return "is empty";
  return /^!?(?:[/\\]|[a-z]:)|(?:^|[/\\{,(|!])\.\.(?:[/\\]|$)/i.test(glob) ? "leads out of the content folder" : null;
}

export const DATA_FILE = /\.(?:ya?ml|json|csv)$/i;
