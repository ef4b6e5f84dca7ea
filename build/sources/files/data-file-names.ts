/**
 * Whether a kind has one file with many entries.
 * @param globs globs of the kind
 */
export function isDataFile(globs: readonly string[]): boolean {
  return globs.length === 1 && globs.every((glob) => DATA_FILE.test(glob) && !/[*?[\]{}()!]/.test(glob));
}

/** Data files that no kind can read. */
const OTHER_DATA_FILE = /\.(?:toml|tsv|xml|jsonl|ndjson|json5|jsonc|xlsx|ods)$/i;

/** Describes the mistake in a glob of content files. Returns null if it is valid. */
export function problemOfGlob(glob: string): string | null {
  if (glob.trim() === "") return "is empty";
  if (OTHER_DATA_FILE.test(glob)) return "is neither Markdown nor YAML, JSON or CSV";
  return /^!?(?:[/\\]|[a-z]:)|(?:^|[/\\{,(|!])\.\.(?:[/\\]|$)/i.test(glob) ? "leads out of the content folder" : null;
}

const DATA_FILE = /\.(?:ya?ml|json|csv)$/i;

/** Whether a glob may find files that only contain entries: `*.json`, `*.{md,csv}`. */
export function mayFindEntries(glob: string): boolean {
  return /(?:^|[.{,|(])(?:json|csv)[)}]*$|[.{,|(](?:json|csv)[^/]*[)}]$/i.test(glob);
}

/**
 * Removes a shell's `./` from a glob, because found paths are relative to the content folder and
 * have none.
 */
export function toPlainGlob(glob: string): string {
  return glob.replace(/^(!?)(?:\.\/)+/, "$1");
}
