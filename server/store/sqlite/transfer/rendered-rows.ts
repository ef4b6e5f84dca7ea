import { SANITIZER_VERSION } from "../../../text/sanitizer-version.ts";
import { UNRENDERED } from "../comments/first-renderings.ts";
import type { TableLayout } from "./table-layout.ts";
import type { RowText } from "./table-rows.ts";

/** The only table that holds HTML, which pages show unchanged. */
export const RENDERED_TABLE = "comment";

/**
 * Finds rows whose HTML differs from what the renderer produces from their text.
 * @param layout of the table `RENDERED_TABLE`
 * @param render Markdown to HTML
 * @returns public ids of the comments
 */
export function findForeignHtml(layout: TableLayout, rows: readonly RowText[], render: (text: string) => string): string[] {
  const placeOf = (name: string): number => layout.columns.findIndex((column) => column.name === name);
  const [id, body, html, version] = ["public_id", "body", "body_html", "sanitizer_version"].map(placeOf) as [
    number,
    number,
    number,
    number,
  ];
  return rows
    .filter((row) => {
      const [text = null, shown = null] = [row[body], row[html]];
      if (text === null || shown === null) return shown !== null;
      if (shown === "" && row[version] === String(UNRENDERED)) return false;
      return row[version] !== String(SANITIZER_VERSION) || render(text) !== shown;
    })
    .map((row) => row[id] ?? "");
}
