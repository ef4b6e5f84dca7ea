import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { FAVICON } from "../../browser/favicon.ts";
import { PALETTE } from "../../browser/palette.ts";
import { escapeHtml } from "../../contract/text/escape-html.ts";
import { reportFigures } from "../../server/owner/figures/report-figures.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { nameReport } from "../../server/report/name-report.ts";
import { renderReportBody } from "../../server/report/report-body.ts";
import type { ReportModel } from "../../server/report/report-model.ts";
import { REPORT_STYLE } from "../../server/report/report-style.ts";
import { renderTableFile } from "../../server/report/table-files.ts";
import type { ReportTableName } from "../../server/report/table-names.ts";
import { createTitleFinder } from "../desk/post-finder.ts";
import { CliError, type Io } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { toPeriod } from "./engagement-period.ts";

/** Number of entries in each list. */
const LIST_LIMIT = 15;
/** Number of entries in a list printed as a table. */
const TABLE_LIMIT = 10_000;
/** Identifies a file that may be overwritten. */
const GENERATOR = '<meta name="generator" content="octavo engagement report">';
/** Number of bytes at the beginning of a file that are searched for GENERATOR. */
const HEAD_BYTES = 4_096;

const PAGE_STYLE = `*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 var(--sans);-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
main{max-width:54rem;margin-inline:auto;padding:2rem clamp(1rem,4vw,2rem) 3rem}
h1{margin:0 0 .5rem;font:600 1.9rem/1.25 var(--serif)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#ccc;color-scheme:light}body{font-size:10pt}main{max-width:none;padding:0}}
@page{margin:15mm}
`;

/** `octavo engagement report [<file>]`. */
export function writeReport(
  settings: DataPlace &
    Settings<"published" | "limit" | "from" | "to" | "force" | "json" | "quiet"> & {
      readonly table: ReportTableName | null;
      readonly format: "csv" | "json" | null;
    },
  io: Io,
  [name]: readonly string[],
): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const period = toPeriod(settings, io.now(), (await owner(showSite, {})).timeZone);
    const limit = settings.limit ?? (settings.table === null ? LIST_LIMIT : TABLE_LIMIT);
    const report = await nameReport(await owner(reportFigures, { ...period, limit }), createTitleFinder(settings, io));
    if (settings.table !== null)
      return void io.stdout.write(renderTableFile(report, settings.table, settings.format ?? (settings.json ? "json" : "csv")));
    if (settings.json) return writeJson(io, report);
    const file = resolve(io.cwd, name ?? `engagement-${period.fromDay}-to-${period.toDay}.html`);
    const shown = shortenPath(file, io.cwd);
    if (!settings.force && existsSync(file) && !(await isReport(file)))
      throw new CliError(`${shown} exists and is not a report`, { hint: "name another file, or use --force to overwrite it" });
    const text = toReportDocument(report);
    const part = `${file}.part`;
    try {
      await writeFile(part, text);
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw new CliError(`${shown} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
        hint: "name a file in an existing folder",
        cause: error,
      });
    }
    if (!settings.quiet) io.stdout.write(`${shown}: the figures from ${period.fromDay} to ${period.toDay}; open it in a browser\n`);
  });
}

async function isReport(file: string): Promise<boolean> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.toString("utf8", 0, bytesRead).includes(GENERATOR);
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}

/** The whole page, as one file without requests or scripts, which also prints well. */
function toReportDocument(report: ReportModel): string {
  const style = `${PALETTE}\n${PAGE_STYLE}${REPORT_STYLE}`;
  const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const title = `What is read on ${report.siteName}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
${GENERATOR}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title}, ${report.fromDay} to ${report.toDay}`)}</title>
<link rel="icon" href="${FAVICON}">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${renderReportBody(report)}</main>
</body>
</html>
`;
}
