/** Prints a Markdown table; all columns except the first are right-aligned. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  console.log([line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line), ""].join("\n"));
}
