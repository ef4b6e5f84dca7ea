export type ImportGroup = "taken" | "changed" | "left";

export interface ImportRow {
  readonly group: ImportGroup;
  readonly what: string;
  readonly count: number;
  /** The first few, in the order of the export. */
  readonly examples: readonly string[];
}

const EXAMPLES_MAX = 3;
/** Limit of rows, because a hostile export could have any number of names. */
const ROWS_MAX = 500;
const GROUPS: readonly ImportGroup[] = ["taken", "changed", "left"];

/** Counts everything that an import imported, changed and left out. */
export class ImportCounts {
  readonly #rows = new Map<string, { readonly group: ImportGroup; readonly what: string; count: number; readonly examples: string[] }>();

  add(group: ImportGroup, what: string, example: string | null = null, count = 1): void {
    const key = `${group} ${what}`;
    const row = this.#rows.get(key) ?? { group, what, count: 0, examples: [] };
    if (row.count === 0) {
      if (this.#rows.size >= ROWS_MAX) return;
      this.#rows.set(key, row);
    }
    row.count += count;
    if (example !== null && row.examples.length < EXAMPLES_MAX && !row.examples.includes(example)) row.examples.push(example);
  }

  /** Imported, changed and left out, each in the order of the export. */
  rows(): readonly ImportRow[] {
    return GROUPS.flatMap((group) => [...this.#rows.values()].filter((row) => row.group === group));
  }
}
