export interface Cell {
  readonly requests: number;
  readonly differences: number;
}

export interface Table {
  set(host: string, group: string, cell: Cell): void;
  /** Hosts × groups of requests, as Markdown: the number of requests and of differences. */
  print(): void;
  /** The output of print, line by line. */
  lines(): readonly string[];
}

export function createTable(groups: readonly string[]): Table {
  const rows = new Map<string, Map<string, Cell>>();
  return {
    set(host, group, cell) {
      const row = rows.get(host) ?? new Map<string, Cell>();
      rows.set(host, row.set(group, cell));
    },
    print() {
      console.log(["", ...this.lines(), ""].join("\n"));
    },
    lines() {
      const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
      const text = (cell: Cell | undefined): string => {
        if (cell === undefined || cell.requests === 0) return "the host's own";
        return cell.differences === 0 ? String(cell.requests) : `${cell.requests} (${cell.differences} differ)`;
      };
      const lines = [...rows].map(([host, row]) => line([host, ...groups.map((group) => text(row.get(group)))]));
      return [line(["Host", ...groups]), line(["---", ...groups.map(() => "---:")]), ...lines];
    },
  };
}
