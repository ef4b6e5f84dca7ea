import { escapeHtml } from "../../contract/text/escape-html.ts";

/** A row in a list: a name with a bar below it, then numbers. */
export interface BarRow {
  readonly name: string;
  /** A page about the row's subject. Default: none. */
  readonly href?: string;
  readonly value: number;
  readonly cells: readonly string[];
}

/** The file format of a table. */
export type TableFormat = "csv" | "json";

export interface TableColumn {
  readonly title: string;
  /** Hidden on phones, for lack of room. */
  readonly isExtra?: true;
}

/** A table with bars in its first column, the longest for the highest value. */
export function renderBarTable(caption: string, columns: readonly TableColumn[], rows: readonly BarRow[]): string {
  const most = Math.max(...rows.map(({ value }) => value));
  return renderTable(
    caption,
    columns,
    rows.map(({ name, href, value, cells }) => [`${linkTo(nameOf(name), href)}${renderBar(value, most)}`, ...cells]),
  );
}

/** A table of numbers: a chart's data as text. */
export function renderPlainTable(caption: string, heads: readonly string[], rows: readonly (readonly [string, ...string[]])[]): string {
  const columns = heads.map((title) => ({ title }));
  return renderTable(
    caption,
    columns,
    rows.map(([name, ...cells]) => [nameOf(name), ...cells]),
  );
}

/** Cells are HTML. */
function renderTable(caption: string, columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const extra = (at: number): string => (columns[at]?.isExtra === true ? ' class="extra"' : "");
  const head = columns.map(({ title }, at) => `<th scope="col"${extra(at)}>${title}</th>`).join("");
  const lines = rows.map(([name, ...cells]) => {
    const numbers = cells.map((cell, at) => `<td${extra(at + 1)}>${cell}</td>`).join("");
    return `<tr><th scope="row">${name}</th>${numbers}</tr>`;
  });
  return `<table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${lines.join("")}</tbody></table>`;
}

/** Isolates strangers' texts, so that none changes the direction of the text beside it. */
function nameOf(name: string): string {
  return `<bdi>${escapeHtml(name.replace(/\p{Cc}/gu, "�"))}</bdi>`;
}

function linkTo(html: string, href: string | undefined): string {
  return href === undefined ? html : `<a href="${escapeHtml(href)}">${html}</a>`;
}

function renderBar(value: number, most: number): string {
  const width = most === 0 ? 0 : Math.max(0.5, Math.round((1_000 * value) / most) / 10);
  return `<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect width="${width}" height="4"/></svg>`;
}
