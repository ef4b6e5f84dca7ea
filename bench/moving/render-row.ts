export interface DrawnBlog {
  readonly name: string;
  readonly commit: string;
  readonly date: string;
  readonly generator: string;
  /** Folder of the site in the repository. Default: the repository itself. */
  readonly folder?: string;
  /** `replaced`: by its generator's own list, it has fewer than ten public posts. */
  readonly set: "work" | "aside" | "replaced" | "further" | "later";
  /**
   * Lines that the blog needs in octavo.config.ts, such as `urls.posts: "/{name}/"`, with the value
   * in JSON.
   */
  readonly lines?: readonly string[];
}

export interface Comparison {
  readonly total: number;
  readonly differences: readonly { readonly kind: string; readonly path: string }[];
}

export interface MovedBlog {
  /** Number of lines added to the configuration. */
  readonly lines: number;
  readonly isBuilt: boolean;
  /** Number of public posts; null if unknown, because nothing was built. */
  readonly posts: number | null;
  readonly isComparable: boolean;
  /** Null if the content could not be read, or if there is nothing to compare it with. */
  readonly comparison: Comparison | null;
}

/** Share of posts, dates and addresses that must be the same as before. */
const WANTED_PART = 0.99;

export const HEAD = [
  "| Blog | Commit | Date | Generator | Old posts | Posts | Missing | Other dates | Extra | Lines | Result |",
  "|---|---|---|---|---|---|---|---|---|---|---|\n",
].join("\n");

/** Renders a row of the table, with a line break. */
export function renderRow({ name, commit, date, generator }: DrawnBlog, moved: MovedBlog): string {
  const { comparison, posts } = moved;
  const count = (kinds: readonly string[]): number => comparison?.differences.filter(({ kind }) => kinds.includes(kind)).length ?? 0;
  const missing = count(["missing", "moved", "withheld", "faulty"]);
  const dates = count(["date"]);
  const extra = Math.max(0, (posts ?? 0) - (comparison?.total ?? 0));
  const numbers = comparison === null ? ["?", posts ?? "–", "?", "?", "?"] : [comparison.total, posts ?? "–", missing, dates, extra];
  const isSame = comparison !== null && Math.max(missing, dates, extra) <= comparison.total * (1 - WANTED_PART);
  const cells = [name, commit.slice(0, 8), date, generator, ...numbers, moved.lines, verdictOf(moved, isSame)];
  return `| ${cells.join(" | ")} |\n`;
}

function verdictOf({ isBuilt, isComparable, lines }: MovedBlog, isSame: boolean): string {
  const verdict = isBuilt ? (isSame ? (lines === 0 ? "untouched" : "same") : "differs") : "does not build";
  return isComparable ? verdict : isBuilt ? "not comparable" : "not comparable, does not build";
}
