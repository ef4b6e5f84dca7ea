import { toSafeLine } from "../../contract/text/safe-text.ts";
import type { ImportGroup, ImportRow } from "../../import/import-counts.ts";
import type { ImportResult } from "../../import/import-export.ts";
import { plural } from "../build/result-text.ts";
import { renderTable } from "../text/display.ts";

const KEPT_SHOWN_MAX = 10;

const GROUP_TITLES: Readonly<Record<ImportGroup, string>> = { taken: "imported", changed: "changed", left: "left out" };

/** Result of an import, for people. */
export function renderImport(
  rows: readonly ImportRow[],
  { written, same, skippedFiles, site }: ImportResult,
  folder: string,
  dryRun: boolean,
  width: number | null,
): string {
  const table = rows.length === 0 ? "" : `${renderImportRows(rows, width)}\n`;
  const shown = skippedFiles
    .slice(0, KEPT_SHOWN_MAX)
    .map((path) => `kept ${toSafeLine(path)}: it already exists, and differs from the export\n`);
  const more = skippedFiles.length > KEPT_SHOWN_MAX ? `kept ${skippedFiles.length - KEPT_SHOWN_MAX} more that differ\n` : "";
  const verb = dryRun ? "would be written" : "written";
  const counts = `${plural(written, "file")} ${verb} to ${folder}, ${same} already present, ${skippedFiles.length} of your files kept\n`;
  const described =
    site === null
      ? ""
      : `${dryRun ? "would write" : "wrote"} ${folder}/site.yaml, which was missing: ${site.keys.join(", ")}\n${site.notes.map((note) => `note: ${note}\n`).join("")}`;
  return `${table}${shown.join("")}${more}${described}${counts}${dryRun ? "nothing was written: --dry-run\n" : ""}`;
}

/** One row for each thing that was imported, changed or left out. */
export function renderImportRows(rows: readonly ImportRow[], width: number | null): string {
  const columns = [{ title: "" }, { title: "Number", align: "right" as const }, { title: "What" }, { title: "Example", flexible: true }];
  const cells = rows.map(({ group, what, count, examples }, index) => [
    rows[index - 1]?.group === group ? "" : GROUP_TITLES[group],
    String(count),
    what,
    examples.join(", "),
  ]);
  return renderTable(columns, cells, width);
}
